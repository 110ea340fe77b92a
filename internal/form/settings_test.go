package form_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/form"
)

// onlyHTTPS stands in for the check of outbound URLs.
func onlyHTTPS(url string) error {
	if !strings.HasPrefix(url, "https://") {
		return svcx.Invalid("", "must be https")
	}
	return nil
}

// W 2.7: the encoded defaults and all names.
func TestEncodeSettings(t *testing.T) {
	full := svcx.DefaultSettings()
	full.WebhookURL, full.AIVerificationURL = "https://h/w?a&b", "https://h/v"
	full.MaxMessageLength = ptr(160)
	full.DisabledActions = []string{"rating.submit"}
	full.DisabledEvents = []svcx.EventType{svcx.EventMessageCreated}
	var out []byte
	for _, s := range []svcx.Settings{svcx.DefaultSettings(), full} {
		text, err := form.Encode(form.EncodeSettings(s))
		if err != nil {
			t.Fatal(err)
		}
		out = append(append(out, text...), '\n')
	}
	golden(t, "settings.txt", out)
}

// W 2.7, D 4: PATCH merges at every level.
func TestPatchSettings(t *testing.T) {
	base := svcx.DefaultSettings()
	base.WebhookURL, base.AIVerificationURL, base.MaxMessageLength = "https://h/w", "https://h/v", ptr(100)
	base.DisabledActions = []string{"rating.submit"}
	for _, tt := range []struct {
		body string
		want func(s *svcx.Settings)
	}{
		{`{}`, func(s *svcx.Settings) {}},
		{`{"webhookUrl":"https://h/x"}`, func(s *svcx.Settings) { s.WebhookURL = "https://h/x" }},
		{`{"webhookUrl":null,"aiVerificationUrl":""}`, func(s *svcx.Settings) { s.WebhookURL, s.AIVerificationURL = "", "" }},
		{`{"ratingEnabled":false,"ratingEnabled":true,"ratingAutoRequest":true}`, func(s *svcx.Settings) { s.RatingAutoRequest = true }},
		{`{"relaySupportsAttachments":false,"monitoringEnabled":false,"intentConfirmationEnabled":true}`, func(s *svcx.Settings) {
			s.RelaySupportsAttachments, s.MonitoringEnabled, s.IntentConfirmationEnabled = false, false, true
		}},
		{`{"typingIndicatorsEnabled":true,"messageReadStatusEnabled":true,"messageExportEnabled":true}`, func(s *svcx.Settings) {
			s.TypingIndicatorsEnabled, s.MessageReadStatusEnabled, s.MessageExportEnabled = true, true, true
		}},
		{`{"ephemeralContent":true,"backRequestsEnabled":true,"reopenOnMessage":false}`, func(s *svcx.Settings) {
			s.EphemeralContent, s.BackRequestsEnabled, s.ReopenOnMessage = true, true, false
		}},
		{`{"feedEnabled":true}`, func(s *svcx.Settings) { s.FeedEnabled = true }},
		{`{"aiVerificationTimeout":30.0,"messageExportDepth":10}`, func(s *svcx.Settings) { s.AIVerificationTimeout, s.MessageExportDepth = 30, 10 }},
		{`{"platformConstraints":{}}`, func(s *svcx.Settings) {}},
		{`{"platformConstraints":{"canReopen":false}}`, func(s *svcx.Settings) { s.CanReopen = false }},
		{`{"platformConstraints":{"canReceiveFiles":false,"maxMessageLength":1}}`, func(s *svcx.Settings) {
			s.CanReceiveFiles, s.MaxMessageLength = false, ptr(1)
		}},
		{`{"platformConstraints":{"maxMessageLength":null}}`, func(s *svcx.Settings) { s.MaxMessageLength = nil }},
		{`{"inboundActions":{"conversation.close":false}}`, func(s *svcx.Settings) { s.DisabledActions = []string{"conversation.close", "rating.submit"} }},
		{`{"inboundActions":{"rating.submit":true}}`, func(s *svcx.Settings) { s.DisabledActions = nil }},
		{`{"outboundEvents":{"message.created":false,"rating.requested":true}}`, func(s *svcx.Settings) {
			s.DisabledEvents = []svcx.EventType{svcx.EventMessageCreated}
		}},
	} {
		want := base
		want.DisabledActions = slices.Clone(base.DisabledActions)
		tt.want(&want)
		got, err := form.PatchSettings(base, []byte(tt.body), onlyHTTPS)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", tt.body, err, diff)
		}
	}
	if !slices.Equal(base.DisabledActions, []string{"rating.submit"}) {
		t.Error("the base was changed")
	}
}

