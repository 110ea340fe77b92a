package assist

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"svcx"
	"svcx/internal/assist/prompt"
	"svcx/internal/assist/provider"
	"svcx/internal/limit"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/trace"
)

// Result is the outcome of an operation.
type Result[T any] struct {
	Answer T
	// Tokens is what the provider counts in all, 0 if it does not say.
	Tokens int
	// At is when the model answered; Cached says that this was for an earlier request.
	At     svcx.Time
	Cached bool
	// Limit is what is left of the hour's uses. It is set with an error too, if they were counted.
	Limit limit.Decision
	// Sent is what the model saw. It is for the caller's eyes, and not stored.
	Sent []provider.Message
}

// with is a result with another answer.
func with[U, T any](r Result[T], answer U) Result[U] {
	return Result[U]{answer, r.Tokens, r.At, r.Cached, r.Limit, r.Sent}
}

// Times of a use: for the call with its retry, and for storing what came of it.
const (
	callTime      = 75 * time.Second
	handbrakeTime = 15 * time.Second
	settleTime    = 5 * time.Second
)

// use is one use of an operation, on its way.
type use struct {
	*Service
	Request
	operation svcx.AIOperation
	sent      []provider.Message
	provider  *provider.Provider
	call      *store.AICall
	limit     limit.Decision
	// input is a hash of what decides the answer.
	input string
}

// perform answers a prompt: with a kept answer to the same, or by the model.
func perform[T any](ctx context.Context, s *Service, r Request, p prompt.Prompt[T]) (result Result[T], err error) {
	u := &use{Service: s, Request: r, operation: p.Operation, sent: p.Messages}
	result.Sent = p.Messages
	defer func() { result.Limit = u.limit }()
	if u.provider, err = s.providerOf(ctx, r.Workspace.ID); err != nil {
		return result, err
	}
	u.input = u.hash()
	if kept, found, err := readKept[T](ctx, u); err != nil || found {
		kept.Sent = p.Messages
		return kept, err
	}
	if err := u.begin(ctx); err != nil {
		return result, err
	}
	start := s.Core.Now().Std()
	done, err := u.ask(ctx)
	took, outcome := s.Core.Now().Std().Sub(start), CallOK
	if err != nil {
		outcome = CallFailed
	} else if result.Answer, err = p.Read(done.Text); err != nil {
		outcome = CallRefused
	}
	if s.Observe != nil {
		s.Observe(p.Operation, took, done.In, done.Out, outcome)
	}
	result.Tokens, result.At = done.Total, s.Core.Now()
	settled := u.settle(ctx, done, result.At, result.Answer, err)
	if err != nil {
		u.logFailure(ctx, err)
		return result, unavailable(err)
	}
	return result, settled
}

// hash covers all that goes out, and where to: after a message, an edit, or another model it is
// another one. So nothing has to be deleted when a message arrives (D 6).
func (u *use) hash() string {
	raw, err := json.Marshal([]any{u.provider.BaseURL, u.provider.Model, u.sent})
	if err != nil {
		panic(err) // strings are always encoded
	}
	return seal.Hash(string(raw))
}

// readKept finds a kept answer to the same input.
func readKept[T any](ctx context.Context, u *use) (result Result[T], found bool, err error) {
	if u.operation.Rule().Kept == 0 {
		return result, false, nil
	}
	reads, now := store.AssistOf(u.db.Read(ctx)), u.Core.Now()
	kept, err := reads.Answer(u.Workspace.ID, u.Conversation, u.operation, u.input, now)
	if err != nil || kept == nil {
		return result, false, err
	}
	if json.Unmarshal([]byte(kept.Answer), &result.Answer) != nil {
		return result, false, nil // of a version that kept it otherwise
	}
	calls, err := reads.Calls(u.newCall(now), now.Add(-svcx.AIWindow))
	u.limit = decide(u.operation, calls, now)
	result.Tokens, result.At, result.Cached = kept.Tokens, kept.CreatedAt, true
	return result, err == nil, err
}

