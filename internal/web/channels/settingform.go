package channels

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// toggle is a setting that is on or off; Name is that of its field and the end of its texts.
type toggle struct {
	name string
	of   func(*svcx.Settings) *bool
}

// toggles are the settings that are on or off, without those of actions and events.
var toggles = []toggle{
	{"reopenOnMessage", func(s *svcx.Settings) *bool { return &s.ReopenOnMessage }},
	{"monitoringEnabled", func(s *svcx.Settings) *bool { return &s.MonitoringEnabled }},
	{"relaySupportsAttachments", func(s *svcx.Settings) *bool { return &s.RelaySupportsAttachments }},
	{"messageExportEnabled", func(s *svcx.Settings) *bool { return &s.MessageExportEnabled }},
	{"feedEnabled", func(s *svcx.Settings) *bool { return &s.FeedEnabled }},
	{"ephemeralContent", func(s *svcx.Settings) *bool { return &s.EphemeralContent }},
	{"backRequestsEnabled", func(s *svcx.Settings) *bool { return &s.BackRequestsEnabled }},
	{"canReopen", func(s *svcx.Settings) *bool { return &s.CanReopen }},
	{"canReceiveFiles", func(s *svcx.Settings) *bool { return &s.CanReceiveFiles }},
	{"ratingEnabled", func(s *svcx.Settings) *bool { return &s.RatingEnabled }},
	{"ratingAutoRequest", func(s *svcx.Settings) *bool { return &s.RatingAutoRequest }},
	{"intentConfirmationEnabled", func(s *svcx.Settings) *bool { return &s.IntentConfirmationEnabled }},
	{"typingIndicatorsEnabled", func(s *svcx.Settings) *bool { return &s.TypingIndicatorsEnabled }},
	{"messageReadStatusEnabled", func(s *svcx.Settings) *bool { return &s.MessageReadStatusEnabled }},
}

// The beginnings of the names of fields for actions and events.
const (
	actionPrefix = "action."
	eventPrefix  = "event."
)

// The names of the fields with a text, in the order of the page.
const (
	nameField    = "name"
	webhookField = "webhookUrl"
	depthField   = "messageExportDepth"
	lengthField  = "maxMessageLength"
	verifyField  = "aiVerificationUrl"
	timeoutField = "aiVerificationTimeout"
)

var textFields = [...]string{nameField, webhookField, depthField, lengthField, verifyField, timeoutField}

// settingForm is what the form of a channel's settings has.
type settingForm struct {
	texts map[string]string
	// on are the switches that are on, by the name of their field.
	on map[string]bool
	// was is what the form showed: digests of texts, "on" or "off" of switches.
	was   map[string]string
	wrong map[string]string
}

// formOf is the form as a channel fills it.
func formOf(c *svcx.Channel) settingForm {
	f := settingForm{texts: textsOf(c), on: switchesOf(&c.Settings), was: make(map[string]string), wrong: make(map[string]string)}
	for name, text := range f.texts {
		f.was[name] = page.Digest(page.ShownAs(text, true))
	}
	for name, on := range f.on {
		f.was[name] = onText(on)
	}
	return f
}

func textsOf(c *svcx.Channel) map[string]string {
	length := ""
	if c.Settings.MaxMessageLength != nil {
		length = strconv.Itoa(*c.Settings.MaxMessageLength)
	}
	return map[string]string{
		nameField: c.Name, webhookField: c.Settings.WebhookURL, depthField: strconv.Itoa(c.Settings.MessageExportDepth), lengthField: length,
		verifyField: c.Settings.AIVerificationURL, timeoutField: strconv.Itoa(c.Settings.AIVerificationTimeout),
	}
}

// switchesOf has every switch, by the name of its field.
func switchesOf(s *svcx.Settings) map[string]bool {
	on := make(map[string]bool)
	for _, t := range toggles {
		on[t.name] = *t.of(s)
	}
	for _, a := range svcx.ActionTypes {
		on[actionPrefix+a] = s.Permits(a)
	}
	for _, e := range svcx.EventTypes {
		on[eventPrefix+string(e)] = s.Sends(e)
	}
	return on
}

