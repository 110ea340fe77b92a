package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// Participants lists the participants of a conversation: the contact first, with the role
// primary, then the others in the order in which they were added (R 4.7, D 5). The contact
// counts as added when both the conversation and the contact existed.
func (in *Inbox) Participants(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, page svcx.Page) (svcx.List[*svcx.Participant], error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err != nil {
		return svcx.List[*svcx.Participant]{}, err
	}
	all, err := in.db.Participants(ctx, w.ID, id)
	if err != nil {
		return svcx.List[*svcx.Participant]{}, err
	}
	if c.Contact != nil {
		contact, err := in.db.Contact(ctx, w.ID, *c.Contact)
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound { // erased in the meantime
			return svcx.List[*svcx.Participant]{}, err
		}
		if err == nil {
			all = append([]*svcx.Participant{primary(c, contact)}, all...)
		}
	}
	return window(all, page), nil
}

func primary(c *svcx.Conversation, contact *svcx.Contact) *svcx.Participant {
	return &svcx.Participant{
		Workspace: c.Workspace, Conversation: c.ID, Contact: &contact.ID, Name: contact.Name, Email: contact.Email, ExternalID: contact.ExternalID,
		Role: svcx.RolePrimary, AddedAt: max(c.CreatedAt, contact.CreatedAt),
	}
}

// historyParticipantAdded is the history entry of a new participant. The detail is the
// participant's id.
const historyParticipantAdded = "participant.added"

// AddParticipant adds a participant to a conversation (R 4.7). More than svcx.MaxParticipants,
// not counting the contact, are a validation error.
func (in *Inbox) AddParticipant(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID, draft svcx.ParticipantDraft) (p *svcx.Participant, err error) {
	_, err = in.change(withResult(ctx, &p), w, id, func(tx *store.Tx, _ *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		all, err := tx.Participants(w.ID, c.ID)
		if err != nil {
			return false, err
		}
		if len(all) >= svcx.MaxParticipants {
			return false, svcx.Invalid("participants", "must be at most %d of a conversation: it has that many", svcx.MaxParticipants)
		}
		p = &svcx.Participant{
			Workspace: w.ID, Conversation: c.ID, Name: draft.Name, Email: draft.Email, ExternalID: draft.ExternalID, Role: draft.Role, AddedAt: now,
		}
		if err := tx.InsertParticipants(p); err != nil {
			return false, err
		}
		out.note(c, historyParticipantAdded, actor, strconv.FormatInt(int64(p.ID), 10), now)
		return true, nil
	})
	return p, err
}
