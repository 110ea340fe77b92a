package web

import (
	"context"
	"net/http"
	"net/url"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// deliveryView is the delivery of a message. In the live stream it is the same for all
// members.
type deliveryView struct {
	*texts.Printer
	page.Clock
	// base is the address of a conversation before its id.
	base string
	// list is the query of the list that stands beside, which is kept; "" in the stream.
	list         string
	conversation svcx.ConversationID
	of           svcx.MessageDelivery
	// held is what holds up deliveries of the channel: see heldBy.
	held string
	// failed is set in the stream if the conversation's last reply failed, waits if it is not
	// delivered yet.
	failed, waits bool
	// attempts are those of the delivery, if they were asked for.
	attempts []attemptView
	asked    bool
}

// attemptView is an attempt at a delivery.
type attemptView struct {
	svcx.AttemptRecord
	// text says how it ended.
	text string
	// answer is what the receiver answered, for admins, as long as it is kept.
	answer string
}

// The delivery states of a reply.
const (
	replySent     = "sent"
	replyRetrying = "retrying"
	replyAccepted = "accepted"
	replyFailed   = "failed"
	replyRefused  = "refused"
	replyAgain    = "again"
	replyKept     = "kept"
)

// What may hold up the deliveries of a channel: that they are paused, or that its circuit is
// open.
const (
	heldPaused  = "paused"
	heldCircuit = "circuit"
)

// heldBy is what holds up the deliveries of a channel; "" for nothing.
func heldBy(c *svcx.Channel) string {
	switch {
	case c.PausedAt != nil:
		return heldPaused
	case c.Circuit.Open():
		return heldCircuit
	}
	return ""
}

// refusals are the statuses by which a receiver says that it will never take this body.
var refusals = map[int]bool{http.StatusBadRequest: true, http.StatusRequestEntityTooLarge: true, http.StatusUnsupportedMediaType: true, http.StatusUnprocessableEntity: true}

func (v *deliveryView) state() string {
	switch v.of.State {
	case svcx.DeliveryDelivered:
		return replyAccepted
	case svcx.DeliveryFailed:
		if refusals[v.of.Last.Status] {
			return replyRefused
		}
		return replyFailed
	case svcx.DeliveryResend:
		return replyAgain
	case svcx.DeliveryKept:
		return replyKept
	}
	if v.of.Last.At != 0 {
		return replyRetrying
	}
	return replySent
}

var replyIcons = map[string]string{
	replySent: "check", replyRetrying: "clock", replyAccepted: "check", replyFailed: "triangle-alert", replyRefused: "circle-x", replyAgain: "clock", replyKept: "check",
}

func (v *deliveryView) icon() string {
	if v.state() == replySent && (v.held != "" || v.of.State == svcx.DeliveryWaiting) {
		return "clock"
	}
	return replyIcons[v.state()]
}

// isHeld reports whether a delivery, if one is known, waits until its channel's go on.
func (v *deliveryView) isHeld() bool { return v != nil && v.held != "" }

// text describes the state.
func (v *deliveryView) text() string {
	state := v.state()
	switch {
	case v.held != "" && (state == replyRetrying || state == replySent || state == replyAgain):
		return v.T("delivery." + v.held)
	case state == replySent && v.of.State == svcx.DeliveryWaiting:
		return v.T("delivery.behind")
	}
	return v.T("delivery."+state, "Reason", v.reason(v.of.Last))
}

// bad reports whether the reply was not delivered and is not tried again.
func (v *deliveryView) bad() bool { return v.state() == replyFailed || v.state() == replyRefused }

// next is the time of the next attempt; 0 if it is due now, or none is planned.
func (v *deliveryView) next() svcx.Time {
	if v.state() == replyRetrying && v.held == "" && v.of.DueAt > v.Now {
		return v.of.DueAt
	}
	return 0
}

// again is the id of the text of the button that sends the reply again; "" without one.
func (v *deliveryView) again() string {
	switch {
	case v.bad():
		return "delivery.sendAgain"
	case v.state() == replyRetrying && v.held != heldPaused:
		return "delivery.tryNow"
	}
	return ""
}

// reason is why an attempt failed, in words.
func (v *deliveryView) reason(a svcx.Attempt) string { return page.AttemptReason(v.Printer, a) }

func (v *deliveryView) id() string { return page.IDOrNone(&v.of.Message) }

// link is the address of the message with its attempts.
func (v *deliveryView) link() string {
	return v.base + page.IDOrNone(&v.conversation) + withList(v.list, "m="+v.id()+"&delivery=all#m-"+v.id())
}

// withList adds to the query of a list, which may be "".
func withList(list, query string) string {
	if list == "" {
		return "?" + query
	}
	return list + "&" + query
}

func (v *deliveryView) act() string {
	return v.base + page.IDOrNone(&v.conversation) + "/again" + v.list
}

// newDelivery returns the view of a delivery; nil if nothing is known of it.
func (h *Handler) newDelivery(ctx context.Context, s *page.Viewer, c page.Clock, of svcx.MessageDelivery, held map[svcx.ChannelID]string) (*deliveryView, error) {
	if of.Message == 0 {
		return nil, nil
	}
	v := &deliveryView{Printer: s.Printer, Clock: c, base: s.Path("/inbox/"), conversation: of.Conversation, of: of}
	if of.State != svcx.DeliveryReady && of.State != svcx.DeliveryWaiting && of.State != svcx.DeliveryResend {
		return v, nil
	}
	by, known := held[of.Channel]
	if !known {
		channel, err := h.Admin.Channel(ctx, s.Workspace, of.Channel)
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
			return nil, err
		}
		if err == nil {
			by = heldBy(channel)
		}
		held[of.Channel] = by
	}
	v.held = by
	return v, nil
}