// readForm reads a form. A switch is one of it only if it says what it showed: which ones a
// form has depends on the workspace.
func readForm(fields url.Values) settingForm {
	f := settingForm{texts: make(map[string]string), on: make(map[string]bool), was: make(map[string]string), wrong: make(map[string]string)}
	for _, name := range textFields {
		f.texts[name] = page.ShownAs(fields.Get(name), true)
	}
	for name, values := range fields {
		if shown, is := strings.CutPrefix(name, page.WasPrefix); is {
			f.was[shown] = values[0]
			f.on[shown] = fields.Has(shown)
		}
	}
	return f
}

// errUnchanged is for a form in which nothing was changed.
var errUnchanged = errors.New("nothing was changed")

// merge puts what was changed in the form into the channel's current settings. What is wrong,
// or was changed by somebody else meanwhile, is in f.wrong.
func (h *Pages) merge(s *page.Viewer, f *settingForm, fields url.Values, now *svcx.Channel) (patch svcx.ChannelPatch, err error) {
	current := formOf(now)
	settings, changed := now.Settings, false
	for _, name := range textFields {
		text := f.texts[name]
		differs, conflict := page.Edit{Name: name, Value: &text, Line: true}.Changes(s, fields, current.texts[name])
		f.texts[name] = text
		switch {
		case conflict != "":
			f.wrong[name] = conflict
		case differs && name == nameField:
			f.wrong[name] = nameProblem(s, text)
			patch.Name, changed = &text, true
		case differs:
			f.wrong[name] = h.setText(s, &settings, name, text)
			changed = true
		}
		if f.wrong[name] == "" {
			delete(f.wrong, name)
		}
	}
	for name := range current.on {
		was, shown := f.was[name]
		if !shown || was == onText(f.on[name]) { // it was not changed in the form
			f.on[name] = current.on[name]
			continue
		}
		changed = changed || f.on[name] != current.on[name]
	}
	f.was = current.was
	switch {
	case len(f.wrong) > 0:
		return patch, page.ErrRefused
	case !changed:
		return patch, errUnchanged
	}
	f.setSwitches(&settings)
	patch.Settings = func(svcx.Settings) (svcx.Settings, error) { return settings, nil }
	return patch, nil
}

// setSwitches sets all switches as they are in the form.
func (f *settingForm) setSwitches(s *svcx.Settings) {
	for _, t := range toggles {
		*t.of(s) = f.on[t.name]
	}
	s.DisabledActions, s.DisabledEvents = nil, nil
	for _, a := range svcx.ActionTypes {
		if !f.on[actionPrefix+a] {
			s.DisabledActions = append(s.DisabledActions, a)
		}
	}
	for _, e := range svcx.EventTypes {
		if !f.on[eventPrefix+string(e)] {
			s.DisabledEvents = append(s.DisabledEvents, e)
		}
	}
}

// setText sets a setting that is written; the answer is what is wrong with it, "" for nothing.
func (h *Pages) setText(s *page.Viewer, to *svcx.Settings, name, text string) (problem string) {
	switch name {
	case webhookField:
		to.WebhookURL = text
		return h.urlProblem(s, text)
	case verifyField:
		to.AIVerificationURL = text
		return h.urlProblem(s, text)
	case depthField:
		return setNumber(s, &to.MessageExportDepth, text, svcx.MinExportDepth, svcx.MaxExportDepth)
	case timeoutField:
		return setNumber(s, &to.AIVerificationTimeout, text, svcx.MinVerificationTimeout, svcx.MaxVerificationTimeout)
	}
	if to.MaxMessageLength = nil; text == "" {
		return ""
	}
	length := 0
	to.MaxMessageLength = &length
	return setNumber(s, &length, text, 1, form.MaxMessageLength)
}

func setNumber(s *page.Viewer, to *int, text string, least, most int) (problem string) {
	n, err := strconv.Atoi(strings.NewReplacer(" ", "", ",", "", "\u00a0", "", "\u202f", "").Replace(text))
	if err != nil || n < least || n > most {
		return s.T("channels.number", "Min", s.Number(least), "Max", s.Number(most))
	}
	*to = n
	return ""
}

// wrongField is the first text that is wrong; "" for none.
func (f settingForm) wrongField() string {
	if i := slices.IndexFunc(textFields[:], func(name string) bool { return f.wrong[name] != "" }); i >= 0 {
		return textFields[i]
	}
	return ""
}
