package page

import (
	"net/http"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/texts"
)

// The pages of a channel: what follows its address.
const (
	ChannelSettings   = ""
	ChannelDefaults   = "/defaults"
	ChannelEvents     = "/events"
	ChannelDryRun     = "/dry-run"
	ChannelStaffLinks = "/staff-links"
)

var channelTabs = []struct{ path, text string }{
	{ChannelSettings, "channel.tab.settings"},
	{ChannelDefaults, "channel.tab.defaults"},
	{ChannelEvents, "channel.tab.events"},
	{ChannelDryRun, "channel.tab.dryRun"},
	{ChannelStaffLinks, "channel.tab.staff"},
}

// IsChannelTab reports whether a channel has a page of that address below its own.
func IsChannelTab(path string) bool {
	for _, t := range channelTabs {
		if t.path == path {
			return true
		}
	}
	return false
}

// ChannelHead is what each page of a channel begins with: ChannelTop.
type ChannelHead struct {
	Frame
	Channel *svcx.Channel
	// Tab is the page that is shown, one of those above.
	Tab string
	// Test is what became of a test event that was just sent; nil for none.
	Test *ChannelTest
}

// ChannelTest is what became of a test event.
type ChannelTest struct {
	svcx.PingResult
	// Problem is why none was sent; "" if one was.
	Problem string
}

// ReadChannel finds the channel in the path of a request.
func (h *Site) ReadChannel(r *http.Request, s *Viewer) (*svcx.Channel, error) {
	id, err := PathID[svcx.ChannelID](r, "id", "channel")
	if err != nil {
		return nil, err
	}
	return h.Admin.Channel(r.Context(), s.Workspace, id)
}

// ChannelAt is the head, and with it the frame, of a page of a channel.
func (h *Site) ChannelAt(w http.ResponseWriter, r *http.Request, s *Viewer, c *svcx.Channel, tab string) (head ChannelHead, err error) {
	head = ChannelHead{Channel: c, Tab: tab}
	head.Frame, err = h.FrameAt(w, r, s, ChannelName(c), ChannelsPath+"/"+IDOrNone(&c.ID)+tab)
	return head, err
}

// ChannelLink is the address of a channel's page, one of those above, or of one below it.
func (s *Viewer) ChannelLink(id svcx.ChannelID, tab string) string {
	return s.Path(ChannelsPath) + "/" + IDOrNone(&id) + tab
}

// ChannelName is how pages show the name of a channel.
func ChannelName(c *svcx.Channel) string { return richtext.Name(c.Name) }

// Sends reports whether replies on a channel reach the integrator: it has a webhook URL, or the feed.
func Sends(c *svcx.Channel) bool { return c.Settings.WebhookURL != "" || c.Settings.FeedEnabled }

// WebhookLink is where the webhook URL of a channel is set.
func (s *Viewer) WebhookLink(id svcx.ChannelID) string {
	return s.ChannelLink(id, ChannelSettings) + "#field-webhookUrl"
}

// Link is the address of a page of the channel.
func (v ChannelHead) Link(tab string) string { return v.ChannelLink(v.Channel.ID, tab) }

func (v ChannelHead) tabs() (all []Tab) {
	for _, t := range channelTabs {
		all = append(all, Tab{To: v.Link(t.path), Name: v.T(t.text), Current: t.path == v.Tab})
	}
	return all
}

var healthTags = map[svcx.Health]string{svcx.HealthHealthy: "ok", svcx.HealthDegraded: "warn", svcx.HealthNoHeartbeat: ""}

var healthPulses = map[svcx.Health]string{svcx.HealthHealthy: "", svcx.HealthDegraded: "warn", svcx.HealthNoHeartbeat: "off"}

// HealthText is the word for a health.
func HealthText(p *texts.Printer, health svcx.Health) string {
	return p.T("channel.health." + string(health))
}

// text says what became of the test event.
func (t ChannelTest) text(p *texts.Printer) string {
	switch took := strconv.FormatInt(t.MS, 10); {
	case t.Problem != "":
		return t.Problem
	case t.OK:
		return p.T("channel.test.ok", "Status", t.status(), "MS", took)
	default:
		return p.T("channel.test.failed", "Reason", AttemptReason(p, svcx.Attempt{Status: t.status(), Error: t.Error}), "MS", took)
	}
}

func (t ChannelTest) status() int {
	if t.Status == nil {
		return 0
	}
	return *t.Status
}

// AttemptReason is why an attempt at a call failed, in words. What the event log has begins
// with a code.
func AttemptReason(p *texts.Printer, a svcx.Attempt) string {
	code, detail, _ := strings.Cut(a.Error, ": ")
	if id := "delivery.reason." + code; p.Has(id) {
		return p.T(id, "Status", strconv.Itoa(a.Status))
	}
	if detail == "" {
		return a.Error
	}
	return detail
}
