package channels

import (
	"net/http"
	"strconv"
	"time"

	"svcx"
	"svcx/internal/web/page"
)

// pause is POST …/pause: the deliveries of the channel's events wait.
func (h *Pages) pause(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := page.PathID[svcx.ChannelID](r, "id", "channel")
	if err != nil {
		return err
	}
	if _, err := h.Admin.PauseDelivery(r.Context(), s.Call(), id); err != nil {
		return err
	}
	return h.back(w, r, s, id, "channelPaused")
}

// resume is POST …/resume.
func (h *Pages) resume(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := page.PathID[svcx.ChannelID](r, "id", "channel")
	if err != nil {
		return err
	}
	if _, err := h.Admin.ResumeDelivery(r.Context(), s.Call(), id); err != nil {
		return err
	}
	return h.back(w, r, s, id, "channelResumed")
}

// state is GET …/state: the part of the settings that says what waits now.
func (h *Pages) state(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	v := settingsView{ChannelHead: h.headOf(r, s, c)}
	if err = h.readQueue(r, s, &v); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, stateNow(v))
}

// readQueue reads what waits on the channel, and whether the operator holds it up.
func (h *Pages) readQueue(r *http.Request, s *page.Viewer, v *settingsView) (err error) {
	if v.stopped, err = h.Admin.OutboundPaused(r.Context()); err != nil {
		return err
	}
	v.queue, err = h.Admin.Queue(r.Context(), s.Workspace, v.Channel.ID)
	return err
}

// headOf is the head of a channel for a part of its page.
func (h *Pages) headOf(r *http.Request, s *page.Viewer, c *svcx.Channel) page.ChannelHead {
	return page.ChannelHead{Frame: page.Frame{Viewer: s, Clock: h.ReadClock(r, s)}, Channel: c}
}

// test is POST …/test {tab}: sends a test event, a ping, from any page of the channel. A script
// gets what became of it alone.
func (h *Pages) test(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, fields, err := h.readForm(w, r, s)
	if err != nil {
		return err
	}
	var t page.ChannelTest
	t.PingResult, err = h.Admin.Ping(r.Context(), s.Call(), c.ID)
	switch {
	case svcx.KindOf(err) == svcx.KindUnprocessable:
		t.Problem = s.T("channel.test.nowhere")
	case err != nil:
		return err
	}
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, page.ChannelTestResult(s, t))
	}
	tab := fields.Get("tab")
	if !page.IsChannelTab(tab) {
		tab = page.ChannelSettings
	}
	head, err := h.ChannelAt(w, r, s, c, tab)
	if err != nil {
		return err
	}
	head.Test = &t
	return page.Show(w, r, http.StatusOK, testedPage(head))
}

// historyTime is how far back the plot of a channel's health goes.
const historyTime = 24 * time.Hour

// plotWidth is the width of the plot, in its own units.
const plotWidth = 960

// span is a time with one health, in the plot.
type span struct {
	health   svcx.Health
	x, width string
}

// spans are those of the plot, from the earliest.
func (v settingsView) spans() (all []span) {
	from := v.Now.Add(-historyTime)
	until := v.Now
	for _, c := range v.history { // latest first
		if begin := max(c.At, from); begin < until {
			all = append(all, span{c.Health, place(begin - from), place(until - begin)})
			until = begin
		}
	}
	if until > from {
		all = append(all, span{svcx.HealthNoHeartbeat, place(0), place(until - from)})
	}
	return all
}

func place(t svcx.Time) string {
	return strconv.FormatFloat(float64(t)*plotWidth/float64(historyTime.Milliseconds()), 'f', 1, 64)
}

// shownChanges is how many changes of health the page lists.
const shownChanges = 6

func (v settingsView) changes() []svcx.HealthChange {
	return v.history[:min(len(v.history), shownChanges)]
}

var healthFills = map[svcx.Health]string{svcx.HealthHealthy: "f-good", svcx.HealthDegraded: "f-warn", svcx.HealthNoHeartbeat: "f-none"}

// circuitText says what the circuit does.
func (v settingsView) circuitText() string {
	if v.Channel.Circuit.Open() {
		return v.T("channels.circuit.open")
	}
	return v.T("channels.circuit.closed")
}

// deliveryText says whether deliveries are made.
func (v settingsView) deliveryText() string {
	switch {
	case v.Channel.PausedAt != nil || v.stopped != nil:
		return v.T("channels.delivery.paused")
	case v.Channel.Settings.WebhookURL == "":
		return v.T("channels.delivery.off")
	}
	return v.T("channels.delivery.on")
}

// count is how many events wait.
func (v settingsView) count() string {
	if v.queue.Capped {
		return v.Number(v.queue.Waiting) + "+"
	}
	return v.Number(v.queue.Waiting)
}

// oldSigning is until when a previous secret signs too; nil if none does.
func (v settingsView) oldSigning() *svcx.Time {
	if at := v.Channel.Signing.OldUntil; at != nil && *at > v.Now {
		return at
	}
	return nil
}

// A worse health is lower in the plot: it can be read without its colours.
var healthHeights = map[svcx.Health]int{svcx.HealthHealthy: 24, svcx.HealthDegraded: 14, svcx.HealthNoHeartbeat: 5}

func (s span) height() string { return strconv.Itoa(healthHeights[s.health]) }

func (s span) y() string { return strconv.Itoa(24 - healthHeights[s.health]) }
