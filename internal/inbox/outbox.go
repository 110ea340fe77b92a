package inbox

import (
	"svcx"
	"svcx/internal/store"
)

// outbox gathers what a transaction tells others of: outbound events as
// deliveries, switched-off events as log records, history entries, counts for
// the reports, and what is shown to whoever looks at the moment. The
// conversations may get their ids later; they are read when it is written.
type outbox struct {
	deliveries []pendingDelivery
	skipped    []*svcx.EventLogEntry
	history    []pendingEntry
	shown      shown
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

// add puts an outbound event of the conversation in the queue (W 6), and into the
// channel's feed where it has one. There is none where the form has no such event
// or the channel neither a webhook URL nor a feed; an event
// that the channel has switched off is logged as skipped (D 4), by its
// toggle or, for the rating events, by ratingEnabled (W 2.7). Skipped events use
// up no sequence number.
func (o *outbox) add(forms Forms, form svcx.FormName, ch *svcx.Channel, c *svcx.Conversation, event svcx.EventType, data svcx.EventData, now svcx.Time) {
	if ch == nil || ch.Settings.WebhookURL == "" && !ch.Settings.FeedEnabled || !forms.Sends(form, event) {
		return
	}
	if reason, off := switchedOff(&ch.Settings, event); off {
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

// switchedOff says why the channel does not send events of the type.
func switchedOff(s *svcx.Settings, event svcx.EventType) (reason svcx.Reason, off bool) {
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

// write stores it at now, the clock's time: an event happens at the latest time
// of its conversation, which may be ahead of the clock, and goes out at once all
// the same.
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

// wakeAfter tells the deliverer, after the commit, which channels have
// something to send, and those who wait for a feed that it has.
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
