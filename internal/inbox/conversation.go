package inbox

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// Conversations lists conversations, last activity first. An id in the filter that is not
// of this workspace is a validation error naming it (D 5).
func (in *Inbox) Conversations(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, page svcx.Page) (svcx.List[*svcx.Conversation], error) {
	if err := in.checkFilter(ctx, w.ID, &f); err != nil {
		return svcx.List[*svcx.Conversation]{}, err
	}
	return in.db.Conversations(ctx, w.ID, f, page)
}

// ConversationsAfter lists at most limit conversations after the cursor, and whether there
// are more. Errors are those of Conversations.
func (in *Inbox) ConversationsAfter(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, after svcx.ConversationCursor, limit int) ([]*svcx.Conversation, bool, error) {
	if err := in.checkFilter(ctx, w.ID, &f); err != nil {
		return nil, false, err
	}
	return in.db.ConversationsAfter(ctx, w.ID, f, after, limit)
}

// SearchConversations searches conversations and lists at most limit, after the cursor
// unless it is nil. Errors are those of Conversations.
func (in *Inbox) SearchConversations(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, q string, after *svcx.ConversationCursor, limit int) (svcx.ConversationPage, error) {
	if err := in.checkFilter(ctx, w.ID, &f); err != nil {
		return svcx.ConversationPage{}, err
	}
	return in.db.SearchConversations(ctx, w.ID, f, q, after, limit)
}

// IsSearch reports whether q has a letter or digit to search for.
func IsSearch(q string) bool { return store.HasWords(q) }

// checkFilter refuses ids that are not of the workspace and replaces a merged contact by
// the one that it was merged into.
func (in *Inbox) checkFilter(ctx context.Context, ws svcx.WorkspaceID, f *svcx.ConversationFilter) error {
	if f.Channel != nil {
		if _, err := in.db.Channel(ctx, ws, *f.Channel); err != nil {
			if err = in.stillNamed(ctx, ws, *f.Channel, err); err != nil {
				return missing(err, "channelId", "a channel")
			}
		}
	}
	if f.Contact != nil {
		contact, err := in.db.Contact(ctx, ws, *f.Contact)
		if err != nil {
			return missing(err, "contactId", "a contact")
		}
		f.Contact = &contact.ID
		if f.ContactMoves, err = in.db.MovesWith(ctx, ws, contact.ID); err != nil {
			return err
		}
	}
	if f.AssignedTo != nil {
		if _, err := in.db.Member(ctx, ws, *f.AssignedTo); err != nil {
			return missing(err, "assignedTo", "a member")
		}
	}
	if f.Category != nil {
		if _, err := in.db.Category(ctx, ws, *f.Category); err != nil {
			return missing(err, "categoryId", "a category")
		}
	}
	return nil
}

// stillNamed accepts the id of a deleted channel that still has conversations. (Former
// members have none: removing a member unassigns all their conversations.)
func (in *Inbox) stillNamed(ctx context.Context, ws svcx.WorkspaceID, ch svcx.ChannelID, notFound error) error {
	if svcx.KindOf(notFound) != svcx.KindNotFound {
		return notFound
	}
	named, err := in.db.Conversations(ctx, ws, svcx.ConversationFilter{Channel: &ch}, svcx.Page{Limit: 1})
	if err == nil && len(named.Items) == 0 {
		err = notFound
	}
	return err
}

// missing turns NotFound for an id in a body or query into a validation error. It is the
// same for an id of another workspace.
func missing(err error, field, what string) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return svcx.Invalid(field, "must be the id of %s of this workspace", what)
	}
	return err
}

// Conversation finds one conversation.
func (in *Inbox) Conversation(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Conversation, error) {
	return in.db.Conversation(ctx, w.ID, id)
}

