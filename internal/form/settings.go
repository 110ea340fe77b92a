package form

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"svcx"
)

// settingsRecord is a channel's settings on the wire (W 2.7), the same in both
// forms. All toggles are listed, on or off.
type settingsRecord struct {
	WebhookURL                *string                 `json:"webhookUrl"`
	RatingEnabled             bool                    `json:"ratingEnabled"`
	RatingAutoRequest         bool                    `json:"ratingAutoRequest"`
	RelaySupportsAttachments  bool                    `json:"relaySupportsAttachments"`
	MonitoringEnabled         bool                    `json:"monitoringEnabled"`
	IntentConfirmationEnabled bool                    `json:"intentConfirmationEnabled"`
	AIVerificationURL         *string                 `json:"aiVerificationUrl"`
	AIVerificationTimeout     int                     `json:"aiVerificationTimeout"`
	TypingIndicatorsEnabled   bool                    `json:"typingIndicatorsEnabled"`
	MessageReadStatusEnabled  bool                    `json:"messageReadStatusEnabled"`
	MessageExportEnabled      bool                    `json:"messageExportEnabled"`
	MessageExportDepth        int                     `json:"messageExportDepth"`
	PlatformConstraints       platformConstraints     `json:"platformConstraints"`
	EphemeralContent          bool                    `json:"ephemeralContent"`
	BackRequestsEnabled       bool                    `json:"backRequestsEnabled"`
	ReopenOnMessage           bool                    `json:"reopenOnMessage"`
	FeedEnabled               bool                    `json:"feedEnabled"`
	InboundActions            map[string]bool         `json:"inboundActions"`
	OutboundEvents            map[svcx.EventType]bool `json:"outboundEvents"`
}

type platformConstraints struct {
	CanReopen        bool `json:"canReopen"`
	CanReceiveFiles  bool `json:"canReceiveFiles"`
	MaxMessageLength *int `json:"maxMessageLength"`
}

// EncodeSettings encodes a channel's settings for the session API (W 2.7): unset
// URLs and an unlimited message length are null.
func EncodeSettings(s svcx.Settings) any {
	record := settingsRecord{
		WebhookURL:                OptionalString(s.WebhookURL),
		RatingEnabled:             s.RatingEnabled,
		RatingAutoRequest:         s.RatingAutoRequest,
		RelaySupportsAttachments:  s.RelaySupportsAttachments,
		MonitoringEnabled:         s.MonitoringEnabled,
		IntentConfirmationEnabled: s.IntentConfirmationEnabled,
		AIVerificationURL:         OptionalString(s.AIVerificationURL),
		AIVerificationTimeout:     s.AIVerificationTimeout,
		TypingIndicatorsEnabled:   s.TypingIndicatorsEnabled,
		MessageReadStatusEnabled:  s.MessageReadStatusEnabled,
		MessageExportEnabled:      s.MessageExportEnabled,
		MessageExportDepth:        s.MessageExportDepth,
		PlatformConstraints:       platformConstraints{s.CanReopen, s.CanReceiveFiles, s.MaxMessageLength},
		EphemeralContent:          s.EphemeralContent,
		BackRequestsEnabled:       s.BackRequestsEnabled,
		ReopenOnMessage:           s.ReopenOnMessage,
		FeedEnabled:               s.FeedEnabled,
		InboundActions:            make(map[string]bool, len(svcx.ActionTypes)),
		OutboundEvents:            make(map[svcx.EventType]bool, len(svcx.EventTypes)),
	}
	for _, a := range svcx.ActionTypes {
		record.InboundActions[a] = s.Permits(a)
	}
	for _, e := range svcx.EventTypes {
		record.OutboundEvents[e] = s.Sends(e)
	}
	return record
}

// MaxMessageLength bounds the setting of that name. It is above the length of any
// body and fits into 32 bits.
const MaxMessageLength = 1<<31 - 1

// setting is a member of a settings object: its type, for documentation, and how it
// is set.
type setting struct {
	name, kind string
	set        func(p *settingsPatch, v Value)
	// members are those of an object; nil for other types.
	members []setting
}

// settingsPatch is the state of PatchSettings.
type settingsPatch struct {
	to       *svcx.Settings
	checkURL func(string) error
}

// settings lists the members of a settings object.
var settings = []setting{
	urlSetting("webhookUrl", func(s *svcx.Settings) *string { return &s.WebhookURL }),
	boolSetting("ratingEnabled", func(s *svcx.Settings) *bool { return &s.RatingEnabled }),
	boolSetting("ratingAutoRequest", func(s *svcx.Settings) *bool { return &s.RatingAutoRequest }),
	boolSetting("relaySupportsAttachments", func(s *svcx.Settings) *bool { return &s.RelaySupportsAttachments }),
	boolSetting("monitoringEnabled", func(s *svcx.Settings) *bool { return &s.MonitoringEnabled }),
	boolSetting("intentConfirmationEnabled", func(s *svcx.Settings) *bool { return &s.IntentConfirmationEnabled }),
	urlSetting("aiVerificationUrl", func(s *svcx.Settings) *string { return &s.AIVerificationURL }),
	intSetting("aiVerificationTimeout", svcx.MinVerificationTimeout, svcx.MaxVerificationTimeout,
		func(s *svcx.Settings) *int { return &s.AIVerificationTimeout }),
	boolSetting("typingIndicatorsEnabled", func(s *svcx.Settings) *bool { return &s.TypingIndicatorsEnabled }),
	boolSetting("messageReadStatusEnabled", func(s *svcx.Settings) *bool { return &s.MessageReadStatusEnabled }),
	boolSetting("messageExportEnabled", func(s *svcx.Settings) *bool { return &s.MessageExportEnabled }),
	intSetting("messageExportDepth", svcx.MinExportDepth, svcx.MaxExportDepth,
		func(s *svcx.Settings) *int { return &s.MessageExportDepth }),
	{name: "platformConstraints", members: platformSettings, set: func(p *settingsPatch, v Value) { p.merge(objectOf(v), platformSettings) }},
	boolSetting("ephemeralContent", func(s *svcx.Settings) *bool { return &s.EphemeralContent }),
	boolSetting("backRequestsEnabled", func(s *svcx.Settings) *bool { return &s.BackRequestsEnabled }),
	boolSetting("reopenOnMessage", func(s *svcx.Settings) *bool { return &s.ReopenOnMessage }),
	boolSetting("feedEnabled", func(s *svcx.Settings) *bool { return &s.FeedEnabled }),
	{name: "inboundActions", members: toggles(svcx.ActionTypes[:]), set: func(p *settingsPatch, v Value) {
		p.to.DisabledActions = toggle(objectOf(v), svcx.ActionTypes[:], p.to.DisabledActions)
	}},
	{name: "outboundEvents", members: toggles(svcx.EventTypes[:]), set: func(p *settingsPatch, v Value) {
		p.to.DisabledEvents = toggle(objectOf(v), svcx.EventTypes[:], p.to.DisabledEvents)
	}},
}