// W 2.7, W 7.3, D 4: invalid settings, with kind and message of the error.
func TestPatchSettingsErrors(t *testing.T) {
	base := svcx.DefaultSettings()
	base.RatingAutoRequest = true
	var names []string
	list, err := form.SettingList()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		names = append(names, s.Name)
	}
	const actions = " (known: conversation.resolve, conversation.close, conversation.reopen, conversation.assign, rating.submit)"
	known := " (known: " + strings.Join(names, ", ") + ")"
	for _, tt := range []struct {
		body, want string
		kind       svcx.Kind
	}{
		{`[]`, "settings must be one JSON object", svcx.KindValidation},
		{`{`, "settings must be one JSON object (fault near byte 1)", svcx.KindValidation},
		{`{"foo":1}`, "settings.foo is not a known setting" + known, svcx.KindValidation},
		{`{"WebhookUrl":null}`, "settings.WebhookUrl is not a known setting, did you mean webhookUrl?" + known, svcx.KindValidation},
		{`{"` + strings.Repeat("x", 9999) + `":1}`, "settings." + strings.Repeat("x", 64) + "… is not a known setting" + known, svcx.KindValidation},
		{`{"platformConstraints":{"foo":1}}`, "settings.platformConstraints.foo is not a known setting (known: canReopen, canReceiveFiles, maxMessageLength)", svcx.KindValidation},
		{`{"platformConstraints":null}`, "settings.platformConstraints must be an object", svcx.KindValidation},
		{`{"platformConstraints":{"canReopen":null}}`, "settings.platformConstraints.canReopen must be true or false", svcx.KindValidation},
		{`{"platformConstraints":{"maxMessageLength":0}}`, "settings.platformConstraints.maxMessageLength must be an integer from 1 to 2147483647", svcx.KindValidation},
		{`{"inboundActions":{"foo":true}}`, "settings.inboundActions.foo is not a known type" + actions, svcx.KindValidation},
		{`{"inboundActions":{"message.created":true}}`, "settings.inboundActions.message.created is not a known type" + actions,
			svcx.KindValidation},
		{`{"inboundActions":{"rating.submitt":true}}`, "settings.inboundActions.rating.submitt is not a known type, did you mean rating.submit?" + actions, svcx.KindValidation},
		{`{"outboundEvents":{"message.created":null}}`, "settings.outboundEvents.message.created must be true or false", svcx.KindValidation},
		{`{"outboundEvents":[]}`, "settings.outboundEvents must be an object", svcx.KindValidation},
		{`{"outboundEvents":null}`, "settings.outboundEvents must be an object", svcx.KindValidation},
		{`{"ratingEnabled":null}`, "settings.ratingEnabled must be true or false", svcx.KindValidation},
		{`{"feedEnabled":null}`, "settings.feedEnabled must be true or false", svcx.KindValidation},
		{`{"ratingEnabled":"true"}`, "settings.ratingEnabled must be true or false", svcx.KindValidation},
		{`{"aiVerificationTimeout":0}`, "settings.aiVerificationTimeout must be an integer from 1 to 30", svcx.KindValidation},
		{`{"aiVerificationTimeout":31}`, "settings.aiVerificationTimeout must be an integer from 1 to 30", svcx.KindValidation},
		{`{"aiVerificationTimeout":1.5}`, "settings.aiVerificationTimeout must be an integer from 1 to 30", svcx.KindValidation},
		{`{"messageExportDepth":null}`, "settings.messageExportDepth must be an integer from 10 to 1000", svcx.KindValidation},
		{`{"messageExportDepth":1001}`, "settings.messageExportDepth must be an integer from 10 to 1000", svcx.KindValidation},
		{`{"webhookUrl":5}`, "settings.webhookUrl must be a string of at most 2048 characters", svcx.KindValidation},
		{`{"webhookUrl":"http://h"}`, "settings.webhookUrl must be https", svcx.KindUnprocessable},
		{`{"aiVerificationUrl":"http://h"}`, "settings.aiVerificationUrl must be https", svcx.KindUnprocessable},
	} {
		got, err := form.PatchSettings(base, []byte(tt.body), onlyHTTPS)
		var e *svcx.Error
		if !errors.As(err, &e) || e.Public() != tt.want || e.Kind != tt.kind {
			t.Errorf("%.60s: kind %d, %v; want %s", tt.body, svcx.KindOf(err), err, tt.want)
		}
		if diff := cmp.Diff(base, got); diff != "" {
			t.Errorf("%.60s: changed in spite of the error\n%s", tt.body, diff)
		}
	}
	// The cause of an error without a message is not shown.
	_, err = form.PatchSettings(base, []byte(`{"webhookUrl":"https://h"}`), func(string) error { return errors.New("cause") })
	if status, body := forms.B.Error(err, ""); status != 422 || strings.Contains(string(body), "cause") {
		t.Errorf("%d %s", status, body)
	}
}

