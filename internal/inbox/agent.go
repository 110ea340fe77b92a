package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// What agents do in the inbox differs from what the API does in three ways: the
// integrator may be asked first (W 4.7), required fields must be filled, and the
// author is a member.

// AgentSetStatus brings a conversation to a status for an agent. The integrator
// is asked first where the channel wants that; its refusal is an error of kind
// Vetoed with its reason (W 7.4). Without a usable answer the change is made and
// the history says "unconfirmed". A conversation that has the status already is
// returned as it is, and nobody is asked (decisions 4).
//
// Resolving and closing need the required fields filled: a validation error
// names the first that is not.
func (in *Inbox) AgentSetStatus(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID, to svcx.Status) (*svcx.Conversation, error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err != nil || c.Status == to {
		return c, err
	}
	if to != svcx.StatusOpen {
		if err := in.checkRequired(ctx, w, c); err != nil {
			return nil, err
		}
	}
	confirmed, err := in.confirm(ctx, w, c, to)
	if err != nil {
		return nil, err
	}
	return in.change(ctx, w, id, func(_ *store.Tx, ch *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		if !in.moveTo(out, w.Form, ch, c, to, actor, now) {
			return false, nil
		}
		if confirmed.Asked && !confirmed.Answered {
			out.note(c, "unconfirmed", actor, string(to.Event()), now)
		}
		return true, nil
	})
}

// confirm asks the integrator, outside of any transaction.
func (in *Inbox) confirm(ctx context.Context, w *svcx.Workspace, c *svcx.Conversation, to svcx.Status) (svcx.Confirmation, error) {
	ch, err := in.channelOf(ctx, c)
	if err != nil || ch == nil {
		return svcx.Confirmation{Allowed: true}, err
	}
	confirmed := in.integrator.Confirm(ctx, ch, confirmIntents[to], c.ExternalID)
	if !confirmed.Allowed {
		reason := confirmed.Reason
		if reason == "" {
			reason = "the integration refused the change"
		}
		return confirmed, &svcx.Error{Kind: svcx.KindVetoed, Message: reason}
	}
	return confirmed, nil
}

// confirmIntents are the intents by the status that is wanted (decisions 4).
var confirmIntents = map[svcx.Status]string{
	svcx.StatusResolved: svcx.ActionResolve, svcx.StatusClosed: svcx.ActionClose, svcx.StatusOpen: svcx.ActionReopen,
}

// channelOf reads the conversation's channel; nil without one.
func (in *Inbox) channelOf(ctx context.Context, c *svcx.Conversation) (*svcx.Channel, error) {
	if c.Channel == nil {
		return nil, nil
	}
	ch, err := in.db.Channel(ctx, c.Workspace, *c.Channel)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, nil
	}
	return ch, err
}

// checkRequired refuses to end a conversation whose required fields are empty:
// global ones and those of its category (decisions 2).
func (in *Inbox) checkRequired(ctx context.Context, w *svcx.Workspace, c *svcx.Conversation) error {
	fields, err := in.db.Fields(ctx, w.ID)
	if err != nil {
		return err
	}
	values, err := in.db.FieldValues(ctx, w.ID, c.ID)
	if err != nil {
		return err
	}
	for _, f := range fields {
		applies := f.Category == nil || same(f.Category, c.Category)
		if _, filled := values[f.ID]; f.Required && applies && !filled {
			return svcx.Invalid("fields."+f.Key, "must be filled before the conversation is resolved or closed")
		}
	}
	return nil
}

// AgentAssign assigns the conversation to a member, or to nobody for nil.
func (in *Inbox) AgentAssign(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID, to *svcx.UserID) (*svcx.Conversation, error) {
	return in.UpdateConversation(ctx, w, actor, id, svcx.ConversationPatch{AssignedTo: &to})
}

// AgentSend sends a member's reply: see Send.
func (in *Inbox) AgentSend(ctx context.Context, w *svcx.Workspace, who *svcx.Member, id svcx.ConversationID, draft svcx.MessageDraft) (*svcx.Message, error) {
	draft.Author, draft.Origin = memberAuthor(who), svcx.OriginInbox
	return in.Send(ctx, w, id, draft)
}

// AgentNote adds a note, which nobody but the members sees: it sends no event
// and is in no REST list (decisions 5).
func (in *Inbox) AgentNote(ctx context.Context, w *svcx.Workspace, who *svcx.Member, id svcx.ConversationID, content string) (*svcx.Message, error) {
	var m *svcx.Message
	_, err := in.change(ctx, w, id, func(tx *store.Tx, _ *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		ids, err := tx.ReserveMessages(1)
		if err != nil {
			return false, err
		}
		m = &svcx.Message{
			ID: svcx.MessageID(ids[0]), Workspace: w.ID, Conversation: c.ID, Kind: svcx.MessageKindNote, Author: memberAuthor(who),
			Content: content, ContentType: svcx.ContentText, SentAt: now, CreatedAt: now,
		}
		out.shown.message(m)
		return true, tx.InsertMessages(m)
	})
	return m, err
}

// memberAuthor is a member as an author; one without a name is shown by the
// address.
func memberAuthor(who *svcx.Member) svcx.Author {
	id := who.ID
	a := svcx.Author{Type: svcx.AuthorAgent, Name: who.Name, Email: who.Email, User: &id}
	if a.Name == "" {
		a.Name = who.Email
	}
	return a
}

// History lists what happened to a conversation, oldest first.
func (in *Inbox) History(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, page svcx.Page) (svcx.List[svcx.HistoryEntry], error) {
	if _, err := in.db.Conversation(ctx, w.ID, id); err != nil {
		return svcx.List[svcx.HistoryEntry]{}, err
	}
	return in.db.History(ctx, w.ID, id, page)
}

// Thread is a page of a conversation as agents see it.
type ConversationPage struct {
	svcx.List[svcx.Message]
	// Fresh and Media are the fresh URLs that are known for the media of what was
	// read so far, and our own addresses of them by the URLs in the messages.
	Fresh []svcx.ContentURL
	Media map[string]string
}

// maxThreadMedia bounds the media of a page, in bytes of their URLs: what is
// beyond has no address. A newsletter has some ten, of a hundred bytes each.
const maxThreadMedia = 1 << 20

// Thread lists all that agents see in a conversation, notes too, oldest first,
// and the fresh URLs that are known for its media; what is not known is asked
// for behind the answer (W 2.7 ephemeralContent).
func (in *Inbox) ConversationPage(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, page svcx.Page) (*ConversationPage, error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err != nil {
		return nil, err
	}
	list, err := in.db.MessagesAndNotes(ctx, w.ID, id, page)
	if err != nil {
		return nil, err
	}
	t, size := &ConversationPage{List: list, Media: make(map[string]string)}, 0
	in.completeContact(ctx, c)
	return t, t.Prepare(func(items []svcx.Message) error {
		if err := in.hideReadStatus(ctx, c, items); err != nil {
			return err
		}
		if size < maxThreadMedia {
			fresh, err := in.resolveContent(ctx, c, items)
			if err != nil {
				return err
			}
			t.Fresh = append(t.Fresh, fresh...)
			for ref, src := range in.MediaSources(w, items, fresh) {
				size += len(ref)
				t.Media[ref] = src
			}
		}
		in.LinkFiles(w.ID, items, svcx.FileLinkForMember)
		return nil
	})
}

// OpenConversation is a conversation that an agent looks at; what its contact
// lacks is asked for behind the answer (W 4.7 back requests).
func (in *Inbox) OpenConversation(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Conversation, error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err == nil {
		in.completeContact(ctx, c)
	}
	return c, err
}
