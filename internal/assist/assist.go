// Package assist has the AI operations (R 4.8): what helps an agent with replies, subjects,
// summaries, clean-up and translation, and looks through a reply before it is sent.
//
// What an operation passes:
//
//	assist.go     who may use it; the operations, a method each
//	perform.go    a kept answer, or the limit, the call, what is counted and kept
//	failure.go    the log of failures
//	provider.go   which provider the workspace has; its failures in words
//	limit.go      how many uses are left in the hour
//	handbrake.go  what is wrong with a reply
//	automatic.go  renaming and summarizing on resolve, in the background
//	shown.go      the last answer, and what the model saw, for a page
//	usage.go      figures of use; trying the settings
//
// The packages below it are pure, or know neither the database nor the workspace:
//
//	prompt    what a model is asked, and how its answer is read
//	provider  the call
//
// Limits, kept answers and figures are in the database: they hold after a restart and on all
// nodes. What went out is never stored; the audit log has its size.
package assist

import (
	"context"
	"fmt"
	"time"

	"svcx"
	"svcx/internal/assist/prompt"
	"svcx/internal/inbox"
	"svcx/internal/outage"
	"svcx/internal/safehttp"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// Messaging changes the subject of a conversation; messaging.Service does.
type Messaging interface {
	UpdateConversation(ctx context.Context, call inbox.Call, id svcx.ConversationID, patch svcx.ConversationPatch) (*svcx.Conversation, error)
}

// Operator is the provider that the operator configured. BaseURL is empty if none is configured.
type Operator struct{ BaseURL, Key, Model string }

// Options are the dependencies of a Service.
type Options struct {
	Core      *inbox.Core
	Messaging Messaging
	Vault     *vault.Vault
	Operator  Operator
	// Trusted calls the operator's provider, wherever it is. Guarded calls the providers that
	// workspaces choose.
	Trusted, Guarded *safehttp.Client
	// Observe is told of each call of a model; nil tells nobody.
	Observe func(op svcx.AIOperation, took time.Duration, tokensIn, tokensOut int, o Outcome)
}

// Outcome is what came of a call of a model.
type Outcome string

// The outcomes.
const (
	CallOK      Outcome = "ok"
	CallFailed  Outcome = "failed"
	CallRefused Outcome = "refused" // answered, with what cannot be used
)

// Service is safe for concurrent use.
type Service struct {
	Options
	db *store.DB
	// waits is the outage while what is done in the background waits for the database.
	waits *outage.Outage
	// failures are those that were logged.
	failures failures
}

// New returns a Service.
func New(o Options) *Service {
	s := &Service{Options: o, db: o.Core.DB}
	clock := func() time.Time { return o.Core.Now().Std() }
	s.waits = outage.New(o.Core.Log, clock, "renaming and summarizing on resolve waits, and is tried again", "renaming and summarizing on resolve goes on")
	return s
}

// Request is who uses an operation, on which conversation.
type Request struct {
	inbox.Call
	Conversation svcx.ConversationID
	// Token, if it is set, is called with each part of a text as it arrives. It must not block.
	// Only the result counts: what an error follows must not be used.
	Token func(string)
	// automatic is the member, 0 if none, whose resolve a use follows from; nil if somebody asks
	// for it.
	automatic *svcx.UserID
}

var names = map[svcx.AIOperation]string{
	svcx.AIPolish: "polishing a draft", svcx.AISuggest: "suggesting a reply", svcx.AIRename: "finding a subject", svcx.AISummarize: "summarizing",
	svcx.AICleanup: "cleaning up a text", svcx.AITranslate: "translating", svcx.AIHandbrake: "checking a reply",
}

// Permit says why a workspace may not use an operation: its plan does not have it, or the AI is
// switched off (R 4.8, D 6).
func (s *Service) Permit(ctx context.Context, w *svcx.Workspace, op svcx.AIOperation) error {
	if needed := op.Rule().Plan; !w.Plan.Includes(needed) {
		higher := ""
		if needed != svcx.PlanBusiness {
			higher = " and above"
		}
		return forbidden("%s needs the %s plan%s; this workspace has the %s plan", names[op], needed.Title(), higher, w.Plan.Title())
	}
	settings, err := s.db.Read(ctx).AISettings(w.ID)
	switch {
	case err != nil:
		return err
	case !settings.Enabled:
		return switchedOff()
	case !settings.Allows(op):
		return forbidden("%s is switched off in this workspace's settings", names[op])
	}
	return nil
}

func switchedOff() error { return forbidden("the AI is switched off in this workspace's settings") }

func forbidden(format string, args ...any) error {
	return &svcx.Error{Kind: svcx.KindForbidden, Message: fmt.Sprintf(format, args...)}
}

// Polish improves a draft.
func (s *Service) Polish(ctx context.Context, r Request, draft string) (Result[string], error) {
	return perform(ctx, s, r, prompt.Polish(draft))
}

// Cleanup cleans a text up.
func (s *Service) Cleanup(ctx context.Context, r Request, text string) (Result[string], error) {
	return perform(ctx, s, r, prompt.Cleanup(text))
}

// Translate translates a text into a language.
func (s *Service) Translate(ctx context.Context, r Request, text, language string) (Result[string], error) {
	return perform(ctx, s, r, prompt.Translate(text, language))
}

// Suggest writes a reply from the last messages of the conversation.
func (s *Service) Suggest(ctx context.Context, r Request) (Result[string], error) {
	messages, err := s.messages(ctx, r, prompt.SuggestMessages)
	if err != nil {
		return Result[string]{}, err
	}
	return perform(ctx, s, r, prompt.Suggest(messages))
}

// Summarize summarizes the conversation.
func (s *Service) Summarize(ctx context.Context, r Request) (Result[svcx.Summary], error) {
	messages, err := s.messages(ctx, r, prompt.SummarizeMessages)
	if err != nil {
		return Result[svcx.Summary]{}, err
	}
	return perform(ctx, s, r, prompt.Summarize(messages))
}

// FindSubject finds a subject for the conversation, and changes nothing.
func (s *Service) FindSubject(ctx context.Context, r Request) (Result[string], error) {
	messages, err := s.messages(ctx, r, prompt.RenameMessages)
	if err != nil {
		return Result[string]{}, err
	}
	return perform(ctx, s, r, prompt.Rename(messages))
}

// Rename gives the conversation the subject that the model finds, and returns the conversation.
func (s *Service) Rename(ctx context.Context, r Request) (Result[*svcx.Conversation], error) {
	found, err := s.FindSubject(ctx, r)
	if err != nil {
		return with[*svcx.Conversation](found, nil), err
	}
	c, err := s.Messaging.UpdateConversation(ctx, r.Call, r.Conversation, svcx.ConversationPatch{Subject: &found.Answer})
	return with(found, c), err
}

// messages reads the last messages of the conversation, without notes.
func (s *Service) messages(ctx context.Context, r Request, limit int) ([]svcx.Message, error) {
	reads := s.db.Read(ctx)
	if _, err := reads.Conversation(r.Workspace.ID, r.Conversation); err != nil {
		return nil, err
	}
	messages, err := reads.LastMessages(r.Workspace.ID, r.Conversation, s.Core.Now().Add(store.ClockSlack), limit, prompt.MaxBytes)
	if err == nil && len(messages) == 0 {
		err = svcx.Invalid("conversation", "must have a message")
	}
	return messages, err
}
