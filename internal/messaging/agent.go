package messaging

import (
	"cmp"
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Changes by agents differ from those by the API in three ways: the integrator may be
// asked for a confirmation (W 4.7), required fields must be filled, and the author is
// a member.

// AgentSetStatus sets the status of a conversation for an agent. If the channel wants
// confirmation the integrator is asked first; a veto is an error of kind Vetoed with
// its reason (W 7.4). Without a usable answer the change is made and the history has
// the entry "unconfirmed". A conversation that already has the status is returned as
// it is, without a confirmation (D 4).
//
// To resolve or close, the required fields must be filled: a validation error names the
// first that is empty.
func (s *Service) AgentSetStatus(ctx context.Context, call inbox.Call, id svcx.ConversationID, to svcx.Status) (*svcx.Conversation, error) {
	var c *svcx.Conversation
	_, _, err := s.SetProperty(ctx, call, id, Setting{
		PropertyChange: svcx.PropertyChange{Property: svcx.PropertyStatus, To: string(to)},
		Record:         func(u *inbox.Update, _, _ string) error { c = u.Conversation; return nil },
	})
	return c, err
}

// confirmedMove sets the status, with a note if it was asked about and not answered, and
// reports whether it changed.
func confirmedMove(u *inbox.Update, confirmed svcx.Confirmation, to svcx.Status) bool {
	if !u.MoveTo(to) {
		return false
	}
	if confirmed.Asked && !confirmed.Answered {
		u.Note("unconfirmed", string(to.Event()))
	}
	return true
}

// confirm asks the integrator for confirmation, outside of any transaction.
func (s *Service) confirm(ctx context.Context, c *svcx.Conversation, to svcx.Status) (svcx.Confirmation, error) {
	ch, err := inbox.ChannelOf(s.db.Read(ctx), c)
	if err != nil || ch == nil {
		return svcx.Confirmation{Allowed: true}, err
	}
	confirmed := s.integrator.Confirm(ctx, ch, confirmIntents[to], c.ExternalID)
	if !confirmed.Allowed {
		reason := confirmed.Reason
		if reason == "" {
			reason = "the integrator refused the change"
		}
		return confirmed, &svcx.Error{Kind: svcx.KindVetoed, Message: reason}
	}
	return confirmed, nil
}

// confirmIntents are the intents by the new status (D 4).
var confirmIntents = map[svcx.Status]string{
	svcx.StatusResolved: svcx.ActionResolve, svcx.StatusClosed: svcx.ActionClose, svcx.StatusOpen: svcx.ActionReopen,
}

// checkRequired checks that the required fields of a conversation, global ones and
// those of its category, are filled (D 2).
func (s *Service) checkRequired(ctx context.Context, w *svcx.Workspace, c *svcx.Conversation) error {
	fields, err := s.db.Read(ctx).Fields(w.ID)
	if err != nil {
		return err
	}
	values, err := s.db.Read(ctx).FieldValues(w.ID, c.ID)
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

// AgentAssign assigns the conversation to a member, or unassigns it for nil.
func (s *Service) AgentAssign(ctx context.Context, call inbox.Call, id svcx.ConversationID, to *svcx.UserID) (*svcx.Conversation, error) {
	return s.UpdateConversation(ctx, call, id, svcx.ConversationPatch{AssignedTo: &to})
}

// AgentSend sends a member's reply: see Send.
func (s *Service) AgentSend(ctx context.Context, call inbox.Call, by *svcx.Member, id svcx.ConversationID, draft svcx.MessageDraft) (*svcx.Message, error) {
	draft.Author, draft.Origin = memberAuthor(by), svcx.OriginInbox
	return s.Send(ctx, call, id, draft)
}

// AgentNote adds a note, which only members see: it sends no event and is in no REST
// list (D 5). The conversation waits for the members whom it mentions.
func (s *Service) AgentNote(ctx context.Context, call inbox.Call, by *svcx.Member, id svcx.ConversationID, draft svcx.MessageDraft) (*svcx.Message, error) {
	var m *svcx.Message
	draft.Author = memberAuthor(by)
	mentions, _, _, err := s.Attention.Mentioned(ctx, call.Workspace, cmp.Or(draft.Text, draft.Content))
	if err != nil {
		return nil, err
	}
	err = inbox.ApplyMessage(ctx, s.core, call, id, &m, func(u *inbox.Update) (bool, error) {
		ids, err := u.Tx.ReserveMessages(1)
		if err != nil {
			return false, err
		}
		m = &svcx.Message{
			ID: svcx.MessageID(ids[0]), Workspace: call.Workspace.ID, Conversation: id, Kind: svcx.MessageKindNote, Author: draft.Author,
			Content: draft.Content, ContentType: draft.ContentType, SentAt: u.Now, CreatedAt: u.Now, Mentions: mentions,
		}
		u.Out.AddMessage(m)
		return true, endDraft(u, draft, svcx.DraftNote)
	})
	return m, err
}

// endDraft deletes the draft that was sent.
func endDraft(u *inbox.Update, draft svcx.MessageDraft, kind svcx.DraftKind) error {
	if !draft.EndsDraft {
		return nil
	}
	return store.Drafts{Workspace: u.Conversation.Workspace, User: *draft.Author.User}.Delete(u.Tx, u.Conversation.ID, kind)
}

// memberAuthor is a member as an author. A member without a name is shown by address.
func memberAuthor(m *svcx.Member) svcx.Author {
	id := m.ID
	a := svcx.Author{Type: svcx.AuthorAgent, Name: m.Name, Email: m.Email, User: &id}
	if a.Name == "" {
		a.Name = m.Email
	}
	return a
}

// History lists a conversation's history, oldest first.
func (s *Service) History(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, page svcx.Page) (svcx.List[svcx.HistoryEntry], error) {
	if _, err := s.db.Read(ctx).Conversation(w.ID, id); err != nil {
		return svcx.List[svcx.HistoryEntry]{}, err
	}
	return s.db.Read(ctx).History(w.ID, id, page)
}

// ThreadPage is a page of a conversation's messages as agents see them.
type ThreadPage struct {
	svcx.MessageList
	// Fresh are the known fresh URLs of media in the messages read so far. Media are
	// the URLs from which this server proxies media, by their URLs in the messages.
	Fresh []svcx.ContentURL
	Media map[string]string
}

// maxPageMedia bounds the media of a page, in bytes of their URLs; further media get no
// URL. A newsletter has about ten, of a hundred bytes each.
const maxPageMedia = 1 << 20

// Thread lists messages and notes of a conversation, oldest first, with the known fresh
// URLs of their media. Unknown ones are requested in the background (W 2.7
// ephemeralContent). A page next to a message that is not of the conversation is a
// validation error.
func (s *Service) Thread(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, page svcx.MessagePage) (*ThreadPage, error) {
	c, err := s.db.Read(ctx).Conversation(w.ID, id)
	if err != nil {
		return nil, err
	}
	ch, err := inbox.ChannelOf(s.db.Read(ctx), c)
	if err != nil {
		return nil, err
	}
	list, err := s.db.MessagesAndNotes(ctx, w.ID, id, page)
	if err != nil {
		return nil, err
	}
	p, size := &ThreadPage{MessageList: list, Media: make(map[string]string)}, 0
	s.completeContact(ch, c)
	return p, p.Prepare(func(items []svcx.Message) error {
		if !showsReadStatus(ch) {
			clearReadStatus(items)
		}
		if err := store.AttentionOf(s.db.Read(ctx)).SetMentions(w.ID, items); err != nil {
			return err
		}
		if size < maxPageMedia {
			fresh, err := s.resolveContent(ctx, ch, c, items)
			if err != nil {
				return err
			}
			p.Fresh = append(p.Fresh, fresh...)
			for ref, src := range s.links.MediaOf(w, items, fresh) {
				size += len(ref)
				p.Media[ref] = src
			}
		}
		s.links.LinkFiles(w.ID, items, svcx.FileLinkForMember)
		return nil
	})
}

// OpenConversation reads a conversation for an agent. What its contact lacks is
// requested in the background (W 4.7 back requests).
func (s *Service) OpenConversation(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Conversation, error) {
	c, err := s.db.Read(ctx).Conversation(w.ID, id)
	if err != nil || c.Contact == nil {
		return c, err
	}
	ch, err := inbox.ChannelOf(s.db.Read(ctx), c)
	if err == nil {
		s.completeContact(ch, c)
	} else if ctx.Err() == nil {
		s.tasksFailed.Failed(err)
	}
	return c, nil
}
