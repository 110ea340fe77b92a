package inbox

import (
	"svcx"
	"svcx/internal/store"
)

// outbox collects what a transaction causes: outbound events as deliveries, disabled events
// as event log entries, history entries, counts for reports, and changes for the live stream.
// The ids of conversations may be set later; they are read when the outbox is written.
type outbox struct {
	deliveries []pendingDelivery
	skipped    []*svcx.EventLogEntry
	history    []pendingEntry
	changes    changeSet
	counts     svcx.Counts
}

type pendingDelivery struct {
	*svcx.Delivery
	conversation *svcx.Conversation
}

type pendingEntry struct {
	svcx.HistoryEntry
	conversation *svcx.Conversation
}

// add adds an outbound event of the conversation (W 6) as a delivery and, if the channel has a
// feed, to that. It does nothing if the form does not have the event or the channel has neither
// a webhook URL nor a feed. An event that the channel disables, by its toggle or, for rating
// events, by ratingEnabled (W 2.7), is logged as skipped (D 4) and takes no sequence number.
func (o *outbox) add(forms Forms, form svcx.FormName, ch *svcx.Channel, c *svcx.Conversation, event svcx.EventType, data svcx.EventData, now svcx.Time) {
	if ch == nil || ch.Settings.WebhookURL == "" && !ch.Settings.FeedEnabled || !forms.Sends(form, event) {
		return
	}
	if reason, yes := disabled(&ch.Settings, event); yes {
		o.skipped = append(o.skipped, &svcx.EventLogEntry{
			Workspace: ch.Workspace, Channel: ch.ID, Direction: svcx.Outbound, Type: string(event), Status: svcx.EventSkipped,
			Error: reason.Text(), ConversationID: c.ExternalID, Message: data.About(), CreatedAt: now,
		})
		return
	}
	c.DeliverySeq++
	d := &svcx.Delivery{
		Workspace: ch.Workspace, Channel: ch.ID, ConversationID: c.ExternalID, Sequence: c.DeliverySeq,
		WebhookID: "msg_" + randomHex(16), Type: event, Data: data, Feed: ch.Settings.FeedEnabled, CreatedAt: now,
	}
	if ch.Settings.WebhookURL == "" {
		d.State = svcx.DeliveryKept
	}
	o.deliveries = append(o.deliveries, pendingDelivery{conversation: c, Delivery: d})
}

// disabled reports whether the channel disables events of the type, and why.
func disabled(s *svcx.Settings, event svcx.EventType) (reason svcx.Reason, yes bool) {
	switch {
	case !s.Sends(event):
		return svcx.Reason{Code: svcx.ReasonEventDisabled, Detail: "the channel has this event switched off"}, true
	case !s.RatingEnabled && (event == svcx.EventRatingSubmitted || event == svcx.EventRatingRequested):
		return svcx.Reason{Code: svcx.ReasonRatingDisabled, Detail: "the channel has ratings switched off"}, true
	}
	return svcx.Reason{}, false
}

// note adds an entry to the conversation's history.
func (o *outbox) note(c *svcx.Conversation, what string, actor svcx.Actor, detail string, now svcx.Time) {
	o.history = append(o.history, pendingEntry{conversation: c, HistoryEntry: svcx.HistoryEntry{
		Workspace: c.Workspace, Type: what, Actor: actor, Detail: detail, At: now,
	}})
}

// write stores the outbox. Deliveries are due at now, the clock's time: the time of an event
// is that of its conversation, which may be ahead of the clock.
func (o *outbox) write(tx *store.Tx, ws svcx.WorkspaceID, now svcx.Time) error {
	var deliveries []*svcx.Delivery
	for _, p := range o.deliveries {
		p.Conversation, p.DueAt = p.conversation.ID, now
		deliveries = append(deliveries, p.Delivery)
	}
	if err := tx.InsertDeliveries(ws, deliveries...); err != nil {
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
	return tx.AddCounts(ws, o.counts)
}

// wakeAfter notifies, after the commit, the deliverer of channels with something to deliver and
// clients that wait for a feed.
func (in *Inbox) wakeAfter(tx *store.Tx, o outbox) {
	if len(o.deliveries) == 0 {
		return
	}
	tx.OnCommit(func() {
		woken, fed := make(map[store.ChannelRef]bool), make(map[svcx.ChannelID]bool)
		for _, d := range o.deliveries {
			ref := store.ChannelRef{Workspace: d.Workspace, Channel: d.Channel}
			if d.State != svcx.DeliveryKept && !woken[ref] {
				woken[ref] = true
				in.wake(ref)
			}
			if d.Feed && !fed[d.Channel] {
				fed[d.Channel] = true
				in.live.Fed(d.Channel)
			}
		}
	})
}
