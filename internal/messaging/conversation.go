package messaging

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/textsearch"
	"svcx/internal/trace"
)

// Conversations lists conversations, in the order of the filter. An id in the filter that is not
// of this workspace is a validation error naming it (D 5).
func (s *Service) Conversations(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, page svcx.Page) (svcx.List[*svcx.Conversation], error) {
	if err := s.checkFilter(ctx, w.ID, &f); err != nil {
		return svcx.List[*svcx.Conversation]{}, err
	}
	return s.db.Conversations(ctx, w.ID, f, page)
}

// ConversationsAfter lists at most limit conversations after the cursor, and whether there
// are more. Errors are those of Conversations.
func (s *Service) ConversationsAfter(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, after svcx.ConversationCursor, limit int) ([]*svcx.Conversation, bool, error) {
	if err := s.checkFilter(ctx, w.ID, &f); err != nil {
		return nil, false, err
	}
	return s.db.Read(ctx).ConversationsAfter(w.ID, f, after, limit)
}

// ViewCounts are the totals of the lists that members look at, for one of them.
func (s *Service) ViewCounts(ctx context.Context, w *svcx.Workspace, m *svcx.Member) (svcx.ViewCounts, error) {
	v, err := s.db.Read(ctx).ViewCounts(w.ID)
	if err == nil {
		v.Undelivered, err = NewDeliveries(s.core).CountUndelivered(ctx, w)
	}
	if err == nil {
		v.Mentioned, err = s.Attention.Count(ctx, w, m)
	}
	return v, err
}

// SearchConversations searches conversations and lists at most limit, after the cursor
// unless it is nil. Errors are those of Conversations.
func (s *Service) SearchConversations(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, q string, after *svcx.ConversationCursor, limit int) (svcx.ConversationPage, error) {
	if err := s.checkFilter(ctx, w.ID, &f); err != nil {
		return svcx.ConversationPage{}, err
	}
	return s.db.SearchConversations(ctx, w.ID, f, q, after, limit)
}

// IsSearch reports whether q has a letter or digit to search for.
func IsSearch(q string) bool { return textsearch.HasWords(q) }

// checkFilter refuses ids that are not of the workspace and replaces a merged contact by
// the one that it was merged into.
func (s *Service) checkFilter(ctx context.Context, ws svcx.WorkspaceID, f *svcx.ConversationFilter) error {
	if f.Channel != nil {
		if _, err := s.db.Read(ctx).Channel(ws, *f.Channel); err != nil {
			if err = s.stillNamed(ctx, ws, *f.Channel, err); err != nil {
				return inbox.Missing(err, "channelId", "a channel")
			}
		}
	}
	if f.Contact != nil {
		contact, err := s.db.Read(ctx).Contact(ws, *f.Contact)
		if err != nil {
			return inbox.Missing(err, "contactId", "a contact")
		}
		f.Contact = &contact.ID
		if f.ContactMoves, err = s.db.Read(ctx).MovesWith(ws, contact.ID); err != nil {
			return err
		}
	}
	if f.AssignedTo != nil {
		if _, err := s.db.Read(ctx).Member(ws, *f.AssignedTo); err != nil {
			return inbox.Missing(err, "assignedTo", "a member")
		}
	}
	if f.Category != nil {
		if _, err := s.db.Read(ctx).Category(ws, *f.Category); err != nil {
			return inbox.Missing(err, "categoryId", "a category")
		}
	}
	return nil
}

// stillNamed accepts the id of a deleted channel that still has conversations. (Former
// members have none: removing a member unassigns all their conversations.)
func (s *Service) stillNamed(ctx context.Context, ws svcx.WorkspaceID, ch svcx.ChannelID, notFound error) error {
	if svcx.KindOf(notFound) != svcx.KindNotFound {
		return notFound
	}
	named, err := s.db.Conversations(ctx, ws, svcx.ConversationFilter{Channel: &ch}, svcx.Page{Limit: 1})
	if err == nil && len(named.Items) == 0 {
		err = notFound
	}
	return err
}

// Conversation finds one conversation.
func (s *Service) Conversation(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Conversation, error) {
	return s.db.Read(ctx).Conversation(w.ID, id)
}

