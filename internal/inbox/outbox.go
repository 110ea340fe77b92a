package inbox

import (
	"svcx"
	"svcx/internal/store"
	"svcx/internal/trace"
)

// Outbox collects what a transaction causes: outbound events as deliveries, disabled events
// as event log entries, history entries, counts for reports, and changes for the live stream.
// The ids of conversations and messages may be set later; they are read when it is written.
type Outbox struct {
	forms      Forms
	deliveries []pendingDelivery
	skipped    []*svcx.EventLogEntry
	history    []pendingEntry
	// added are new messages, messages those that clients are shown.
	added, messages []*svcx.Message
	counts          svcx.Counts
	// resolved are conversations that were resolved, with who did it.
	resolved []resolution
	// handed are conversations that were assigned.
	handed []handover
	// pending are the conversations with deliveries that have not ended; nil if that is
	// to be read.
	pending map[svcx.ConversationID]bool
	// reset is set if there are too many changes, so that clients reload; silent if those
	// are not to learn of them yet.
	reset, silent bool
	// Cause is the span of the request whose events are added next; nil if that is not
	// traced.
	Cause *trace.Span
}

type pendingDelivery struct {
	*svcx.Delivery
	conversation *svcx.Conversation
	// span ends when the delivery is stored, and is continued by its attempts.
	span *trace.Span
}

type resolution struct {
	conversation *svcx.Conversation
	by           svcx.Actor
}

// handover is for whom a conversation waits since it was assigned, 0 for nobody.
type handover struct {
	conversation *svcx.Conversation
	to           svcx.UserID
	at           svcx.Time
}

type pendingEntry struct {
	svcx.HistoryEntry
	conversation *svcx.Conversation
}

// NewOutbox returns an empty Outbox.
func (core *Core) NewOutbox() *Outbox { return &Outbox{forms: core.Forms} }

// ShowMessage shows a new or changed message to the clients.
func (o *Outbox) ShowMessage(m *svcx.Message) { o.messages = append(o.messages, m) }

// AddMessage stores a new message, whose files were found in the transaction, and shows
// it to the clients.
func (o *Outbox) AddMessage(m *svcx.Message) {
	o.added = append(o.added, m)
	o.ShowMessage(m)
}

// add appends another outbox.
func (o *Outbox) add(more *Outbox) {
	o.deliveries = append(o.deliveries, more.deliveries...)
	o.skipped = append(o.skipped, more.skipped...)
	o.history = append(o.history, more.history...)
	o.added = append(o.added, more.added...)
	o.messages = append(o.messages, more.messages...)
	o.counts.AddAll(more.counts)
	o.resolved = append(o.resolved, more.resolved...)
	o.handed = append(o.handed, more.handed...)
	o.reset = o.reset || more.reset
}

// hand has a conversation wait for its assignee, unless they took it themselves.
func (o *Outbox) hand(c *svcx.Conversation, by svcx.Actor, at svcx.Time) {
	h := handover{conversation: c, at: at}
	if to := c.AssignedTo; to != nil && !(by.Kind == svcx.ActorUser && by.ID == int64(*to)) {
		h.to = *to
	}
	o.handed = append(o.handed, h)
}

// ShowReset makes clients reload, instead of receiving the changes.
func (o *Outbox) ShowReset() { o.reset = true }

// ShowNothing keeps the changes from clients: whoever calls it shows a reset later.
func (o *Outbox) ShowNothing() { o.silent = true }

// Skipped is how many event log entries it has, each of which needs an id.
func (o *Outbox) Skipped() int { return len(o.skipped) }

// Deliveries is how many events it has to deliver.
func (o *Outbox) Deliveries() int { return len(o.deliveries) }

// Events are the types of the events to deliver.
func (o *Outbox) Events() (types []svcx.EventType) {
	for _, d := range o.deliveries {
		types = append(types, d.Type)
	}
	return types
}

