package messaging

import (
	"cmp"
	"context"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// EventLog has what admins do with the event log of a channel.
type EventLog struct{ *Service }

// NewEventLog returns it.
func NewEventLog(s *Service) EventLog { return EventLog{s} }

func (l EventLog) reads(ctx context.Context) store.EventLogReads {
	return store.EventLogOf(l.db.Read(ctx))
}

// figuresOf is the time that the figures of a channel are about.
const figuresOf = 24 * time.Hour

// Figures sums up the event log of the last day.
func (l EventLog) Figures(ctx context.Context, w *svcx.Workspace, channel svcx.ChannelID) (*svcx.EventFigures, error) {
	return l.reads(ctx).Figures(w.ID, channel, l.core.Now(), int(figuresOf/svcx.FigureSlot))
}

// New lists the entries after one, 0 for none, that match a filter, newest first, and whether
// there are more.
func (l EventLog) New(ctx context.Context, w *svcx.Workspace, channel svcx.ChannelID, after svcx.EventID, f svcx.EventFilter) (events []*svcx.EventLogEntry, more bool, err error) {
	limit := f.Limit
	f.Limit++
	f.After = &after
	if events, err = l.reads(ctx).RecentEvents(w.ID, channel, f); err != nil {
		return nil, false, err
	}
	return events[:min(limit, len(events))], len(events) > limit, nil
}

// What an entry was found by.
const (
	FoundByID           = "id"
	FoundByReference    = "reference"
	FoundByConversation = "conversation"
	FoundByMessage      = "message"
	FoundByContact      = "contact"
	FoundByBody         = "body"
)

// EventMatch are entries that were found in the same way, newest first.
type EventMatch struct {
	By     string
	Events []*svcx.EventLogEntry
}

// mostFound is how many entries are found in one way.
const mostFound = 50

// Find finds the entries of a channel by what the integrator knows: an X-Request-Id, a webhook-id, a
// messageId, the external id of a conversation or a contact; by the number of an entry; and
// otherwise what was refused by a text in its body. A text may be several of these.
func (l EventLog) Find(ctx context.Context, w *svcx.Workspace, channel svcx.ChannelID, text string, id svcx.EventID) (found []EventMatch, err error) {
	read := l.reads(ctx)
	for _, way := range []struct {
		by   string
		find func() ([]svcx.EventID, error)
	}{
		{FoundByID, func() ([]svcx.EventID, error) { return []svcx.EventID{id}, nil }},
		{FoundByReference, func() ([]svcx.EventID, error) { return read.ByReference(w.ID, channel, text, mostFound) }},
		{FoundByMessage, func() ([]svcx.EventID, error) {
			return read.ByMessage(w.ID, channel, store.MessageKey(channel, text), mostFound)
		}},
		{FoundByConversation, func() ([]svcx.EventID, error) { return read.ByConversation(w.ID, channel, text, mostFound) }},
		{FoundByContact, func() ([]svcx.EventID, error) { return read.ByContact(w.ID, channel, text, mostFound) }},
		{FoundByBody, func() ([]svcx.EventID, error) {
			if len(found) > 0 {
				return nil, nil
			}
			return read.InRefused(w.ID, channel, text, mostFound)
		}},
	} {
		ids, err := way.find()
		if err != nil {
			return nil, err
		}
		events, err := read.EventsByID(w.ID, channel, ids)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			found = append(found, EventMatch{way.by, events})
		}
	}
	return found, nil
}

// LoggedCall is an entry with what is kept of its bodies.
type LoggedCall struct {
	*svcx.EventLogEntry
	// Body is nil if nothing is kept.
	Body *svcx.EventBody
}

// shownAttempts is how many attempts are listed of a delivery.
const shownAttempts = 20