// CreateConversation creates a conversation (R 4.1). On a channel it gets an external id,
// which is in its events and which inbound messages can use (D 4).
func (s *Service) CreateConversation(ctx context.Context, call inbox.Call, draft svcx.ConversationDraft) (c *svcx.Conversation, err error) {
	err = inbox.Write(ctx, s.core, call, &c, func(tx *store.Tx) error {
		draft := draft
		ch, err := checkDraft(tx, call.Workspace.ID, &draft)
		if err != nil {
			return err
		}
		now := s.core.Now()
		c = &svcx.Conversation{
			Workspace: call.Workspace.ID, Channel: draft.Channel, ChannelType: draft.ChannelType, Subject: draft.Subject, Status: svcx.StatusOpen,
			AssignedTo: draft.AssignedTo, Contact: draft.Contact, CreatedAt: now, UpdatedAt: now,
		}
		if err := number(tx, c, ch); err != nil {
			return err
		}
		u := &inbox.Update{Tx: tx, Form: call.Workspace.Form, Channel: ch, Conversation: c, Actor: call.Actor, Now: now, Out: s.core.NewOutbox()}
		u.Out.Cause = trace.Of(ctx)
		u.Out.CountOpened(c)
		if c.AssignedTo != nil {
			u.Assign(c.AssignedTo)
		}
		if err := insertWithDefaults(tx, c, ch); err != nil {
			return err
		}
		return s.core.Publish(u)
	})
	return c, err
}

// insertWithDefaults stores a new conversation with the category and the field
// values of its channel's Defaults (W 2.1). The defaults may be older than what
// they name: what does not fit any more is left out.
func insertWithDefaults(tx *store.Tx, c *svcx.Conversation, ch *svcx.Channel) error {
	if ch == nil {
		return tx.InsertConversations(c)
	}
	if id := ch.Defaults.Category; id != nil {
		switch _, err := tx.Category(c.Workspace, *id); {
		case err == nil:
			c.Category = id
		case svcx.KindOf(err) != svcx.KindNotFound:
			return err
		}
	}
	if err := tx.InsertConversations(c); err != nil || len(ch.Defaults.Fields) == 0 {
		return err
	}
	fields, err := tx.Fields(c.Workspace)
	if err != nil {
		return err
	}
	for _, f := range fields {
		text, set := ch.Defaults.Fields[f.Key]
		if !set {
			continue
		}
		value, ok, err := f.Read(svcx.FieldInput{Kind: svcx.FieldInputString, Text: text})
		if err != nil || !ok {
			continue
		}
		if err := tx.SetFieldValue(c.Workspace, c.ID, f.ID, &value); err != nil {
			return err
		}
	}
	return nil
}

// checkDraft refuses ids that are not of the workspace, replaces a merged contact by the
// one that it was merged into, and returns the channel.
func checkDraft(tx *store.Tx, ws svcx.WorkspaceID, draft *svcx.ConversationDraft) (ch *svcx.Channel, err error) {
	if draft.Contact != nil {
		contact, err := tx.Contact(ws, *draft.Contact)
		if err != nil {
			return nil, inbox.Missing(err, "contactId", "a contact")
		}
		draft.Contact = &contact.ID
	}
	if err := checkMember(tx, ws, draft.AssignedTo); err != nil {
		return nil, err
	}
	if draft.Channel != nil {
		if ch, err = tx.Channel(ws, *draft.Channel); err != nil {
			return nil, inbox.Missing(err, "channelId", "a channel")
		}
	}
	return ch, nil
}

// number sets the id of a new conversation and, on a channel, an external id that no
// sender has used.
func number(tx *store.Tx, c *svcx.Conversation, ch *svcx.Channel) error {
	ids, err := tx.ReserveConversations(1)
	if err != nil {
		return err
	}
	c.ID = svcx.ConversationID(ids[0])
	if ch == nil {
		return nil
	}
	c.ExternalID = "svcx-" + strconv.FormatInt(ids[0], 10)
	for {
		taken, err := tx.ConversationsByExternalID(c.Workspace, []string{c.ExternalID})
		if err != nil {
			return err
		}
		if !onChannel(taken, ch.ID) {
			return nil
		}
		c.ExternalID += "-" + seal.RandomHex(8)
	}
}

func onChannel(conversations []*svcx.Conversation, channel svcx.ChannelID) bool {
	for _, c := range conversations {
		if c.Channel != nil && *c.Channel == channel {
			return true
		}
	}
	return false
}

// UpdateConversation changes what the patch sets: by REST the subject and the assignee
// (R 4.1, form A). If nothing changes, updatedAt stays. All changes are in the history;
// only a new assignee sends an event.
func (s *Service) UpdateConversation(ctx context.Context, call inbox.Call, id svcx.ConversationID, patch svcx.ConversationPatch) (c *svcx.Conversation, err error) {
	err = inbox.Apply(ctx, s.core, call, id, &c, func(u *inbox.Update) (bool, error) {
		c = u.Conversation
		return applyPatch(u, patch)
	})
	return c, err
}

