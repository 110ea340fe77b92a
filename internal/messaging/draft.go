package messaging

import (
	"context"
	"unicode/utf8"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Drafts keeps what members have written and not sent. Nobody but the member sees it: it is
// no change, no event, and in no API.
type Drafts struct {
	core *inbox.Core
}

// In reads a member's drafts in a conversation, of each kind at most one.
func (s Drafts) In(ctx context.Context, w *svcx.Workspace, m *svcx.Member, id svcx.ConversationID) ([]svcx.Draft, error) {
	return draftsOf(w, m).In(s.core.DB.Read(ctx), id)
}

// Among finds the beginning of a member's latest draft in each of the conversations.
func (s Drafts) Among(ctx context.Context, w *svcx.Workspace, m *svcx.Member, conversations []*svcx.Conversation) (map[svcx.ConversationID]svcx.Draft, error) {
	if len(conversations) == 0 {
		return nil, nil
	}
	ids := make([]svcx.ConversationID, len(conversations))
	for i, c := range conversations {
		ids[i] = c.ID
	}
	return draftsOf(w, m).Among(s.core.DB.Read(ctx), ids, excerptLength)
}

// Save stores a member's draft in place of the version that it was written on, 0 for none; a
// blank one is deleted. If another version is there, which was saved elsewhere meanwhile, that
// one is returned and stays, with a Conflict.
func (s Drafts) Save(ctx context.Context, call inbox.Call, m *svcx.Member, draft svcx.Draft, on svcx.Time) (saved svcx.Draft, err error) {
	if utf8.RuneCountInString(draft.Content) > svcx.MaxContent {
		return saved, svcx.Invalid("content", "must be a string of at most %d characters", svcx.MaxContent)
	}
	if draft.Kind != svcx.DraftReply && draft.Kind != svcx.DraftNote {
		return saved, svcx.Invalid("kind", "must be reply or note")
	}
	ws, of := call.Workspace.ID, draftsOf(call.Workspace, m)
	err = s.core.DB.Write(ctx, ws, func(tx *store.Tx) error {
		saved = svcx.Draft{}
		if _, err := tx.Conversation(ws, draft.Conversation); err != nil {
			return err
		}
		// The member may have been removed since the request began.
		if _, err := tx.Member(ws, m.ID); err != nil {
			return err
		}
		all, err := of.In(tx.Reads, draft.Conversation)
		if err != nil {
			return err
		}
		for _, other := range all {
			if other.Kind == draft.Kind {
				saved = other
			}
		}
		switch same := saved.Content == draft.Content && saved.Markdown == draft.Markdown; {
		case same && saved.SavedAt != 0:
			return nil
		case saved.SavedAt != 0 && saved.SavedAt != on:
			return &svcx.Error{Kind: svcx.KindConflict, Message: "another draft was saved meanwhile"}
		case svcx.Blank(draft.Content):
			saved = svcx.Draft{}
			return of.Delete(tx, draft.Conversation, draft.Kind)
		}
		draft.SavedAt = max(s.core.Now(), saved.SavedAt+1)
		saved = draft
		return of.Put(tx, draft)
	})
	return saved, err
}

func draftsOf(w *svcx.Workspace, m *svcx.Member) store.Drafts {
	return store.Drafts{Workspace: w.ID, User: m.ID}
}
