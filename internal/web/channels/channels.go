// Package channels has the pages of channels: their list (list.go), connecting one
// (connect.go), and each one's settings (settings.go, settingform.go), key and signing secret
// (key.go), deliveries and health (delivery.go), defaults (defaults.go) and staff links
// (stafflink.go). The page of its events is in package events.
package channels

import (
	"net/http"
	"net/url"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

// Pages are the pages of channels. They are for admins.
type Pages struct {
	*page.Site
	core  *inbox.Core
	forms form.Set
}

// New adds the pages to the site.
func New(site *page.Site, core *inbox.Core, forms form.Set) *Pages {
	h := &Pages{site, core, forms}
	const list, one = "/app/{org}" + page.ChannelsPath, "/app/{org}" + page.ChannelsPath + "/{id}"
	for pattern, do := range map[string]page.MemberEndpoint{
		"GET " + list:                         h.list,
		"POST " + list:                        h.create,
		"GET " + list + "/new":                h.newChannel,
		"GET " + one + "/connect":             h.connected,
		"GET " + one + "/connect/first":       h.first,
		"GET " + one:                          h.settings,
		"POST " + one:                         h.saveSettings,
		"POST " + one + "/key":                h.regenerateKey,
		"POST " + one + "/key/reveal":         h.revealKey,
		"POST " + one + "/signing":            h.createSigningSecret,
		"POST " + one + "/signing/delete":     h.deleteSigningSecret,
		"GET " + one + "/state":               h.state,
		"POST " + one + "/pause":              h.pause,
		"POST " + one + "/resume":             h.resume,
		"POST " + one + "/test":               h.test,
		"POST " + one + "/delete":             h.deleteChannel,
		"GET " + one + "/defaults":            h.defaults,
		"POST " + one + "/defaults":           h.saveDefaults,
		"GET " + one + "/staff-links":         h.staffLinks,
		"POST " + one + "/staff-links":        h.putStaffLink,
		"POST " + one + "/staff-links/delete": h.deleteStaffLink,
	} {
		h.Handle(pattern, h.InWorkspace(svcx.RoleAdmin, do))
	}
	// Who reloads the answer to a form whose address has no page of its own by that address
	// is led to the settings.
	for _, path := range []string{"/key", "/key/reveal", "/signing", "/test"} {
		h.Handle("GET "+one+path, h.InWorkspace(svcx.RoleAdmin, h.toSettings))
	}
	return h
}

func (h *Pages) toSettings(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	to := s.ChannelLink(c.ID, page.ChannelSettings)
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	return page.Redirect(w, r, to)
}

// readForm finds the channel in the path of a request, and reads the form that is sent there.
func (h *Pages) readForm(w http.ResponseWriter, r *http.Request, s *page.Viewer) (*svcx.Channel, url.Values, error) {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return nil, nil, err
	}
	fields, err := page.ReadForm(w, r)
	return c, fields, err
}

// back leads to the channel's settings, which say what was done.
func (h *Pages) back(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ChannelID, done string) error {
	h.Done(w, done, nil)
	return page.Redirect(w, r, s.ChannelLink(id, page.ChannelSettings))
}

// inboundURL is where the integrator sends to.
func (h *Pages) inboundURL(c *svcx.Channel) string {
	return h.Front.BaseURL + "/api/webhooks/custom/" + strconv.FormatInt(int64(c.ID), 10)
}

// onText is how a form says that a switch is on, or not.
func onText(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
