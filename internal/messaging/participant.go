package messaging

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/inbox"
)

// Participants lists the participants of a conversation: the contact first, with the role
// primary, then the others in the order in which they were added (R 4.7, D 5). The contact
// counts as added when both the conversation and the contact existed.
func (s *Service) Participants(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, page svcx.Page) (svcx.List[*svcx.Participant], error) {
	c, err := s.db.Read(ctx).Conversation(w.ID, id)
	if err != nil {
		return svcx.List[*svcx.Participant]{}, err
	}
	all, err := s.db.Read(ctx).Participants(w.ID, id)
	if err != nil {
		return svcx.List[*svcx.Participant]{}, err
	}
	if c.Contact != nil {
		contact, err := s.db.Read(ctx).Contact(w.ID, *c.Contact)
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound { // erased in the meantime
			return svcx.List[*svcx.Participant]{}, err
		}
		if err == nil {
			all = append([]*svcx.Participant{primary(c, contact)}, all...)
		}
	}
	return svcx.Window(all, page), nil
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
func (s *Service) AddParticipant(ctx context.Context, call inbox.Call, id svcx.ConversationID, draft svcx.ParticipantDraft) (p *svcx.Participant, err error) {
	err = inbox.Apply(ctx, s.core, call, id, &p, func(u *inbox.Update) (bool, error) {
		all, err := u.Tx.Participants(call.Workspace.ID, id)
		if err != nil {
			return false, err
		}
		if len(all) >= svcx.MaxParticipants {
			return false, svcx.Invalid("participants", "cannot be added: a conversation has at most %d", svcx.MaxParticipants)
		}
		p = &svcx.Participant{
			Workspace: call.Workspace.ID, Conversation: id, Name: draft.Name, Email: draft.Email, ExternalID: draft.ExternalID, Role: draft.Role, AddedAt: u.Now,
		}
		if err := u.Tx.InsertParticipants(p); err != nil {
			return false, err
		}
		u.Note(historyParticipantAdded, strconv.FormatInt(int64(p.ID), 10))
		return true, nil
	})
	return p, err
}

// historyParticipantRemoved is the history entry of a participant who was removed. The detail
// is the participant's id.
const historyParticipantRemoved = "participant.removed"

// RemoveParticipant removes a participant from a conversation. The contact, which is no
// stored participant, stays.
func (s *Service) RemoveParticipant(ctx context.Context, call inbox.Call, conversation svcx.ConversationID, id svcx.ParticipantID) error {
	var none struct{}
	return inbox.Apply(ctx, s.core, call, conversation, &none, func(u *inbox.Update) (bool, error) {
		found, err := u.Tx.DeleteParticipant(call.Workspace.ID, conversation, id)
		if err != nil {
			return false, err
		}
		if !found {
			return false, svcx.NotFound("participant")
		}
		u.Note(historyParticipantRemoved, strconv.FormatInt(int64(id), 10))
		return true, nil
	})
}
