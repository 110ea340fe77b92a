package web

import (
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/live"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// outbound is a desk whose test plays the deliverer: tried is an attempt at the delivery
// that is due, which ends in a state.
type outbound struct {
	*desk
	tried func(svcx.DeliveryState, svcx.Attempt)
}

func newOutbound(t *testing.T) *outbound {
	db := storetest.SQLite(t)
	o := &outbound{desk: newDeskOn(t, inbox.Options{DB: db})}
	o.tried = func(state svcx.DeliveryState, last svcx.Attempt) {
		t.Helper()
		last.At = 1_800_000_000_000
		if err := storetest.Try(t.Context(), db, o.workspace.ID, o.channel.ID, state, last, "<b>down</b>"); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// replies sends a reply of ada's.
func (o *outbound) replies(c *svcx.Conversation, content string) *svcx.Message {
	o.Helper()
	m, err := o.inbox.AgentSend(o.Context(), (&page.Viewer{Workspace: o.workspace, Session: o.session, Member: o.ada}).Call(), o.ada, c.ID, svcx.MessageDraft{Content: content, ContentType: svcx.ContentText})
	if err != nil {
		o.Fatal(err)
	}
	return m
}

func (o *outbound) webhook(raw string) {
	o.Helper()
	set := func(s svcx.Settings) (svcx.Settings, error) { s.WebhookURL = raw; return s, nil }
	if _, err := o.inbox.UpdateChannel(o.Context(), inbox.Call{Workspace: o.workspace, Actor: inbox.Operator}, o.channel.ID, svcx.ChannelPatch{Settings: set}); err != nil {
		o.Fatal(err)
	}
}

// A reply shows its delivery state, from what the database has to what the integrator
// answered; a list says which conversations' last replies failed; and a failed one is sent
// again.
func TestWhatBecomesOfAReply(t *testing.T) {
	o := newOutbound(t)
	const path = "/app/shop/inbox/1"
	c := o.says("c1", "Amara", "Hello")
	o.webhook("")
	o.replies(c, "Nobody gets this")
	o.page(o.get(path), 200, "replies are kept here and sent to nobody", `href="/app/shop/settings/channels/1#field-webhookUrl">Set a webhook URL</a>`)
	o.webhook("https://example.com/hook")
	if body := o.get(path).Body.String(); strings.Contains(body, "sent to nobody") || strings.Contains(body, `data-message-id="2" data-conversation-id="1" data-state`) {
		t.Error("what was so before is said to be so now")
	}
	m := o.replies(c, "One")
	o.page(o.get(path), 200, `id="d-`+page.IDOrNone(&m.ID)+`"`, `data-state="sent"`, ">Sent</a>")

	o.tried(svcx.DeliveryReady, svcx.Attempt{Status: 503, Error: "http_status: the receiver answered 503"})
	o.page(o.get(path), 200, `data-state="retrying"`, "Not accepted yet: the webhook answered 503", "Next attempt", ">Try now</button>")
	o.page(o.get("/app/shop/inbox?view=open"), 200, `class="tag bad failed" hidden>`)
	again := o.post(path+"/again?view=open", url.Values{"message": {page.IDOrNone(&m.ID)}})
	if again.Code != 303 || again.Header().Get("Location") != path+"?view=open" {
		t.Fatalf("%d %s", again.Code, again.Header().Get("Location"))
	}

	o.tried(svcx.DeliveryFailed, svcx.Attempt{Status: 400, Error: "http_status: the receiver answered 400"})
	o.page(o.get(path), 200, `data-state="refused"`, "Refused: the webhook answered 400", ">Send again</button>", `class="meta fail"`)
	o.page(o.get("/app/shop/inbox?view=open"), 200, `class="tag bad failed">Not delivered</span>`)
	for _, headers := range forms {
		w := o.get(path+"?m="+page.IDOrNone(&m.ID)+"&delivery=all", headers...)
		o.page(w, 200, `aria-label="Attempts, latest first"`, "Failed: the webhook answered 503", "Failed: the webhook answered 400", "12 ms", "&lt;b&gt;down")
	}
	o.ada.Role = svcx.RoleAgent
	o.page(o.post(path+"/again", url.Values{"message": {page.IDOrNone(&m.ID)}}, "HX-Request: true"), 200, `id="d-`+page.IDOrNone(&m.ID)+`"`, `hx-swap-oob="true"`, `data-state="again"`, "Sending again")

	o.tried(svcx.DeliveryDelivered, svcx.Attempt{Status: 200})
	o.page(o.get(path), 200, `data-state="accepted"`, ">Accepted</a>")
	o.page(o.get("/app/shop/inbox?view=open"), 200, `class="tag bad failed" hidden>`)
	// A second click comes too late, and sends nothing twice.
	o.post(path+"/again", url.Values{"message": {page.IDOrNone(&m.ID)}})
	o.page(o.get(path), 200, `data-state="accepted"`)
	for _, message := range []string{"x", "999"} {
		o.page(o.post(path+"/again", url.Values{"message": {message}}), 404)
	}
}

// The stream shows the delivery state of a reply by the line of the page, and whether its row is
// marked; what was deleted is left out.
func TestStreamShowsWhatBecomesOfAReply(t *testing.T) {
	o := newOutbound(t)
	o.webhook("https://example.com/hook")
	m := o.replies(o.says("c1", "Amara", "Hello"), "One")
	o.tried(svcx.DeliveryFailed, svcx.Attempt{Error: "timeout: no answer within 10 s"})
	shown, err := htmlEvents{o.Handler, "shop", "en"}.Encode(t.Context(), o.workspace.ID, []live.Event{
		{Seq: 1, Delivery: &live.Delivery{Conversation: 1, Message: m.ID}}, {Seq: 2, Delivery: &live.Delivery{Conversation: 1, Message: 99}}, {Seq: 3, Message: m},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`data-failed="true"`, `data-state="failed"`, "Not delivered: the webhook did not answer in time", ">Send again</button>"} {
		if !strings.Contains(string(shown[0]), text) {
			t.Errorf("it does not say %s:\n%s", text, shown[0])
		}
	}
	if shown[1] != nil || !strings.Contains(string(shown[2]), `data-state="failed"`) {
		t.Errorf("%s\n%s", shown[1], shown[2])
	}
}

// What happened elsewhere comes as the entries of the history that a page does not have.
func TestPartsHaveNewEntriesOfTheHistory(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.post("/app/shop/inbox/1/assign", url.Values{"to": {"me"}})
	d.post("/app/shop/inbox/1/priority", url.Values{"to": {"high"}})
	d.page(d.get("/app/shop/inbox/1"), 200, `data-event="2"`)
	d.page(d.get("/app/shop/inbox/1/parts?event=1"), 200, `id="e-2"`, `data-event="2"`)
	if body := d.get("/app/shop/inbox/1/parts?event=1").Body.String(); strings.Contains(body, `id="e-1"`) {
		t.Error("entries that the page has come again")
	}
}

// Replies that were not delivered were found only by looking through all lists.
func TestViewOfWhatWasNotDelivered(t *testing.T) {
	o := newOutbound(t)
	o.webhook("https://example.com/hook")
	c := o.says("c1", "Amara", "Hello")
	other := o.says("c2", "Jonas", "Hello")
	const view, shown = "/app/shop/inbox?view=undelivered", `<span data-count="undelivered">1</span>`
	o.page(o.get(view), 200, "Everything is delivered")
	if body := o.get("/app/shop/counts").Body.String(); strings.Contains(body, shown) {
		t.Errorf("counted at first:\n%s", body)
	}
	m := o.replies(c, "One")
	o.tried(svcx.DeliveryFailed, svcx.Attempt{Status: 400, Error: "http_status: the receiver answered 400"})
	o.done("/app/shop/inbox/1/status", url.Values{"to": {"resolved"}})
	o.tried(svcx.DeliveryDelivered, svcx.Attempt{Status: 200}) // of what was resolved
	for _, sort := range []string{"", "&sort=oldest", "&sort=waiting", "&category=9"} {
		body := o.get(view + sort).Body.String()
		if strings.Contains(body, `data-conversation-id="1"`) != (sort != "&category=9") || strings.Contains(body, `data-conversation-id="2"`) {
			t.Errorf("%q:\n%s", sort, body)
		}
	}
	o.page(o.get("/app/shop/counts"), 200, shown)
	o.page(o.get("/app/shop/bulk/count?view=undelivered"), 200, "The one that matches")
	o.post("/app/shop/inbox/1/again", url.Values{"message": {page.IDOrNone(&m.ID)}})
	o.tried(svcx.DeliveryDelivered, svcx.Attempt{Status: 200})
	o.page(o.get(view), 200, "Everything is delivered")

	o.tried(svcx.DeliveryDelivered, svcx.Attempt{Status: 200}) // of the rating that was asked for
	o.replies(other, "Two")
	o.tried(svcx.DeliveryFailed, svcx.Attempt{Status: 400, Error: "http_status: the receiver answered 400"})
	o.page(o.get(view), 200, `data-conversation-id="2"`)
	o.done("/app/shop/inbox/2/status", url.Values{"to": {"closed"}}) // nothing is left to do
	o.page(o.get(view), 200, "Everything is delivered")
}
