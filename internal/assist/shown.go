package assist

import (
	"context"
	"encoding/json"

	"svcx"
	"svcx/internal/assist/prompt"
	"svcx/internal/assist/provider"
	"svcx/internal/store"
)

// KeptSummary is the last summary of a conversation.
type KeptSummary struct {
	svcx.Summary
	At svcx.Time
	// Newer is how many messages came since.
	Newer int
}

// LastSummary is the last summary of a conversation that is still kept, also if messages came
// since; nil if there is none. It calls no model.
func (s *Service) LastSummary(ctx context.Context, c *svcx.Conversation) (*KeptSummary, error) {
	kept, err := s.reads(ctx).LastAnswer(c.Workspace, c.ID, svcx.AISummarize, s.Core.Now())
	if err != nil || kept == nil {
		return nil, err
	}
	k := &KeptSummary{At: kept.CreatedAt}
	if json.Unmarshal([]byte(kept.Answer), &k.Summary) != nil {
		return nil, nil // of a version that kept it otherwise
	}
	if kept.Messages > 0 {
		k.Newer = max(0, c.MessageCount-kept.Messages)
	}
	return k, nil
}

// SummarizedAt says when conversations were last summarized that have a summary which is still kept.
func (s *Service) SummarizedAt(ctx context.Context, ws svcx.WorkspaceID, ids []svcx.ConversationID) (map[svcx.ConversationID]svcx.Time, error) {
	return s.reads(ctx).AnsweredAt(ws, ids, svcx.AISummarize, s.Core.Now())
}

// Shown is what a model sees of a conversation for an operation.
type Shown struct {
	Messages []provider.Message
	// Answered is set if the last answer that is kept was to exactly this.
	Answered bool
}

// Bytes is the size of the texts, as the audit log has it.
func (s Shown) Bytes() int { return sizeOf(s.Messages) }

// Shows is what suggest, rename or summarize shows the model of a conversation as it is now. What
// went out is stored nowhere: it is built again, and compared with the kept answer's.
func (s *Service) Shows(ctx context.Context, r Request, op svcx.AIOperation) (shown Shown, err error) {
	most := messagesOf(op)
	if op == svcx.AISuggest {
		most = prompt.SuggestMessages
	}
	messages, err := s.messages(ctx, r, most)
	if err != nil {
		return shown, err
	}
	if shown.Messages = prompt.Suggest(messages).Messages; op != svcx.AISuggest {
		shown.Messages = aboutConversation(op, messages)
	}
	u := &use{Service: s, Request: r, operation: op, sent: shown.Messages}
	if u.provider, err = s.providerOf(ctx, r.Workspace.ID); err == errNoProvider {
		return shown, nil
	}
	if err != nil {
		return shown, err
	}
	kept, err := store.AssistOf(s.db.Read(ctx)).Answer(r.Workspace.ID, r.Conversation, op, u.hash(), s.Core.Now())
	shown.Answered = kept != nil
	return shown, err
}
