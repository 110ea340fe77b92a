package rest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// R 4.4, R 2.4, D 5: a rating is answered with 200 and replaces the previous one, in
// both forms.
func TestRatingReplacesThePreviousOne(t *testing.T) {
	s := newFixture(t)
	for _, tt := range []struct {
		of           tenant
		conversation string
		record       string // of %d stars, comment, ratedBy, time
	}{
		{s.b, "1", `{"data":{"id":1,"conversationId":1,"rating":%d,"comment":%s,"ratedBy":%s,"createdAt":"2026-11-27T22:05:0%d.123Z"}}`},
		{s.a, "2", `{"data":{"id":"2","conversationId":"2","rating":%d,"comment":%s,"ratedBy":%s,"createdAt":"2026-11-27T22:05:0%d.123Z"}}`},
	} {
		s.ahead.Store(0)
		rate := "POST /conversations/" + tt.conversation + "/rate"
		comment := strings.Repeat("é", 5000)
		last := fmt.Sprintf(tt.record, 1, `"`+comment+`"`, `"u@example.com"`, 3)
		s.run(tt.of,
			step{"POST /conversations", `{"subject":"Hi"}`, 201, "~"},
			step{},
			step{rate, `{"rating":5.0}`, 200, fmt.Sprintf(tt.record, 5, "null", "null", 2)},
			step{"GET /conversations/" + tt.conversation, "", 200, `~"updatedAt":"2026-11-27T22:05:02.123Z"`},
			step{},
			step{rate, `{"rating":1,"comment":"` + comment + `","ratedBy":"u@example.com","id":9}`, 200, last},
		)
		if tt.of == s.b {
			s.run(s.b, step{"GET /conversations/1/rating", "", 200, last})
		}
	}
	if got := fmt.Sprint(s.rows(`SELECT type || ' ' || actor_kind || ' ' || detail FROM history ORDER BY id`)); got != "[rating.submitted key 5 rating.submitted key 1 rating.submitted key 5 rating.submitted key 1]" {
		t.Errorf("history %s", got)
	}
}

// R 4.4, D 2, D 5: invalid ratings; 404 if the conversation is not rated.
func TestInvalidRatingsAreRefused(t *testing.T) {
	s := newFixture(t)
	s.run(s.other, step{"POST /conversations", `{"subject":"Theirs"}`, 201, `~"id":1`}, step{"POST /conversations/1/rate", `{"rating":3}`, 200, "~"})
	s.run(s.b, step{"POST /conversations", `{"subject":"Hi"}`, 201, `~"id":2`})
	s.run(s.a, step{"POST /conversations", `{"subject":"Hi"}`, 201, `~"id":"3"`})
	for body, field := range map[string]string{
		`{}`: "rating", `{"rating":null}`: "rating", `{"rating":"5"}`: "rating", `{"rating":0}`: "rating", `{"rating":6}`: "rating", `{"rating":-1}`: "rating",
		`{"rating":4.5}`: "rating", `{"rating":true}`: "rating", `{"rating":1e99}`: "rating", `{"rating":[5]}`: "rating", `[5]`: "body", ``: "",
		`{"rating":5,"comment":5}`: "comment", `{"rating":5,"comment":"` + strings.Repeat("é", 5001) + `"}`: "comment",
		`{"rating":5,"ratedBy":{}}`: "ratedBy", `{"rating":5,"ratedBy":"` + strings.Repeat("é", 256) + `"}`: "ratedBy",
	} {
		b, a := s.do(s.b, "POST", "/conversations/2/rate", body), s.do(s.a, "POST", "/conversations/3/rate", body)
		if field == "" {
			if b.Code != http.StatusUnsupportedMediaType || a.Code != b.Code {
				t.Errorf("without a body: %d and %d", a.Code, b.Code)
			}
			continue
		}
		want := `{"error":{"code":"VALIDATION","message":"` + field + " must"
		if b.Code != http.StatusBadRequest || a.Code != http.StatusUnprocessableEntity || a.Body.String() != b.Body.String() || !strings.HasPrefix(a.Body.String(), want) {
			t.Errorf("%.80s: A %d %s, B %d %s", body, a.Code, a.Body, b.Code, b.Body)
		}
	}
	s.run(s.b, step{"GET /conversations/2/rating", "", 404, `{"error":{"code":"NOT_FOUND","message":"rating not found"}}`})
	s.absent(s.b, "GET", "/conversations/%s/rating", "1", noConversation)
	s.absent(s.b, "POST", "/conversations/%s/rate", "1", noConversation)
	s.absent(s.a, "POST", "/conversations/%s/rate", "1", noConversation)
}

// W 6 rating.submitted, W 2.7 ratingEnabled, D 4: each rating sends the event. If the
// channel has ratings or the event turned off, the rating is stored and the event is
// logged as skipped. Form A has no such event (W 9).
func TestEachRatingSendsTheEvent(t *testing.T) {
	s := newFixture(t)
	ctx := context.Background()
	for i, tt := range []struct {
		of   tenant
		set  func(*svcx.Settings)
		want string
	}{
		{s.b, func(*svcx.Settings) {}, "[ready rating.submitted 1 waiting rating.submitted 2] []"},
		{s.b, func(c *svcx.Settings) { c.RatingEnabled = false }, "[] [skipped rating_disabled skipped rating_disabled]"},
		{s.b, func(c *svcx.Settings) { c.DisabledEvents = []svcx.EventType{svcx.EventRatingSubmitted} }, "[] [skipped event_disabled skipped event_disabled]"},
		{s.b, func(c *svcx.Settings) { c.WebhookURL = "" }, "[] []"},
		{s.a, func(*svcx.Settings) {}, "[] []"},
	} {
		settings := svcx.DefaultSettings()
		settings.WebhookURL = "https://example.com/hook"
		tt.set(&settings)
		ch, _, err := s.inbox.CreateChannel(ctx, inbox.Call{Workspace: tt.of.Workspace, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "C", Settings: settings})
		s.must(err)
		body := fmt.Sprintf(`{"subject":"Hi","channelId":%d}`, ch.ID)
		s.run(tt.of, step{"POST /conversations", body, 201, "~"})
		// In form A only the integrator starts conversations on a channel.
		s.exec(`UPDATE conversation SET channel_id = ? WHERE id = ?`, ch.ID, i+1)
		rate := fmt.Sprintf("POST /conversations/%d/rate", i+1)
		s.run(tt.of, step{rate, `{"rating":4,"comment":"ok"}`, 200, "~"}, step{rate, `{"rating":4,"comment":"ok"}`, 200, "~"})
		got := fmt.Sprint(s.rows(`SELECT state || ' ' || type || ' ' || sequence FROM delivery WHERE conversation_id = ? ORDER BY id`, i+1),
			s.rows(`SELECT status || ' ' || substr(error, 1, instr(error, ':') - 1) FROM event_log WHERE channel_id = ? ORDER BY id`, ch.ID))
		if got != tt.want {
			t.Errorf("case %d: %s, want %s", i, got, tt.want)
		}
	}
}
