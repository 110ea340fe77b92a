package messaging

import (
	"context"
	"errors"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// backRequestDay is the period over which automatic back requests are counted (W 8).
const backRequestDay = 24 * time.Hour

// BackRequest makes a back request for an agent, fills what is empty here with the
// answer, and returns it (W 4.7, R 4.8). Errors: Forbidden if the channel has back
// requests disabled or the conversation has no channel, IntegrationFailed if there was
// no usable answer.
func (s *Service) BackRequest(ctx context.Context, call inbox.Call, id svcx.ConversationID, kind svcx.BackRequestType, messageID string, data []byte) (svcx.BackAnswer, error) {
	c, err := s.db.Read(ctx).Conversation(call.Workspace.ID, id)
	if err != nil {
		return svcx.BackAnswer{}, err
	}
	ch, err := inbox.ChannelOf(s.db.Read(ctx), c)
	if err != nil {
		return svcx.BackAnswer{}, err
	}
	if !asksBack(ch) {
		return svcx.BackAnswer{}, &svcx.Error{Kind: svcx.KindForbidden, Message: "back requests are disabled for this conversation's channel"}
	}
	return s.backRequest(ctx, ch, c, svcx.BackRequest{Type: kind, MessageID: messageID, Data: data})
}

func asksBack(ch *svcx.Channel) bool {
	return ch != nil && ch.Settings.BackRequestsEnabled && ch.Settings.WebhookURL != ""
}

// backRequest makes the call and fills what is empty.
func (s *Service) backRequest(ctx context.Context, ch *svcx.Channel, c *svcx.Conversation, q svcx.BackRequest) (svcx.BackAnswer, error) {
	q.ConversationID = c.ExternalID
	if c.Contact != nil {
		contact, err := s.db.Read(ctx).Contact(c.Workspace, *c.Contact)
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
			return svcx.BackAnswer{}, err
		}
		q.Contact = contact
	}
	answer, err := s.integrator.BackRequest(ctx, ch, q)
	if err != nil || !answer.Known {
		return answer, err
	}
	// An avatar URL that is refused is not returned either: a page would use it.
	if u := answer.Info.AvatarURL; u != nil && s.core.CheckAvatarURL(*u) != nil {
		answer.Info.AvatarURL = nil
	}
	return answer, s.fillFromAnswer(ctx, c, q.Type, answer)
}

// fillFromAnswer stores the values of an answer that are not known yet (D 4).
func (s *Service) fillFromAnswer(ctx context.Context, c *svcx.Conversation, kind svcx.BackRequestType, a svcx.BackAnswer) error {
	return s.db.Write(ctx, c.Workspace, func(tx *store.Tx) error {
		switch kind {
		case svcx.BackAvatar, svcx.BackInfo:
			return s.fillContact(tx, c, a.Info)
		case svcx.BackMetadata:
			return s.fillConversation(tx, c, a)
		}
		return nil
	})
}

func (s *Service) fillContact(tx *store.Tx, c *svcx.Conversation, info svcx.InfoUpdate) error {
	if c.Contact == nil {
		return nil
	}
	p, err := tx.Contact(c.Workspace, *c.Contact)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	before := *p
	fill(&p.Name, info.Name)
	if p.Email == "" && info.Email != nil {
		_, taken, err := tx.ContactClash(c.Workspace, p.ID, "", *info.Email)
		if err != nil {
			return err
		}
		if taken == 0 {
			fill(&p.Email, info.Email)
		}
	}
	fill(&p.AvatarURL, info.AvatarURL)
	if inbox.SameContact(&before, p) && before.AvatarURL == p.AvatarURL {
		return nil
	}
	p.UpdatedAt = max(s.core.Now(), p.UpdatedAt)
	return s.core.StoreContact(tx, p)
}

func fill(to *string, value *string) {
	if *to == "" && value != nil {
		*to = *value
	}
}

