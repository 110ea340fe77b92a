package channels

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/web/page"
)

// settingsView is the page of a channel's settings.
type settingsView struct {
	page.ChannelHead
	settingForm
	alert      string
	inboundURL string
	// key is the channel's key if it is shown, fresh is set if it was just made. revealable
	// is set if it may be shown on request.
	key               string
	fresh, revealable bool
	// keyWrong is why the key cannot be shown.
	keyWrong string
	// secret is a signing secret that was just made.
	secret string
	// asks is the dialog that is open without scripts.
	asks  string
	queue svcx.Queue
	// stopped is when the operator paused the events of all channels, nil if they are sent.
	stopped *svcx.Time
	history []svcx.HealthChange
	// actions and events are the types that the workspace's form has.
	actions []string
	events  []svcx.EventType
}

// settings is GET …/{id}.
func (h *Pages) settings(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	return h.showSettings(w, r, s, c, http.StatusOK, settingsView{settingForm: formOf(c)})
}

func (h *Pages) showSettings(w http.ResponseWriter, r *http.Request, s *page.Viewer, c *svcx.Channel, status int, v settingsView) (err error) {
	test := v.Test
	if v.ChannelHead, err = h.ChannelAt(w, r, s, c, page.ChannelSettings); err != nil {
		return err
	}
	v.Test, v.inboundURL, v.asks = test, h.inboundURL(c), r.URL.Query().Get("ask")
	v.revealable = h.forms.RevealsChannelKey(s.Workspace.Form)
	if err = h.readQueue(r, s, &v); err != nil {
		return err
	}
	if v.history, err = h.Admin.HealthHistory(r.Context(), c); err != nil {
		return err
	}
	if h.forms.Of(s.Workspace.Form).TakesCommands {
		v.actions = svcx.ActionTypes[:]
	}
	v.events = slices.DeleteFunc(slices.Clone(svcx.EventTypes[:]), func(e svcx.EventType) bool { return !h.forms.Sends(s.Workspace.Form, e) })
	return page.Show(w, r, status, settingsPage(v))
}

// saveSettings is POST …/{id}.
func (h *Pages) saveSettings(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, fields, err := h.readForm(w, r, s)
	if err != nil {
		return err
	}
	var f settingForm
	_, err = h.Admin.EditChannel(r.Context(), s.Call(), c.ID, func(now *svcx.Channel) (svcx.ChannelPatch, error) {
		f = readForm(fields)
		return h.merge(s, &f, fields, now)
	})
	if err == page.ErrRefused {
		return h.showSettings(w, r, s, c, http.StatusUnprocessableEntity, settingsView{settingForm: f})
	}
	if err != nil && err != errUnchanged {
		return err
	}
	return h.back(w, r, s, c.ID, "saved")
}

// deleteChannel is POST …/delete. One that is gone already is no failure.
func (h *Pages) deleteChannel(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := page.PathID[svcx.ChannelID](r, "id", "channel")
	if err != nil {
		return err
	}
	if err := h.Admin.DeleteChannel(r.Context(), s.Call(), id); err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	h.Done(w, "channelDeleted", nil)
	return page.Redirect(w, r, s.Path(page.ChannelsPath))
}

// focused reports whether a field has the focus: the first that is wrong.
func (v settingsView) focused(name string) bool { return v.wrongField() == name }

// describedBy is the id of what stands under a number: the error, or else the hint.
func (v settingsView) describedBy(name string) string {
	if v.wrong[name] != "" {
		return "error-" + name
	}
	return "hint-" + name
}

// keyText is the key, or what is kept of it.
func (v settingsView) keyText() string {
	if v.key != "" {
		return v.key
	}
	const digits = 40
	hint := cmp.Or(v.Channel.KeyHint, "svcx_")
	return hint + strings.Repeat("•", len("svcx_")+digits-len(hint))
}

// keyHint says whether the key can be seen again.
func (v settingsView) keyHint() string {
	switch {
	case v.fresh && !v.revealable:
		return v.T("channels.key.once")
	case v.revealable:
		return v.T("channels.key.audited")
	}
	return v.T("channels.key.hidden")
}

// receiveAbout says what the integrator sends.
func (v settingsView) receiveAbout() string {
	if len(v.actions) == 0 {
		return v.T("channels.receive.messages")
	}
	return v.T("channels.receive.about")
}

// deleteAbout says what a deletion does.
func (v settingsView) deleteAbout() string {
	text := v.T("channels.delete.ask.about")
	if waiting := waitingText(v.Viewer, v.queue); waiting != "" {
		text += " " + v.T("channels.delete.ask.waiting", "Waiting", waiting)
	}
	return text
}

// pauseHint says what a pause does, or has done.
func (v settingsView) pauseHint() string {
	if v.Channel.PausedAt != nil {
		return v.T("channels.resume.hint")
	}
	return v.T("channels.pause.hint")
}

// waitingOrNone says how many events wait, also if none does.
func waitingOrNone(s *page.Viewer, q svcx.Queue) string {
	return cmp.Or(waitingText(s, q), s.T("channels.waiting.none"))
}