// CreateConversation creates a conversation (R 4.1). On a channel it gets an external id,
// which is in its events and which inbound messages can use (D 4).
func (in *Inbox) CreateConversation(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, draft svcx.ConversationDraft) (c *svcx.Conversation, err error) {
	err = in.db.Write(withResult(ctx, &c), w.ID, func(tx *store.Tx) error {
		draft := draft
		ch, err := checkDraft(tx, w.ID, &draft)
		if err != nil {
			return err
		}
		now := in.Now()
		c = &svcx.Conversation{
			Workspace: w.ID, Channel: draft.Channel, ChannelType: draft.ChannelType, Subject: draft.Subject, Status: svcx.StatusOpen,
			AssignedTo: draft.AssignedTo, Contact: draft.Contact, CreatedAt: now, UpdatedAt: now,
		}
		if err := in.number(tx, c, ch); err != nil {
			return err
		}
		var out outbox
		out.counts.Add(c, svcx.MeasureOpened, 0, now, 1)
		if c.AssignedTo != nil {
			in.noteAssigned(&out, w.Form, ch, c, actor, now)
		}
		if err := insertWithDefaults(tx, c, ch); err != nil {
			return err
		}
		return in.publish(tx, w, c, out)
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
			return nil, missing(err, "contactId", "a contact")
		}
		draft.Contact = &contact.ID
	}
	if draft.AssignedTo != nil {
		if _, err := tx.Member(ws, *draft.AssignedTo); err != nil {
			return nil, missing(err, "assignedTo", "a member")
		}
	}
	if draft.Channel != nil {
		if ch, err = tx.Channel(ws, *draft.Channel); err != nil {
			return nil, missing(err, "channelId", "a channel")
		}
	}
	return ch, nil
}