// ask calls the model.
func (u *use) ask(ctx context.Context) (done provider.Completion, err error) {
	most := callTime
	if u.operation == svcx.AIHandbrake {
		most = handbrakeTime
	}
	ctx, span := trace.Begin(ctx, trace.Client, "ai "+string(u.operation))
	defer func() {
		span.Set(trace.Number("gen_ai.usage.input_tokens", int64(done.In)), trace.Number("gen_ai.usage.output_tokens", int64(done.Out)))
		if err != nil {
			span.Fail(string(FaultOf(err)), "")
		}
		span.End()
	}()
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	if u.Token != nil {
		return u.provider.Stream(ctx, u.sent, u.Token)
	}
	return u.provider.Complete(ctx, u.sent)
}

// settle stores what came of a call, also when its caller has left: a call that has reached the
// provider counts, and an answer is kept.
func (u *use) settle(ctx context.Context, done provider.Completion, at svcx.Time, answer any, failure error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	if isUnreached(failure) {
		u.limit = giveBack(u.limit)
		return u.db.Write(ctx, u.Workspace.ID, func(tx *store.Tx) error { return store.AssistIn(tx).CancelCall(u.call) })
	}
	usage := svcx.AIUsage{
		Workspace: u.Workspace.ID, Day: svcx.DayOf(u.call.At), Operation: u.operation, Calls: 1, TokensIn: int64(done.In), TokensOut: int64(done.Out),
	}
	if failure != nil {
		usage.Failures = 1
	}
	return u.db.Write(ctx, u.Workspace.ID, func(tx *store.Tx) error {
		if err := store.AssistIn(tx).AddUsage(&usage); err != nil {
			return err
		}
		if err := u.Core.Audit(tx, u.Call, svcx.AuditConversationAI, "conversation", u.target(), u.operation, sizeOf(u.sent), len(done.Text)); err != nil {
			return err
		}
		if u.operation.Rule().Kept == 0 || failure != nil {
			return nil
		}
		return u.keep(tx, done, at, answer)
	})
}

// target is the conversation as the audit log names it: "new" for one that is not stored yet.
func (u *use) target() any {
	if u.Conversation == 0 {
		return "new"
	}
	return u.Conversation
}

func sizeOf(sent []provider.Message) (bytes int) {
	for _, m := range sent {
		bytes += len(m.Content)
	}
	return bytes
}

// keep stores an answer for those who ask the same later. It is not kept if the conversation has
// changed during the call, or what it rests on was erased.
func (u *use) keep(tx *store.Tx, done provider.Completion, at svcx.Time, answer any) error {
	messages, err := tx.LastMessages(u.Workspace.ID, u.Conversation, at.Add(store.ClockSlack), messagesOf(u.operation), prompt.MaxBytes)
	if err != nil {
		return err
	}
	still := *u
	if still.sent = aboutConversation(u.operation, messages); still.hash() != u.input {
		return nil
	}
	encoded, err := json.Marshal(answer)
	if err != nil {
		return fmt.Errorf("encoding an answer of the AI: %w", err)
	}
	c, err := tx.Conversation(u.Workspace.ID, u.Conversation)
	if err != nil {
		return err
	}
	err = store.AssistIn(tx).PutAnswer(&store.AIAnswer{
		Workspace: u.Workspace.ID, Conversation: u.Conversation, Operation: u.operation, Input: u.input, Answer: string(encoded), Tokens: done.Total,
		Messages: c.MessageCount, CreatedAt: at, ExpiresAt: at.Add(u.operation.Rule().Kept),
	})
	if err == nil && u.operation == svcx.AISummarize {
		err = u.Core.ShowConversations(tx, u.Workspace.ID, u.Conversation) // all who have it open see the summary
	}
	return err
}

// messagesOf is how many messages of the conversation an operation is about, aboutConversation
// what goes out of them, of operations whose answers are kept.
func messagesOf(op svcx.AIOperation) int {
	if op == svcx.AIRename {
		return prompt.RenameMessages
	}
	return prompt.SummarizeMessages
}

func aboutConversation(op svcx.AIOperation, messages []svcx.Message) []provider.Message {
	if op == svcx.AIRename {
		return prompt.Rename(messages).Messages
	}
	return prompt.Summarize(messages).Messages
}