func (s *Service) fillConversation(tx *store.Tx, old *svcx.Conversation, a svcx.BackAnswer) error {
	c, err := tx.Conversation(old.Workspace, old.ID)
	if err != nil {
		return err
	}
	before, tags := *c, len(c.Tags)
	fill(&c.Subject, a.Info.Subject)
	fill((*string)(&c.Priority), (*string)(a.Info.Priority))
	if tags == 0 && a.Info.Tags != nil {
		c.Tags = *a.Info.Tags
	}
	filled, err := fillFields(tx, c, a.Fields)
	if err != nil {
		return err
	}
	if !filled && before.Subject == c.Subject && before.Priority == c.Priority && len(c.Tags) == tags {
		return nil
	}
	c.UpdatedAt = max(s.core.Now(), c.UpdatedAt)
	if before.Subject != c.Subject {
		if err := tx.ReindexHeads(c.Workspace, c.ID); err != nil {
			return err
		}
	}
	if err := tx.UpdateConversations(store.ConversationChange{Conversation: c, Was: before}); err != nil {
		return err
	}
	return s.core.ShowConversations(tx, c.Workspace, c.ID)
}

// fillFields sets the values of fields that have none. Values that are invalid or exceed
// the bound are left out.
func fillFields(tx *store.Tx, c *svcx.Conversation, inputs svcx.FieldInputs) (filled bool, err error) {
	if len(inputs) == 0 {
		return false, nil
	}
	fields, err := tx.Fields(c.Workspace)
	if err != nil {
		return false, err
	}
	values, err := tx.FieldValues(c.Workspace, c.ID)
	if err != nil {
		return false, err
	}
	var room svcx.FieldRoom
	for _, value := range values {
		room += svcx.FieldRoom(len(value))
	}
	for _, f := range fields {
		input, given := inputs[f.Key]
		if _, has := values[f.ID]; has || !given {
			continue
		}
		if value, set, err := f.Read(input); err == nil && set && room.Replace(0, len(value)) == nil {
			if err := tx.SetFieldValue(c.Workspace, c.ID, f.ID, &value); err != nil {
				return filled, err
			}
			filled = true
		}
	}
	return filled, nil
}

// completeContact requests what the conversation's contact lacks in the background, at
// most five times a day for each type (W 8) and one at a time: a page makes several
// requests when it is opened, and several agents may open it.
func (s *Service) completeContact(ch *svcx.Channel, c *svcx.Conversation) {
	if c.Contact == nil || !asksBack(ch) {
		return
	}
	s.background(func(ctx context.Context) error {
		contact, err := s.db.Read(ctx).Contact(c.Workspace, *c.Contact)
		if err != nil {
			return err
		}
		for _, kind := range []svcx.BackRequestType{svcx.BackAvatar, svcx.BackInfo} {
			if lacks(contact, kind) {
				err = errors.Join(err, s.askAutomatically(ctx, ch, c, kind))
			}
		}
		return err
	})
}

// lacks reports whether the contact lacks something that the type asks for.
func lacks(contact *svcx.Contact, kind svcx.BackRequestType) bool {
	if kind == svcx.BackAvatar {
		return contact.AvatarURL == ""
	}
	return contact.Name == "" || contact.Email == ""
}

func (s *Service) askAutomatically(ctx context.Context, ch *svcx.Channel, c *svcx.Conversation, kind svcx.BackRequestType) error {
	now := s.core.Now()
	var id int64
	err := s.db.Write(ctx, c.Workspace, func(tx *store.Tx) error {
		id = 0
		// Check again: another back request may have filled it in the meantime.
		contact, err := tx.Contact(c.Workspace, *c.Contact)
		if svcx.KindOf(err) == svcx.KindNotFound {
			return nil // erased in the meantime
		}
		if err != nil || !lacks(contact, kind) {
			return err
		}
		id, err = tx.BeginBackRequest(store.BackRequest{
			Workspace: c.Workspace, Contact: *c.Contact, Type: kind, At: now, Until: now.Add(backgroundTime),
			Since: now.Add(-backRequestDay), Max: svcx.MaxAutomaticBackRequests,
		})
		return err
	})
	if err != nil || id == 0 {
		return err
	}
	_, err = s.backRequest(ctx, ch, c, svcx.BackRequest{Type: kind})
	if svcx.KindOf(err) == svcx.KindIntegrationFailed {
		err = nil // logged with the call
	}
	return errors.Join(err, s.db.Write(context.WithoutCancel(ctx), c.Workspace, func(tx *store.Tx) error { return tx.EndBackRequest(c.Workspace, id) }))
}