// number sets the id of a new conversation and, on a channel, an external id that no
// sender has used.
func (in *Inbox) number(tx *store.Tx, c *svcx.Conversation, ch *svcx.Channel) error {
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
		c.ExternalID += "-" + randomHex(4)
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
func (in *Inbox) UpdateConversation(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID, patch svcx.ConversationPatch) (*svcx.Conversation, error) {
	return in.change(ctx, w, id, func(tx *store.Tx, ch *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		changed, err := relabel(tx, c, patch, actor, out, now)
		if err != nil {
			return false, err
		}
		if patch.AssignedTo == nil || same(*patch.AssignedTo, c.AssignedTo) {
			return changed, nil
		}
		return true, in.assign(tx, w, ch, c, *patch.AssignedTo, actor, out, now)
	})
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
func relabel(tx *store.Tx, c *svcx.Conversation, patch svcx.ConversationPatch, actor svcx.Actor, out *outbox, now svcx.Time) (changed bool, err error) {
	note := func(what, detail string) {
		changed = true
		out.note(c, what, actor, detail, now)
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
				return false, missing(err, "categoryId", "a category")
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

// assign sets or clears the assignee, who must be a member.
func (in *Inbox) assign(tx *store.Tx, w *svcx.Workspace, ch *svcx.Channel, c *svcx.Conversation, to *svcx.UserID, actor svcx.Actor, out *outbox, now svcx.Time) error {
	if to != nil {
		if _, err := tx.Member(w.ID, *to); err != nil {
			return missing(err, "assignedTo", "a member")
		}
	}
	c.AssignedTo = to
	in.noteAssigned(out, w.Form, ch, c, actor, now)
	return nil
}

func (in *Inbox) noteAssigned(out *outbox, form svcx.FormName, ch *svcx.Channel, c *svcx.Conversation, actor svcx.Actor, now svcx.Time) {
	detail := ""
	if c.AssignedTo != nil {
		detail = strconv.FormatInt(int64(*c.AssignedTo), 10)
	}
	out.note(c, string(svcx.EventConversationAssigned), actor, detail, now)
	out.add(in.forms, form, ch, c, svcx.EventConversationAssigned, svcx.EventData{AssignedTo: c.AssignedTo}, now)
}

// Resolve resolves a conversation and sends the event. A conversation that already has
// the status is returned as it is (D 5).
func (in *Inbox) Resolve(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID) (*svcx.Conversation, error) {
	return in.setStatus(ctx, w, actor, id, svcx.StatusResolved)
}

// Close archives a conversation; see Resolve.
func (in *Inbox) Close(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID) (*svcx.Conversation, error) {
	return in.setStatus(ctx, w, actor, id, svcx.StatusClosed)
}

// Reopen reopens a conversation; see Resolve.
func (in *Inbox) Reopen(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID) (*svcx.Conversation, error) {
	return in.setStatus(ctx, w, actor, id, svcx.StatusOpen)
}

func (in *Inbox) setStatus(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID, to svcx.Status) (*svcx.Conversation, error) {
	return in.change(ctx, w, id, func(_ *store.Tx, ch *svcx.Channel, c *svcx.Conversation, out *outbox, now svcx.Time) (bool, error) {
		return in.moveTo(out, w.Form, ch, c, to, actor, now), nil
	})
}

// moveTo sets the status of a conversation, with the history entry and the event, and
// reports whether it changed. Resolving requests a rating if the channel wants that
// (W 2.7 ratingAutoRequest).
func (in *Inbox) moveTo(out *outbox, form svcx.FormName, ch *svcx.Channel, c *svcx.Conversation, to svcx.Status, actor svcx.Actor, now svcx.Time) bool {
	if c.Status == to {
		return false
	}
	out.note(c, string(to.Event()), actor, string(c.Status), now)
	c.Status = to
	out.countStatus(c, now)
	data := svcx.EventData{Status: to}
	switch to {
	case svcx.StatusResolved:
		c.ResolvedAt, data.ResolvedAt = &now, &now
	case svcx.StatusOpen:
		c.ResolvedAt = nil
	}
	out.add(in.forms, form, ch, c, to.Event(), data, now)
	if to == svcx.StatusResolved && ch != nil && ch.Settings.RatingEnabled && ch.Settings.RatingAutoRequest {
		out.add(in.forms, form, ch, c, svcx.EventRatingRequested, svcx.EventData{Reason: "auto"}, now)
	}
	return true
}

// change reads a conversation and its channel, calls fn to change it and, if fn reports a
// change, stores it with the outbox.
func (in *Inbox) change(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID,
	fn func(*store.Tx, *svcx.Channel, *svcx.Conversation, *outbox, svcx.Time) (bool, error)) (c *svcx.Conversation, err error) {
	err = in.db.Write(withResult(ctx, &c), w.ID, func(tx *store.Tx) error {
		if c, err = tx.Conversation(w.ID, id); err != nil {
			return err
		}
		ch, err := channelOf(tx, c)
		if err != nil {
			return err
		}
		was, now := c.Status, max(in.Now(), c.UpdatedAt)
		var out outbox
		changed, err := fn(tx, ch, c, &out, now)
		if err != nil || !changed {
			return err
		}
		c.UpdatedAt = now
		if err := tx.UpdateConversation(c, was); err != nil {
			return err
		}
		return in.publish(tx, w, c, out)
	})
	return c, err
}

// channelOf is the conversation's channel; nil if it has none or the channel was
// deleted.
func channelOf(tx *store.Tx, c *svcx.Conversation) (*svcx.Channel, error) {
	if c.Channel == nil {
		return nil, nil
	}
	ch, err := tx.Channel(c.Workspace, *c.Channel)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, nil
	}
	return ch, err
}

// publish stores the outbox and the change of the conversation and, after the commit,
// notifies the deliverer and the live stream.
func (in *Inbox) publish(tx *store.Tx, w *svcx.Workspace, c *svcx.Conversation, out outbox) error {
	err := tx.Pipeline(func() error {
		if err := out.write(tx, w.ID, in.Now()); err != nil {
			return err
		}
		return in.show(tx, w.ID, out.changes.list([]*svcx.Conversation{c}))
	})
	if err != nil {
		return err
	}
	in.wakeAfter(tx, out)
	return nil
}