// Encoded settings can be sent back and change nothing.
func TestSettingsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := func(name string) bool { return rapid.Bool().Draw(t, name) }
		s := svcx.Settings{
			WebhookURL:    rapid.SampledFrom([]string{"", "https://h/1"}).Draw(t, "webhookUrl"),
			RatingEnabled: b("1"), RatingAutoRequest: b("2"), RelaySupportsAttachments: b("3"), MonitoringEnabled: b("4"),
			IntentConfirmationEnabled: b("5"), AIVerificationTimeout: rapid.IntRange(1, 30).Draw(t, "timeout"),
			TypingIndicatorsEnabled: b("6"), MessageReadStatusEnabled: b("7"), MessageExportEnabled: b("8"),
			MessageExportDepth: rapid.IntRange(10, 1000).Draw(t, "depth"), CanReopen: b("9"), CanReceiveFiles: b("10"),
			EphemeralContent: b("11"), BackRequestsEnabled: b("12"), ReopenOnMessage: b("13"), FeedEnabled: b("14"),
		}
		if b("limited") {
			s.MaxMessageLength = ptr(rapid.IntRange(1, 1<<31-1).Draw(t, "maxMessageLength"))
		}
		for _, a := range svcx.ActionTypes {
			if b(a) {
				s.DisabledActions = append(s.DisabledActions, a)
			}
		}
		for _, e := range svcx.EventTypes {
			if b(string(e)) {
				s.DisabledEvents = append(s.DisabledEvents, e)
			}
		}
		body, err := form.Encode(form.EncodeSettings(s))
		if err != nil {
			t.Fatal(err)
		}
		got, err := form.PatchSettings(svcx.DefaultSettings(), body, onlyHTTPS)
		if diff := cmp.Diff(s, got); diff != "" || err != nil {
			t.Fatalf("%v\n%s", err, diff)
		}
	})
}

// FuzzPatchSettings checks that patching never panics, that accepted settings are
// within bounds and survive a round trip, and that an error changes nothing.
func FuzzPatchSettings(f *testing.F) {
	for _, s := range []string{`{}`, `{"webhookUrl":"https://h"}`, `{"platformConstraints":{"maxMessageLength":5}}`,
		`{"inboundActions":{"rating.submit":false}}`, `{"messageExportDepth":1e2}`, `{"x":{}}`,
		`{"webhookUrl":"http://h"}`, `{"platformConstraints":{"maxMessageLength":0}}`, `{"messageExportDepth":9}`, `{"aiVerificationTimeout":31}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		base := svcx.DefaultSettings()
		got, err := form.PatchSettings(base, body, onlyHTTPS)
		if err != nil {
			var e *svcx.Error
			if diff := cmp.Diff(base, got); diff != "" || !errors.As(err, &e) || !strings.HasPrefix(e.Field, "settings") {
				t.Fatalf("%v\n%s", err, diff)
			}
			return
		}
		if got.AIVerificationTimeout < 1 || got.AIVerificationTimeout > 30 || got.MessageExportDepth < 10 || got.MessageExportDepth > 1000 ||
			got.MaxMessageLength != nil && *got.MaxMessageLength < 1 || got.WebhookURL != "" && onlyHTTPS(got.WebhookURL) != nil {
			t.Fatalf("%+v", got)
		}
		again, err := form.Encode(form.EncodeSettings(got))
		if err != nil {
			t.Fatal(err)
		}
		same, err := form.PatchSettings(svcx.Settings{}, again, onlyHTTPS)
		if diff := cmp.Diff(got, same); diff != "" || err != nil {
			t.Fatalf("%v\n%s", err, diff)
		}
	})
}