// Write stores the outbox, with the changed conversations for the live stream, and registers who
// is notified after the commit. Deliveries are due at the clock's time: the time of an event is
// that of its conversation, which may be ahead of the clock.
func (o *Outbox) Write(core *Core, tx *store.Tx, ws svcx.WorkspaceID, changed []*svcx.Conversation) error {
	now := core.Now()
	var deliveries []*svcx.Delivery
	for _, p := range o.deliveries {
		p.Conversation, p.DueAt = p.conversation.ID, now
		deliveries = append(deliveries, p.Delivery)
	}
	if err := tx.InsertMessages(o.added...); err != nil {
		return err
	}
	if err := o.insertAttention(tx, ws); err != nil {
		return err
	}
	if err := o.insertDeliveries(tx, ws, deliveries); err != nil {
		return err
	}
	if err := tx.InsertEvents(o.skipped...); err != nil {
		return err
	}
	var entries []svcx.HistoryEntry
	for _, p := range o.history {
		p.Conversation = p.conversation.ID
		entries = append(entries, p.HistoryEntry)
	}
	if err := tx.InsertHistory(entries...); err != nil {
		return err
	}
	if err := tx.AddCounts(ws, o.counts); err != nil {
		return err
	}
	if err := o.queueAssistance(core, tx, ws, now); err != nil {
		return err
	}
	changes := changesOf(o.messages, changed)
	if o.reset && len(changes) > 0 {
		changes = []svcx.Change{{Kind: svcx.ChangeReset}}
	}
	if o.silent {
		changes = nil
	}
	if err := core.show(tx, ws, changes...); err != nil {
		return err
	}
	if len(deliveries) > 0 {
		tx.OnCommit(func() {
			for _, p := range o.deliveries {
				p.span.End()
			}
			core.notify(deliveries)
		})
	}
	return nil
}

// queueAssistance stores that conversations were resolved, where the AI then has something to do
// (R 4.8), and notifies it after the commit.
func (o *Outbox) queueAssistance(core *Core, tx *store.Tx, ws svcx.WorkspaceID, now svcx.Time) error {
	if len(o.resolved) == 0 {
		return nil
	}
	queued := false
	for _, r := range o.resolved {
		j := store.AIJob{Workspace: ws, Conversation: r.conversation.ID, CreatedAt: now}
		if r.by.Kind == svcx.ActorUser {
			j.User = svcx.UserID(r.by.ID)
		}
		if err := store.AssistIn(tx).QueueJobs(&j, func() { queued = true }); err != nil {
			return err
		}
	}
	tx.OnCommit(func() {
		if queued {
			core.Assist.Notify()
		}
	})
	return nil
}

// insertAttention stores for whom conversations wait: those whom new notes mention, and assignees.
func (o *Outbox) insertAttention(tx *store.Tx, ws svcx.WorkspaceID) error {
	w := store.AttentionIn(tx)
	for _, m := range o.added {
		if err := w.Mention(m); err != nil {
			return err
		}
	}
	for _, h := range o.handed {
		if err := w.Hand(ws, h.conversation.ID, h.to, h.at); err != nil {
			return err
		}
	}
	return nil
}

func (o *Outbox) insertDeliveries(tx *store.Tx, ws svcx.WorkspaceID, deliveries []*svcx.Delivery) error {
	if o.pending != nil {
		return tx.InsertDeliveriesAfter(o.pending, deliveries...)
	}
	return tx.InsertDeliveries(ws, deliveries...)
}

// notify notifies the deliverer of channels with something to deliver, and clients that wait
// for a feed.
func (core *Core) notify(deliveries []*svcx.Delivery) {
	woken, fed := make(map[store.ChannelRef]bool), make(map[svcx.ChannelID]bool)
	for _, d := range deliveries {
		ref := store.ChannelRef{Workspace: d.Workspace, Channel: d.Channel}
		if d.State != svcx.DeliveryKept && !woken[ref] {
			woken[ref] = true
			core.Wake(ref)
		}
		if d.Feed && !fed[d.Channel] {
			fed[d.Channel] = true
			core.Live.Fed(d.Channel)
		}
	}
}