// platformSettings lists the members of platformConstraints.
var platformSettings = []setting{
	boolSetting("canReopen", func(s *svcx.Settings) *bool { return &s.CanReopen }),
	boolSetting("canReceiveFiles", func(s *svcx.Settings) *bool { return &s.CanReceiveFiles }),
	{name: "maxMessageLength", kind: "integer from 1, or null", set: func(p *settingsPatch, v Value) {
		if v.Null() {
			p.to.MaxMessageLength = nil
			return
		}
		n := int(v.IntBetween(1, MaxMessageLength))
		p.to.MaxMessageLength = &n
	}},
}

// PatchSettings returns base with the settings in body, a JSON object with the names
// of W 2.7, merged into it at every level. Paths in errors begin with "settings".
//
// Types are strict, and an unknown setting or toggle is an error. null clears
// webhookUrl, aiVerificationUrl and maxMessageLength, as "" does for the URLs; it is
// an error for other settings. aiVerificationTimeout is 1 to 30, messageExportDepth
// 10 to 1000, maxMessageLength at least 1. A URL that checkURL rejects gives an error
// of KindUnprocessable, 422 in both forms (W 7.3); all other errors are validation
// errors (W 2.7, D 4).
func PatchSettings(base svcx.Settings, body []byte, checkURL func(string) error) (svcx.Settings, error) {
	o, err := ReadObjectAt("settings", body)
	if err != nil {
		return base, err
	}
	patched := base
	p := &settingsPatch{to: &patched, checkURL: checkURL}
	p.merge(o, settings)
	if err := o.Err(); err != nil {
		return base, err
	}
	return patched, nil
}

// merge applies the object's members. A member that is not in the table is an error.
func (p *settingsPatch) merge(o *Object, table []setting) {
	var names []string
	for _, s := range table {
		names = append(names, s.name)
	}
	refuseUnknown(o, "setting", names)
	for _, s := range table {
		if v := o.Value(s.name); v.raw != nil {
			s.set(p, v)
		}
	}
}

// objectOf is Value.Object, except that null is an error.
func objectOf(v Value) *Object {
	if v.Null() {
		v.Refuse("must be an object")
	}
	return v.Object()
}

// refuseUnknown records an error for an unknown member, which lists the known names.
func refuseUnknown[T ~string](o *Object, what string, known []T) {
	for name := range o.Names() {
		if slices.Contains(known, T(name)) {
			continue
		}
		list := make([]string, len(known))
		for i, k := range known {
			list[i] = string(k)
		}
		meant := ""
		if near := nearest(name, list); near != "" {
			meant = ", did you mean " + near + "?"
		}
		o.Refuse(cut(name), "is not a known %s%s (known: %s)", what, meant, strings.Join(list, ", "))
		return
	}
}

func boolSetting(name string, of func(*svcx.Settings) *bool) setting {
	return setting{name: name, kind: "boolean", set: func(p *settingsPatch, v Value) { *of(p.to) = v.Bool() }}
}

func intSetting(name string, min, max int64, of func(*svcx.Settings) *int) setting {
	return setting{name: name, kind: fmt.Sprintf("integer, %d to %d", min, max), set: func(p *settingsPatch, v Value) { *of(p.to) = int(v.IntBetween(min, max)) }}
}

func urlSetting(name string, of func(*svcx.Settings) *string) setting {
	return setting{name: name, kind: "https URL, or null", set: func(p *settingsPatch, v Value) {
		if v.Null() {
			*of(p.to) = ""
			return
		}
		url := v.Text(svcx.MaxURL)
		if url != "" {
			p.check(v, url)
		}
		*of(p.to) = url
	}}
}

// check refuses a URL that may not be called, with checkURL's own message.
func (p *settingsPatch) check(v Value, url string) {
	err := p.checkURL(url)
	if err == nil {
		return
	}
	refusal := svcx.Unprocessable("", "must be an https URL that may be called from here")
	var cause *svcx.Error
	if errors.As(err, &cause) && cause.Message != "" {
		refusal.Message = cause.Message
	}
	refusal.Err = err
	v.refuse(refusal)
}

// toggle applies the object's toggles and returns a new list of what is off, in the
// order of all.
func toggle[T ~string](o *Object, all, off []T) []T {
	refuseUnknown(o, "type", all)
	var now []T
	for _, t := range all {
		on := !slices.Contains(off, t)
		if v := o.Value(string(t)); v.raw != nil {
			on = v.Bool()
		}
		if !on {
			now = append(now, t)
		}
	}
	return now
}
