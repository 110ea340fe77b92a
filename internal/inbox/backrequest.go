package inbox

import (
	"context"
	"errors"
	"time"

	"svcx"
	"svcx/internal/store"
)

// backRequestDay is what automatic back requests are counted over (W 8).
const backRequestDay = 24 * time.Hour

// BackRequest asks the integrator, at an agent's wish, for what type names, fills
// what is empty here with the answer, and returns it (W 4.7, R 4.8). Errors:
// Forbidden where the channel has back requests off or the conversation has no
// channel, IntegrationFailed where no usable answer came.
func (in *Inbox) BackRequest(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, kind svcx.BackRequestType, messageID string, data []byte) (svcx.BackAnswer, error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err != nil {
		return svcx.BackAnswer{}, err
	}
	ch, err := in.channelOf(ctx, c)
	if err != nil {
		return svcx.BackAnswer{}, err
	}
	if !asksBack(ch) {
		return svcx.BackAnswer{}, &svcx.Error{Kind: svcx.KindForbidden, Message: "back requests are switched off for this conversation's channel"}
	}
	return in.backRequest(ctx, ch, c, svcx.BackRequest{Type: kind, MessageID: messageID, Data: data})
}

func asksBack(ch *svcx.Channel) bool {
	return ch != nil && ch.Settings.BackRequestsEnabled && ch.Settings.WebhookURL != ""
}

// backRequest makes the call and fills what is empty.
func (in *Inbox) backRequest(ctx context.Context, ch *svcx.Channel, c *svcx.Conversation, q svcx.BackRequest) (svcx.BackAnswer, error) {
	q.ConversationID = c.ExternalID
	if c.Contact != nil {
		contact, err := in.db.Contact(ctx, c.Workspace, *c.Contact)
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
			return svcx.BackAnswer{}, err
		}
		q.Contact = contact
	}
	answer, err := in.integrator.BackRequest(ctx, ch, q)
	if err != nil || !answer.Known {
		return answer, err
	}
	// What is refused is shown to nobody either: a page would take it for usable.
	if u := answer.Info.AvatarURL; u != nil && in.checkAvatarURL(*u) != nil {
		answer.Info.AvatarURL = nil
	}
	return answer, in.fillFromAnswer(ctx, c, q.Type, answer)
}

// fillFromAnswer puts an answer's values where there are none (D 4).
func (in *Inbox) fillFromAnswer(ctx context.Context, c *svcx.Conversation, kind svcx.BackRequestType, a svcx.BackAnswer) error {
	return in.db.Write(ctx, c.Workspace, func(tx *store.Tx) error {
		switch kind {
		case svcx.BackAvatar, svcx.BackInfo:
			return in.fillContact(tx, c, a.Info)
		case svcx.BackMetadata:
			return in.fillConversation(tx, c, a)
		}
		return nil
	})
}

func (in *Inbox) fillContact(tx *store.Tx, c *svcx.Conversation, info svcx.InfoUpdate) error {
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
	if sameContact(&before, p) && before.AvatarURL == p.AvatarURL {
		return nil
	}
	p.UpdatedAt = max(in.Now(), p.UpdatedAt)
	return in.changeContact(tx, p)
}

func fill(to *string, value *string) {
	if *to == "" && value != nil {
		*to = *value
	}
}

func (in *Inbox) fillConversation(tx *store.Tx, old *svcx.Conversation, a svcx.BackAnswer) error {
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
	c.UpdatedAt = max(in.Now(), c.UpdatedAt)
	if before.Subject != c.Subject {
		if err := tx.ReindexHeads(c.Workspace, c.ID); err != nil {
			return err
		}
	}
	if err := tx.UpdateConversation(c, c.Status); err != nil {
		return err
	}
	return in.show(tx, c.Workspace, []svcx.Change{{Kind: svcx.ChangeConversation, Conversation: c.ID}})
}

// fillFields sets values of fields that have none; what does not fit, or finds
// no room, is left out.
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

// completeContact asks in the background for what the conversation's contact
// lacks, at most five times a day for each thing (W 8), and once at a time: a page that is
// opened makes several requests, and several agents may open it. Whether the
// channel asks is read before it returns: a setting changed later counts for
// later looks.
func (in *Inbox) completeContact(ctx context.Context, c *svcx.Conversation) {
	if c.Contact == nil {
		return
	}
	ch, err := in.channelOf(ctx, c)
	if err != nil || !asksBack(ch) {
		return
	}
	in.background(func(ctx context.Context) {
		contact, err := in.db.Contact(ctx, c.Workspace, *c.Contact)
		if err != nil {
			return
		}
		for _, kind := range []svcx.BackRequestType{svcx.BackAvatar, svcx.BackInfo} {
			if lacks(contact, kind) {
				in.askAutomatically(ctx, ch, c, kind)
			}
		}
	})
}

// lacks reports whether the contact lacks something that the type asks for.
func lacks(contact *svcx.Contact, kind svcx.BackRequestType) bool {
	if kind == svcx.BackAvatar {
		return contact.AvatarURL == ""
	}
	return contact.Name == "" || contact.Email == ""
}

func (in *Inbox) askAutomatically(ctx context.Context, ch *svcx.Channel, c *svcx.Conversation, kind svcx.BackRequestType) {
	now := in.Now()
	var began int64
	err := in.db.Write(ctx, c.Workspace, func(tx *store.Tx) error {
		began = 0
		// Once more: one that was under way may have filled it meanwhile.
		contact, err := tx.Contact(c.Workspace, *c.Contact)
		if svcx.KindOf(err) == svcx.KindNotFound {
			return nil // erased meanwhile
		}
		if err != nil || !lacks(contact, kind) {
			return err
		}
		began, err = tx.BeginBackRequest(store.BackRequest{
			Workspace: c.Workspace, Contact: *c.Contact, Type: kind, At: now, Until: now.Add(backgroundTime),
			Since: now.Add(-backRequestDay), Max: svcx.MaxAutomaticBackRequests,
		})
		return err
	})
	if err == nil && began != 0 {
		_, err = in.backRequest(ctx, ch, c, svcx.BackRequest{Type: kind})
		ended := in.db.Write(context.WithoutCancel(ctx), c.Workspace, func(tx *store.Tx) error { return tx.EndBackRequest(c.Workspace, began) })
		err = errors.Join(err, ended)
	}
	if err != nil && svcx.KindOf(err) != svcx.KindIntegrationFailed && ctx.Err() == nil {
		in.log.Warn("an automatic back request", "conversation", c.ID, "type", kind, "error", err)
	}
}