// applyPatch changes what a patch sets, and reports whether that is anything.
func applyPatch(u *inbox.Update, patch svcx.ConversationPatch) (changed bool, err error) {
	c := u.Conversation
	changed, err = relabel(u, patch)
	if err != nil || patch.AssignedTo == nil || same(*patch.AssignedTo, c.AssignedTo) {
		return changed, err
	}
	if err := checkMember(u.Tx, c.Workspace, *patch.AssignedTo); err != nil {
		return false, err
	}
	u.Assign(*patch.AssignedTo)
	return true, nil
}

// History entries of changes by agents. The detail is the new value, except for the
// subject, which may contain personal data.
const (
	historySubjectChanged  = "subject.changed"
	historyCategoryChanged = "category.changed"
	historyPriorityChanged = "priority.changed"
	historyTagsChanged     = "tags.changed"
)

// relabel applies a patch except for the assignee, with a history entry for each
// change.
func relabel(u *inbox.Update, patch svcx.ConversationPatch) (changed bool, err error) {
	tx, c := u.Tx, u.Conversation
	note := func(what, detail string) {
		changed = true
		u.Note(what, detail)
	}
	if patch.Subject != nil && *patch.Subject != c.Subject {
		c.Subject = *patch.Subject
		note(historySubjectChanged, "")
		if err := tx.ReindexHeads(c.Workspace, c.ID); err != nil {
			return false, err
		}
	}
	if patch.Category != nil && !same(*patch.Category, c.Category) {
		detail := ""
		if to := *patch.Category; to != nil {
			if _, err := tx.Category(c.Workspace, *to); err != nil {
				return false, inbox.Missing(err, "categoryId", "a category")
			}
			detail = strconv.FormatInt(int64(*to), 10)
		}
		c.Category = *patch.Category
		note(historyCategoryChanged, detail)
	}
	if patch.Priority != nil && *patch.Priority != c.Priority {
		c.Priority = *patch.Priority
		note(historyPriorityChanged, string(c.Priority))
	}
	if patch.Tags != nil && !slices.Equal(*patch.Tags, c.Tags) {
		c.Tags = *patch.Tags
		note(historyTagsChanged, strings.Join(c.Tags, ", "))
	}
	return changed, nil
}

func same[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// checkMember refuses an assignee who is not a member.
func checkMember(tx *store.Tx, ws svcx.WorkspaceID, user *svcx.UserID) error {
	if user == nil {
		return nil
	}
	_, err := tx.Member(ws, *user)
	return inbox.Missing(err, "assignedTo", "a member")
}

// Resolve resolves a conversation and sends the event. A conversation that already has
// the status is returned as it is (D 5).
func (s *Service) Resolve(ctx context.Context, call inbox.Call, id svcx.ConversationID) (*svcx.Conversation, error) {
	return s.setStatus(ctx, call, id, svcx.StatusResolved)
}

// Close archives a conversation; see Resolve.
func (s *Service) Close(ctx context.Context, call inbox.Call, id svcx.ConversationID) (*svcx.Conversation, error) {
	return s.setStatus(ctx, call, id, svcx.StatusClosed)
}

// Reopen reopens a conversation; see Resolve.
func (s *Service) Reopen(ctx context.Context, call inbox.Call, id svcx.ConversationID) (*svcx.Conversation, error) {
	return s.setStatus(ctx, call, id, svcx.StatusOpen)
}

func (s *Service) setStatus(ctx context.Context, call inbox.Call, id svcx.ConversationID, to svcx.Status) (c *svcx.Conversation, err error) {
	err = inbox.Apply(ctx, s.core, call, id, &c, func(u *inbox.Update) (bool, error) {
		c = u.Conversation
		return u.MoveTo(to), nil
	})
	return c, err
}

// DeleteConversation deletes a conversation with its messages, their versions and files, its
// rating, participants, field values and history, and its waiting deliveries. It sends no
// event. A duplicate of one of its messages is still a duplicate; a new message with its
// external id creates a new conversation.
func (s *Service) DeleteConversation(ctx context.Context, call inbox.Call, id svcx.ConversationID) error {
	err := s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		c, err := tx.Conversation(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteConversation(c); err != nil {
			return err
		}
		if err := s.core.ShowReset(tx, call.Workspace.ID); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditConversationDelete, "conversation", id)
	})
	if err == nil {
		s.removal.RemoveTraces(ctx, call.Workspace.ID)
	}
	return err
}