// showDeliveries adds their deliveries to messages.
func (h *Handler) showDeliveries(ctx context.Context, s *page.Viewer, c page.Clock, messages []*messageView) error {
	var ids []svcx.MessageID
	for _, m := range messages {
		if m.ours() {
			ids = append(ids, m.message.ID)
		}
	}
	found, err := h.options.Deliveries.OfMessages(ctx, s.Workspace, ids)
	if err != nil {
		return err
	}
	held := make(map[svcx.ChannelID]string)
	for _, m := range messages {
		if m.delivery, err = h.newDelivery(ctx, s, c, found[m.message.ID], held); err != nil {
			return err
		}
		if m.delivery != nil {
			m.delivery.list = m.list
		}
	}
	return nil
}

// attempts loads the attempts at the message that a query asks for.
func (h *Handler) attempts(r *http.Request, o *conversationView, lines []line) error {
	if r.URL.Query().Get("delivery") == "" {
		return nil
	}
	for _, l := range lines {
		if l.message != nil && l.message.delivery != nil && l.message.id() == r.URL.Query().Get("m") {
			return h.attemptsOf(r.Context(), o, l.message.delivery)
		}
	}
	return nil
}

// shownAttempts is how many attempts are shown of a delivery.
const shownAttempts = 20

func (h *Handler) attemptsOf(ctx context.Context, o *conversationView, v *deliveryView) error {
	all, err := h.options.Deliveries.Attempts(ctx, o.Workspace, v.of)
	if err != nil {
		return err
	}
	v.asked = true
	for _, a := range all[:min(len(all), shownAttempts)] {
		one := attemptView{AttemptRecord: a, text: v.T("delivery.accepted")}
		if a.Error != "" {
			one.text = v.T("delivery.attempt.failed", "Reason", v.reason(a.Attempt))
		}
		if o.Member.Role == svcx.RoleAdmin {
			_, body, err := h.Messaging.Event(ctx, o.Workspace, v.of.Channel, a.Event)
			if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
				return err
			}
			if body != nil {
				one.answer = body.Response
			}
		}
		v.attempts = append(v.attempts, one)
	}
	return nil
}

// sendAgain is POST …/again {message}: a reply that failed is sent again, one that is to be
// tried later is tried now.
func (h *Handler) sendAgain(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		id, ok := form.ParseID(fields.Get("message"))
		if !ok {
			return svcx.NotFound("message")
		}
		a.done, a.again = "sentAgain", svcx.MessageID(id)
		return h.options.Deliveries.SendAgain(r.Context(), s.Call(), a.id, a.again)
	})
}

// deliveryOf is the delivery of a message of the thread that was sent again.
func (o *conversationView) deliveryOf(message svcx.MessageID) *deliveryView {
	for _, l := range o.thread.lines {
		if l.message != nil && l.message.message.ID == message {
			return l.message.delivery
		}
	}
	return nil
}

// unsent reports whether replies reach nobody.
func (o *conversationView) unsent() bool {
	return o.channel != nil && !page.Sends(o.channel)
}
