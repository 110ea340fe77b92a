package web

import (
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// settings changes those of the channel.
func (d *desk) settings(change func(*svcx.Settings)) {
	d.Helper()
	set := func(s svcx.Settings) (svcx.Settings, error) { change(&s); return s, nil }
	if _, err := d.inbox.UpdateChannel(d.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, d.channel.ID, svcx.ChannelPatch{Settings: set}); err != nil {
		d.Fatal(err)
	}
}

func ptr[T any](v T) *T { return &v }

// The integrator is asked for what is missing; what it answers is shown as text, with what became
// of each value.
func TestTheIntegratorIsAskedForWhatIsMissing(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.field(svcx.FieldDraft{Key: "order", Name: "Order <i>", Type: svcx.FieldNumber})
	const path = "/app/shop/inbox/1"
	ask := func(kind svcx.BackRequestType) url.Values { return url.Values{"type": {string(kind)}} }
	if body := d.get(path).Body.String(); strings.Contains(body, "Ask the integrator") {
		t.Error("a channel without back requests is offered them")
	}
	d.page(d.post(path+"/backrequest", ask(svcx.BackInfo), "HX-Request: true"), 422, "has back requests switched off")
	d.settings(func(s *svcx.Settings) { s.BackRequestsEnabled, s.WebhookURL = true, "https://example.com/hook" })
	d.asked = make(chan svcx.BackRequestType, 9)
	d.page(d.get(path), 200, `aria-label="Ask the integrator for what is missing"`, ">Name, e-mail address and picture</button>")
	for range 2 { // opening it asks too, in the background, and learns nothing yet
		<-d.asked
	}
	d.answers(svcx.BackAnswer{Known: true, Info: svcx.InfoUpdate{Name: ptr("Amara <b>Osei"), Email: ptr("amara@example.com")}}, nil)
	// Without scripts the answer is the page; the name was known before.
	d.page(d.post(path+"/backrequest", ask(svcx.BackInfo)), 200, "<html", "The integrator answered:", "<bdi>Amara &lt;b&gt;Osei</bdi>", "not used: there is another value", "<bdi>amara@example.com</bdi>", "filled in")
	d.page(d.post(path+"/backrequest", ask(svcx.BackInfo), "HX-Request: true"), 200, `id="alert"`, "known already")

	d.answers(svcx.BackAnswer{Known: true, Info: svcx.InfoUpdate{Subject: ptr("Parcel"), Priority: ptr(svcx.PriorityHigh), Tags: ptr([]string{"<u>", "vip"})}, Fields: svcx.FieldInputs{"order": {Kind: svcx.FieldInputNumber, Text: "4711"}, "unknown": {Kind: svcx.FieldInputNumber, Text: "1"}}}, nil)
	w := d.post(path+"/backrequest", ask(svcx.BackMetadata), "HX-Request: true")
	d.page(w, 200, "<bdi>Parcel</bdi>", "<bdi>High</bdi>", "<bdi>&lt;u&gt;, vip</bdi>", "<dt>Order &lt;i&gt;</dt>", "<bdi>4711</bdi>")
	if n := strings.Count(w.Body.String(), "filled in"); n != 4 {
		t.Errorf("%d values were filled in:\n%s", n, w.Body)
	}
	d.answers(svcx.BackAnswer{Known: true}, nil)
	d.page(d.post(path+"/backrequest", ask(svcx.BackMetadata), "HX-Request: true"), 200, "nothing that can be used here")
	d.answers(svcx.BackAnswer{}, nil)
	d.page(d.post(path+"/backrequest", ask(svcx.BackMetadata), "HX-Request: true"), 200, "does not know more either")
	d.answers(svcx.BackAnswer{}, &svcx.Error{Kind: svcx.KindIntegrationFailed, Message: "x"})
	for _, headers := range forms {
		d.page(d.post(path+"/backrequest", ask(svcx.BackMetadata), headers...), 422, `role="alert"`, "gave no usable answer")
	}
	for _, wrong := range []url.Values{{}, ask("query.anything"), ask(svcx.BackMessage)} {
		d.page(d.post(path+"/backrequest", wrong), 404)
	}
	d.page(d.post("/app/shop/inbox/9/backrequest", ask(svcx.BackInfo)), 404)
}

// A rating is asked for where the integrator is told of it, as often as one likes, and it is said
// who asked.
func TestARatingIsAskedFor(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	const path = "/app/shop/inbox/1"
	for name, change := range map[string]func(*svcx.Settings){
		"nobody is told": func(s *svcx.Settings) { s.WebhookURL, s.FeedEnabled = "", false },
		"switched off":   func(s *svcx.Settings) { s.RatingEnabled = false },
		"event is off":   func(s *svcx.Settings) { s.DisabledEvents = []svcx.EventType{svcx.EventRatingRequested} },
	} {
		d.settings(func(s *svcx.Settings) {
			s.WebhookURL, s.RatingEnabled, s.DisabledEvents = "https://example.com/hook", true, nil
		})
		d.settings(change)
		if body := d.get(path).Body.String(); strings.Contains(body, "Ask for a rating") {
			t.Errorf("%s: it is offered", name)
		}
		d.page(d.post(path+"/rating", nil, "HX-Request: true"), 422, "takes no requests for ratings")
	}
	d.settings(func(s *svcx.Settings) {
		s.WebhookURL, s.RatingEnabled, s.DisabledEvents = "https://example.com/hook", true, nil
	})
	d.page(d.get(path), 200, "Ask for a rating</button>")
	d.page(d.post(path+"/rating", nil, "HX-Request: true"), 200, "Rating requested", "<b dir=\"auto\">You</b> asked for a rating")
	d.done(path+"/rating", nil)
	if n := strings.Count(d.get(path).Body.String(), "asked for a rating"); n != 2 {
		t.Errorf("it was asked for %d times", n)
	}
	if _, err := d.inbox.Rate(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, 1, svcx.RatingDraft{Rating: 4}); err != nil {
		t.Fatal(err)
	}
	d.page(d.get(path), 200, `aria-label="4 of 5"`, "Ask for a rating again</button>")
	d.page(d.post("/app/shop/inbox/9/rating", nil), 404)
}