// AttemptsOf lists the attempts at an entry's delivery, newest first; none if it has no delivery.
func (l EventLog) AttemptsOf(ctx context.Context, w *svcx.Workspace, e *svcx.EventLogEntry) (calls []LoggedCall, err error) {
	if e.Delivery == nil {
		return nil, nil
	}
	attempts, err := l.db.Read(ctx).Attempts(w.ID, svcx.MessageDelivery{Delivery: *e.Delivery, Channel: e.Channel, ConversationID: e.ConversationID})
	if err != nil {
		return nil, err
	}
	var ids []svcx.EventID
	for _, a := range attempts[:min(len(attempts), shownAttempts)] {
		ids = append(ids, a.Event)
	}
	events, err := l.reads(ctx).EventsByID(w.ID, e.Channel, ids)
	if err != nil {
		return nil, err
	}
	for _, one := range events {
		body, err := l.reads(ctx).EventBody(w.ID, one.ID)
		if err != nil {
			return nil, err
		}
		calls = append(calls, LoggedCall{one, body})
	}
	return calls, nil
}

// EventContext is what an entry is about, as it is now. What does not exist is nil.
type EventContext struct {
	Conversation *svcx.Conversation
	Contact      *svcx.Contact
	// Again are the entries that ran its request again.
	Again []*svcx.EventLogEntry
}

// Context finds what an entry is about.
func (l EventLog) Context(ctx context.Context, w *svcx.Workspace, e *svcx.EventLogEntry) (c EventContext, err error) {
	again, err := l.reads(ctx).Again(w.ID, e.ID, mostFound)
	if err != nil {
		return c, err
	}
	if c.Again, err = l.reads(ctx).EventsByID(w.ID, e.Channel, again); err != nil || e.ConversationID == "" {
		return c, err
	}
	list, err := l.Conversations(ctx, w, svcx.ConversationFilter{ExternalID: e.ConversationID, Channel: &e.Channel}, svcx.Page{Limit: 1})
	if err != nil || len(list.Items) == 0 {
		return c, err
	}
	c.Conversation = list.Items[0]
	author := c.Conversation.Contact
	if e.Message != nil && e.Direction == svcx.Inbound {
		m, err := l.Message(ctx, w, c.Conversation.ID, *e.Message)
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
			return c, err
		}
		if err == nil {
			author = m.Author.Contact
		}
	}
	if author == nil {
		return c, nil
	}
	c.Contact, err = l.db.Read(ctx).Contact(w.ID, *author)
	if svcx.KindOf(err) == svcx.KindNotFound {
		err = nil
	}
	return c, err
}

// NoteAgain writes to the audit log that an entry's request is run again. It is Unprocessable if
// an earlier run has carried it out.
func (l EventLog) NoteAgain(ctx context.Context, call inbox.Call, channel svcx.ChannelID, event svcx.EventID) error {
	return l.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if before, err := ranBefore(tx, call.Workspace.ID, event); err != nil || before {
			return cmp.Or(err, error(errRanBefore))
		}
		return l.core.Audit(tx, call, svcx.AuditRunAgain, "channel", channel, "event", event)
	})
}

// RedeliverMany redelivers a selection of entries, or what failed in a time, and returns how many.
func (l EventLog) RedeliverMany(ctx context.Context, call inbox.Call, channel svcx.ChannelID, what svcx.Redelivery) (int64, error) {
	if len(what.Events) == 0 {
		return l.RedeliverFailed(ctx, call, channel, what.Since, what.Until)
	}
	n, err := l.RedeliverAll(ctx, call, channel, what.Events)
	return int64(n), err
}

// RedeliverAll redelivers the deliveries of some entries, each once, and returns how many. Entries
// without a delivery, or that do not exist any more, are left out.
func (l EventLog) RedeliverAll(ctx context.Context, call inbox.Call, channel svcx.ChannelID, ids []svcx.EventID) (n int, err error) {
	events, err := l.reads(ctx).EventsByID(call.Workspace.ID, channel, ids)
	if err != nil {
		return 0, err
	}
	done := make(map[svcx.DeliveryID]bool)
	for _, e := range events {
		if e.Delivery == nil || done[*e.Delivery] {
			continue
		}
		done[*e.Delivery] = true
		if _, err := l.Redeliver(ctx, call, channel, e.ID); svcx.KindOf(err) == svcx.KindNotFound {
			continue // it is not kept any more
		} else if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// Again lists the entries that ran an entry's request again, newest first.
func (l EventLog) Again(ctx context.Context, w *svcx.Workspace, of svcx.EventID) ([]svcx.EventID, error) {
	return l.reads(ctx).Again(w.ID, of, mostFound)
}
