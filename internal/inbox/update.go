package inbox

import (
	"strconv"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/trace"
)

// Update changes a conversation. Its methods also add what follows from a change to the outbox:
// the entry in the history, the event for the integrator, and what reports count.
type Update struct {
	// Tx is nil while a batch of the inbound path is decided on.
	Tx   *store.Tx
	Form svcx.FormName
	// Channel is nil if the conversation has none or it was deleted.
	Channel      *svcx.Channel
	Conversation *svcx.Conversation
	Actor        svcx.Actor
	// Now is the time of the change, which is not before an earlier one of the conversation.
	Now svcx.Time
	Out *Outbox
}

// ChannelOf is the conversation's channel; nil if it has none or the channel was
// deleted.
func ChannelOf(r store.Reads, c *svcx.Conversation) (*svcx.Channel, error) {
	if c.Channel == nil {
		return nil, nil
	}
	ch, err := r.Channel(c.Workspace, *c.Channel)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, nil
	}
	return ch, err
}

// Publish stores the outbox of an update and, after the commit, notifies the deliverer and the
// live stream.
func (core *Core) Publish(u *Update) error {
	return u.Tx.Pipeline(func() error {
		return u.Out.Write(core, u.Tx, u.Conversation.Workspace, []*svcx.Conversation{u.Conversation})
	})
}

// MoveTo sets the status, and reports whether it changed. Resolving requests a rating if the
// channel wants that (W 2.7 ratingAutoRequest).
func (u *Update) MoveTo(to svcx.Status) bool {
	c, ch, now := u.Conversation, u.Channel, u.Now
	if c.Status == to {
		return false
	}
	u.Note(string(to.Event()), string(c.Status))
	c.Status = to
	if to != svcx.StatusOpen {
		c.WaitingSince = nil
	}
	u.Out.countStatus(c, now)
	data := svcx.EventData{Status: to}
	switch to {
	case svcx.StatusResolved:
		c.ResolvedAt, data.ResolvedAt = &now, &now
		u.Out.resolved = append(u.Out.resolved, resolution{c, u.Actor})
	case svcx.StatusOpen:
		c.ResolvedAt = nil
	}
	u.Emit(to.Event(), data)
	if to == svcx.StatusResolved && ch != nil && ch.Settings.RatingEnabled && ch.Settings.RatingAutoRequest {
		u.Emit(svcx.EventRatingRequested, svcx.EventData{Reason: "auto"})
	}
	return true
}

// Assign sets or clears the assignee, who must be a member. The conversation waits for them,
// unless they took it themselves.
func (u *Update) Assign(to *svcx.UserID) {
	u.Conversation.AssignedTo = to
	detail := ""
	if to != nil {
		detail = strconv.FormatInt(int64(*to), 10)
	}
	u.Note(string(svcx.EventConversationAssigned), detail)
	u.Out.hand(u.Conversation, u.Actor, u.Now)
	u.Emit(svcx.EventConversationAssigned, svcx.EventData{AssignedTo: to})
}

// Rate returns the rating of the draft, which the caller stores with Outbox.PutRating. If the
// channel has ratings disabled its event is logged as skipped.
func (u *Update) Rate(d svcx.RatingDraft) *svcx.Rating {
	c := u.Conversation
	u.Note(string(svcx.EventRatingSubmitted), strconv.Itoa(d.Rating))
	u.Emit(svcx.EventRatingSubmitted, svcx.EventData{Rating: d.Rating, Comment: d.Comment, RatedBy: d.RatedBy})
	return &svcx.Rating{
		Workspace: c.Workspace, Conversation: c.ID, Rating: d.Rating, Comment: d.Comment, RatedBy: d.RatedBy, CreatedAt: u.Now, AssignedTo: c.AssignedTo, Channel: c.Channel,
	}
}

// Note adds an entry to the conversation's history.
func (u *Update) Note(what, detail string) {
	c := u.Conversation
	u.Out.history = append(u.Out.history, pendingEntry{conversation: c, HistoryEntry: svcx.HistoryEntry{
		Workspace: c.Workspace, Type: what, Actor: u.Actor, Detail: detail, At: u.Now,
	}})
}

// Emit adds an outbound event of the conversation (W 6) as a delivery and, if the channel has a
// feed, to that. It does nothing if the form does not have the event or the channel has neither
// a webhook URL nor a feed. An event that the channel disables, by its toggle or, for rating
// events, by ratingEnabled (W 2.7), is logged as skipped (D 4) and takes no sequence number.
func (u *Update) Emit(event svcx.EventType, data svcx.EventData) {
	ch, c := u.Channel, u.Conversation
	if ch == nil || ch.Settings.WebhookURL == "" && !ch.Settings.FeedEnabled || !u.Out.forms.Sends(u.Form, event) {
		return
	}
	if reason, yes := disabled(&ch.Settings, event); yes {
		u.Out.skipped = append(u.Out.skipped, &svcx.EventLogEntry{
			Workspace: ch.Workspace, Channel: ch.ID, Direction: svcx.Outbound, Type: string(event), Status: svcx.EventSkipped,
			Error: reason.Text(), ConversationID: c.ExternalID, Message: data.About(), CreatedAt: u.Now,
		})
		return
	}
	c.DeliverySeq++
	d := &svcx.Delivery{
		Workspace: ch.Workspace, Channel: ch.ID, ConversationID: c.ExternalID, Sequence: c.DeliverySeq,
		WebhookID: "msg_" + seal.TimedHex(u.Now.Std(), 32), Type: event, Data: data, Feed: ch.Settings.FeedEnabled, CreatedAt: u.Now,
	}
	if ch.Settings.WebhookURL == "" {
		d.State = svcx.DeliveryKept
	}
	span := u.Out.Cause.Child(trace.Producer, "event "+string(event))
	if span != nil {
		span.Set(trace.Text("svcx.event", string(event)), trace.Text("svcx.webhook_id", d.WebhookID), trace.Number("svcx.channel", int64(ch.ID)))
		d.Data.Trace = span.Traceparent()
	}
	u.Out.deliveries = append(u.Out.deliveries, pendingDelivery{conversation: c, Delivery: d, span: span})
}

// Unsent is why Emit sends nobody an event, "" if it does or its form does not have it.
func (u *Update) Unsent(event svcx.EventType) svcx.Unsent {
	switch ch := u.Channel; {
	case !u.Out.forms.Sends(u.Form, event):
		return ""
	case ch == nil:
		return svcx.UnsentNoChannel
	case ch.Settings.WebhookURL == "" && !ch.Settings.FeedEnabled:
		return svcx.UnsentNoWebhook
	case !ch.Settings.Sends(event):
		return svcx.UnsentDisabled
	}
	return ""
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
