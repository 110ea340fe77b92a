package messaging

import (
	"context"
	"unicode/utf8"

	"svcx"
	"svcx/internal/inbox"
)

// Messages lists the messages of a conversation, oldest first; notes are not
// among them (R 4.2, D 5).
func (s *Service) Messages(ctx context.Context, w *svcx.Workspace, c *svcx.Conversation, page svcx.MessagePage) (svcx.MessageList, error) {
	list, err := s.db.Messages(ctx, c, page)
	if err != nil {
		return list, err
	}
	return list, list.Prepare(func(items []svcx.Message) error {
		s.links.LinkFiles(w.ID, items, svcx.FileLinkForIntegrator)
		return s.hideReadStatus(ctx, c, items)
	})
}

// Send adds a reply to a conversation and sends it to the channel's integrator (R 4.2, W 6
// message.created). A reply that the channel's platform does not accept is a validation error
// (D 4). The status does not change.
func (s *Service) Send(ctx context.Context, call inbox.Call, id svcx.ConversationID, draft svcx.MessageDraft) (sent *svcx.Message, err error) {
	if err := s.claimFiles(ctx, call.Workspace, &draft); err != nil {
		return nil, err
	}
	err = inbox.ApplyMessage(ctx, s.core, call, id, &sent, func(u *inbox.Update) (bool, error) {
		ch, c, now := u.Channel, u.Conversation, u.Now
		if err := s.checkContent(call.Workspace.Form, ch, draft); err != nil {
			return false, err
		}
		if err := checkPlatform(ch, draft); err != nil {
			return false, err
		}
		ids, err := u.Tx.ReserveMessages(1)
		if err != nil {
			return false, err
		}
		m := &svcx.Message{
			ID: svcx.MessageID(ids[0]), Workspace: call.Workspace.ID, Conversation: c.ID, Kind: svcx.MessageKindMessage, Author: draft.Author,
			Content: draft.Content, ContentType: draft.ContentType, Markdown: draft.Markdown, Attachments: draft.Attachments,
			SentAt: now, CreatedAt: now, Unsent: u.Unsent(svcx.EventMessageCreated),
		}
		c.MessageCount++
		c.LastMessageAt = latest(c.LastMessageAt, now)
		for _, a := range m.Attachments {
			if a.File == 0 {
				continue
			}
			_, err := u.Tx.File(m.Workspace, a.File)
			if svcx.KindOf(err) == svcx.KindNotFound {
				err = svcx.Invalid("attachment", "must be a file of this workspace")
			}
			if err != nil {
				return false, err
			}
		}
		if err := endDraft(u, draft, svcx.DraftReply); err != nil {
			return false, err
		}
		u.Out.CountMessage(c, m)
		u.Emit(svcx.EventMessageCreated, messageEvent(m, draft.Origin))
		u.Out.AddMessage(m)
		shown := *m
		shown.Attachments = s.links.LinkAttachments(call.Workspace.ID, m.Attachments, messageLife(draft.Origin))
		sent = &shown
		return true, nil
	})
	return sent, err
}

// messageEvent is the data of message.created. Whether its attachments are sent depends on
// the channel's settings at the attempt.
func messageEvent(m *svcx.Message, origin svcx.Origin) svcx.EventData {
	return svcx.EventData{
		Content: m.Content, ContentType: m.ContentType, AuthorName: m.Author.PublicName(), AuthorType: m.Author.Type, MessageID: m.ID, Origin: origin,
		Attachments: m.Attachments,
	}
}

// checkContent refuses a reply that would reach its receiver with nothing in it.
// Only agents may leave the content blank, and only beside an attachment that the
// channel relays; a key's message has content (R 4.2).
func (s *Service) checkContent(form svcx.FormName, ch *svcx.Channel, draft svcx.MessageDraft) error {
	relayed := len(draft.Attachments) > 0 && ch != nil && ch.Settings.RelaySupportsAttachments && s.core.Forms.RelaysAttachments(form)
	if !svcx.Blank(draft.Content) || relayed && draft.Origin == svcx.OriginInbox {
		return nil
	}
	if len(draft.Attachments) > 0 && draft.Origin == svcx.OriginInbox {
		return svcx.Invalid("content", "must not be blank: the channel does not relay the attachment")
	}
	return svcx.Invalid("content", "must be a string of 1 to %d characters, not all white space", svcx.MaxContent)
}

// checkPlatform refuses what the channel's platform does not accept.
func checkPlatform(ch *svcx.Channel, draft svcx.MessageDraft) error {
	if ch == nil {
		return nil
	}
	s := &ch.Settings
	if s.MaxMessageLength != nil && utf8.RuneCountInString(draft.Content) > *s.MaxMessageLength {
		return svcx.Invalid("content", "must be at most %d characters, which is what the channel's platform takes", *s.MaxMessageLength)
	}
	if len(draft.Attachments) > 0 && !s.CanReceiveFiles {
		return svcx.Invalid("attachment", "must be left out: the channel's platform takes no files")
	}
	return nil
}
