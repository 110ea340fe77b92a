package form

import (
	"net/url"
	"slices"

	"svcx"
)

// ChannelView is what the encoding of a channel needs in addition to the channel.
type ChannelView struct {
	// Categories and Fields are the workspace's. Defaults for deleted ones are not
	// shown, and fields give values their types.
	Categories []*svcx.Category
	Fields     []*svcx.Field
	Now        svcx.Time
	// Bare removes the query and userinfo of URLs, since they may contain an
	// integrator's secret, which only admins may see.
	Bare       bool
	InboundURL string
	// Key is the channel's key in the answer to its creation, "" otherwise.
	Key string
}

type channelRecord struct {
	ID               any            `json:"id"`
	Name             string         `json:"name"`
	InboundURL       string         `json:"inboundUrl"`
	Settings         any            `json:"settings"`
	Defaults         defaultsRecord `json:"defaults"`
	Health           svcx.Health    `json:"health"`
	LastHeartbeatAt  *string        `json:"lastHeartbeatAt"`
	Circuit          string         `json:"circuit"`
	PausedAt         *string        `json:"pausedAt"`
	HasSigningSecret bool           `json:"hasSigningSecret"`
	CreatedAt        string         `json:"createdAt"`
	Key              string         `json:"key,omitempty"`
}

type defaultsRecord struct {
	CategoryID any            `json:"categoryId"`
	Fields     map[string]any `json:"fields"`
}

// Channel encodes a channel for the session API: {id, name, inboundUrl, settings,
// defaults: {categoryId, fields}, health, lastHeartbeatAt, circuit, pausedAt,
// hasSigningSecret, createdAt}, and key in the answer to its creation. circuit is
// open or closed; pausedAt is since when deliveries are paused, or null; the values in defaults.fields have their fields' types.
func (f *Form) Channel(c *svcx.Channel, view ChannelView) any {
	record := channelRecord{
		ID:               f.ID(int64(c.ID)),
		Name:             c.Name,
		InboundURL:       view.InboundURL,
		Settings:         EncodeSettings(view.settings(c)),
		Defaults:         defaultsRecord{Fields: make(map[string]any)},
		Health:           c.HealthAt(view.Now),
		LastHeartbeatAt:  OptionalTime(c.LastHeartbeatAt),
		Circuit:          "closed",
		PausedAt:         OptionalTime(c.PausedAt),
		HasSigningSecret: c.Signing.Secret != nil,
		CreatedAt:        c.CreatedAt.String(),
		Key:              view.Key,
	}
	if c.Circuit.Open() {
		record.Circuit = "open"
	}
	if id := c.Defaults.Category; id != nil && slices.ContainsFunc(view.Categories, func(c *svcx.Category) bool { return c.ID == *id }) {
		record.Defaults.CategoryID = f.ID(int64(*id))
	}
	for _, field := range view.Fields {
		if value, ok := c.Defaults.Fields[field.Key]; ok {
			record.Defaults.Fields[field.Key] = typedValue(svcx.FieldValue{Field: field, Value: value, Set: true})
		}
	}
	return record
}

func (v ChannelView) settings(c *svcx.Channel) svcx.Settings {
	s := c.Settings
	if v.Bare {
		s.WebhookURL, s.AIVerificationURL = bareURL(s.WebhookURL), bareURL(s.AIVerificationURL)
	}
	return s
}

// bareURL removes the query, fragment and userinfo of a URL.
func bareURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}

// DecodeChannel reads the body of POST /channels: {name, settings?, defaults?}. name
// has 1 to 255 characters, not all white space; settings is merged into the default
// settings (W 2.7), see PatchSettings; for defaults, see DecodeChannelPatch.
func (f *Form) DecodeChannel(body []byte, checkURL func(string) error) (svcx.ChannelDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.ChannelDraft{}, err
	}
	draft := svcx.ChannelDraft{Name: o.Label("name", svcx.MaxName), Settings: svcx.DefaultSettings(), Defaults: f.defaultsPatch(o.Value("defaults"))}
	if err := o.Err(); err != nil {
		return svcx.ChannelDraft{}, err
	}
	if v := o.Value("settings"); v.Given() {
		draft.Settings, err = PatchSettings(draft.Settings, v.Raw(), checkURL)
	}
	return draft, err
}

// DecodeChannelPatch reads the body of PATCH /channels/{id}: any of {name, settings,
// defaults}, each merged into what the channel has (D 4). In defaults, null for
// categoryId removes the category, and fields {key: null} removes that value; null
// for fields removes all values, null for defaults the category too.
func (f *Form) DecodeChannelPatch(body []byte, checkURL func(string) error) (svcx.ChannelPatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.ChannelPatch{}, err
	}
	patch := svcx.ChannelPatch{Name: o.LabelPatch("name", svcx.MaxName), Defaults: f.defaultsPatch(o.Value("defaults"))}
	if err := o.Err(); err != nil {
		return svcx.ChannelPatch{}, err
	}
	v := o.Value("settings")
	if !v.present() {
		return patch, nil
	}
	merge := func(base svcx.Settings) (svcx.Settings, error) { return PatchSettings(base, v.Raw(), checkURL) }
	// Whether settings are valid does not depend on what they are merged into, so
	// invalid ones are refused before a transaction begins.
	if _, err := merge(svcx.DefaultSettings()); err != nil {
		return svcx.ChannelPatch{}, err
	}
	patch.Settings = merge
	return patch, nil
}

func (f *Form) defaultsPatch(v Value) (patch svcx.DefaultsPatch) {
	var none *svcx.CategoryID
	switch {
	case !v.present():
		return patch
	case v.Null():
		return svcx.DefaultsPatch{Category: &none, ClearFields: true}
	}
	o := v.Object()
	if c := o.Value("categoryId"); c.Null() {
		patch.Category = &none
	} else if c.present() {
		id := svcx.CategoryID(f.ReadID(c))
		chosen := &id
		patch.Category = &chosen
	}
	if values := o.Value("fields"); values.Null() {
		patch.ClearFields = true
	} else if values.present() {
		patch.Fields = values.FieldInputs()
	}
	return patch
}
