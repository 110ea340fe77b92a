package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	xhtml "golang.org/x/net/html"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext/vectors"
	"svcx/internal/store"
)

const eventsURL = "/app/shop/settings/channels/1/events"

// logs is a desk whose channel has a key that is known.
type logs struct {
	*desk
	key string
}

func newLogs(t *testing.T) *logs {
	t.Helper()
	d := newDesk(t)
	key, err := d.inbox.Admin.RegenerateKey(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, d.channel.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d.channel, err = d.inbox.Channel(t.Context(), d.workspace, d.channel.ID); err != nil {
		t.Fatal(err)
	}
	return &logs{d, key}
}

// sends posts a body to the channel's endpoint and returns the X-Request-Id of the answer.
func (d *logs) sends(body string, headers ...string) string {
	d.Helper()
	r := httptest.NewRequest("POST", fmt.Sprintf("/api/webhooks/custom/%d", d.channel.ID), strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Svcx-Api-Key", d.key)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	d.Front.Handler(d.endpoint).ServeHTTP(w, r)
	if w.Code != 200 {
		d.Fatalf("%d %s", w.Code, w.Body)
	}
	return w.Header().Get("X-Request-Id")
}

// latest is the newest entry of the log.
func (d *logs) latest() *svcx.EventLogEntry {
	d.Helper()
	all, _, err := d.inbox.Messaging.RecentEvents(d.Context(), d.workspace, d.channel.ID, svcx.EventFilter{Limit: 1})
	if err != nil || len(all) == 0 {
		d.Fatal(err)
	}
	return all[0]
}

func (d *logs) record(id svcx.EventID, below string) string {
	return fmt.Sprintf("%s/%d%s", eventsURL, id, below)
}

// text is what a page says, without its elements.
func text(w *httptest.ResponseRecorder) string {
	return strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(w.Body.String(), " ")), " ")
}

// The list has figures, half hours with a table beside the picture, filters by the form's words,
// and rows with what the mock shows.
func TestRecentEvents(t *testing.T) {
	d := newLogs(t)
	d.page(d.get(eventsURL), 200, "No events yet", "dry-run", `aria-current="page"`)
	d.sends(`{"messageId":"m-1","conversationId":"web-7f31c2","from":{"externalId":"cust-1","name":"Ada"},"content":"Hello"}`)
	d.sends(`{"messageId":"m-1","conversationId":"web-7f31c2","from":{"externalId":"cust-1"},"content":"Hello"}`)
	d.sends(`{"conversationId":"web-7f2aa4"}`)
	w := d.get(eventsURL)
	d.page(w, 200, "<title>C · svcx</title>", `<dl class="stat">`, `<figure class="hist"`, `url(#stripes)`, "Show as a table", ">inbound_webhook<", ">web-7f31c2<", "duplicate_message")
	for _, want := range []string{"Events, 24 h 3", "Errors 1 33.3%", "Webhook, p95 –", "Last heartbeat – never", "3 of 3", "Events in the last 24 hours: 3, including 1 errors and 1 skipped"} {
		if said := text(w) + w.Body.String(); !strings.Contains(said, want) {
			t.Errorf("the page does not say %q: %s", want, text(w))
		}
	}
	for query, n := range map[string]int{
		"": 3, "?status=error": 1, "?status=ok": 1, "?status=skipped": 1, "?type=inbound_webhook": 3, "?type=ping": 0, "?direction=outbound": 0, "?direction=inbound": 3,
		"?conversation=web-7f31c2": 2, "?conversation=web-7f31c2&status=ok": 1, "?period=1h": 3, "?before=3": 2, "?before=1": 0, "?period=7d&type=message.created": 0,
	} {
		if got := strings.Count(d.get(eventsURL+query).Body.String(), `<tr class="r"`); got != n {
			t.Errorf("%s: %d rows, not %d", query, got, n)
		}
	}
	for _, query := range []string{"?status=signature_failure", "?direction=up", "?period=1y", "?before=x"} {
		d.page(d.get(eventsURL+query), 404)
	}
	// What a script asks for: rows that are newer, and the figures.
	fresh := d.get(eventsURL+"/new?after=1", "HX-Request: true")
	if n := strings.Count(fresh.Body.String(), `<tr class="r"`); n != 2 || !strings.Contains(fresh.Body.String(), `data-last="3" data-more="false"`) || strings.Contains(fresh.Body.String(), "<html") {
		t.Errorf("%d rows: %s", n, fresh.Body)
	}
	d.page(d.get(eventsURL+"/new?after=x"), 404)
	d.page(d.get(eventsURL+"/figures", "HX-Request: true"), 200, `<div id="figures">`)
}

// A list without an entry in its period was offered those from before the period as new ones, and
// a list that few match read the whole log for it.
func TestNewRowsAreOfThePeriod(t *testing.T) {
	d := newLogs(t)
	d.sends(`{"conversationId":"c-1"}`)
	if err := d.inbox.DB.Write(t.Context(), d.workspace.ID, func(tx *store.Tx) error {
		_, err := tx.Exec(`UPDATE event_log SET created_at = $2 WHERE workspace_id = $1`, d.workspace.ID, d.inbox.Now().Add(-48*time.Hour))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	d.page(d.get(eventsURL), 200, "All quiet", "There may be earlier events.")
	for query, n := range map[string]int{"after=0": 0, "after=0&period=7d": 1} {
		if got := strings.Count(d.get(eventsURL+"/new?"+query, "HX-Request: true").Body.String(), `<tr class="r"`); got != n {
			t.Errorf("%s: %d rows, not %d", query, got, n)
		}
	}
}

// Event logs are for admins; those of other workspaces and channels do not exist.
func TestRecentEventsAreForAdmins(t *testing.T) {
	d := newLogs(t)
	d.sends(`{}`)
	other, foreign := d.inbox.NewWorkspace(t, "other")
	pages := []string{"", "/new?after=0", "/figures", "/1"}
	for _, page := range pages {
		d.page(d.get(strings.Replace(eventsURL, "/1/", fmt.Sprintf("/%d/", foreign.ID), 1)+page), 404)
		d.page(d.get(strings.Replace(eventsURL, "/1/", "/987/", 1)+page), 404)
	}
	d.page(d.get(eventsURL+"/987"), 404)
	d.page(d.get(eventsURL+"/x"), 404)
	agent, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent})
	if err != nil {
		t.Fatal(err)
	}
	_ = other
	d.session = &svcx.Session{User: svcx.User{ID: agent.ID, Email: "bob@example.com"}}
	for _, page := range pages {
		d.page(d.get(eventsURL+page), 403)
	}
	d.page(d.get("/app/shop/settings/channels/1/dry-run"), 403)
	for _, path := range []string{eventsURL + "/redeliver", eventsURL + "/1/redeliver", eventsURL + "/1/again", "/app/shop/settings/channels/1/dry-run"} {
		d.page(d.post(path, url.Values{"since": {"2026-01-01T00:00"}, "body": {"{}"}}), 403)
	}
}

// The price of an endpoint that always answers ok: what was wrong is found on the page, in words,
// with what to do.
func TestRecordSaysWhatWasWrong(t *testing.T) {
	d := newLogs(t)
	for name, c := range map[string]struct {
		body, header string
		says         []string
	}{
		"a wrong key":      {`{"content":"x"}`, "X-Svcx-Api-Key: svcx_wrong", []string{"The key did not match this channel. The sender was answered 200.", "X-Svcx-Api-Key", "The body was not read", "cannot be run again"}},
		"no JSON":          {`{"content":`, "", []string{"The body is not a JSON object.", "invalid_json:", "Run again"}},
		"no content":       {`{"conversationId":"c"}`, "", []string{"The content is not valid.", "validation: content must be a string"}},
		"an unknown field": {`{"content":"x","contnet":"y","from":{"externalID":"z"}}`, "", []string{"Ignored", "contnet", "from.externalID", "made up, because none was given", "because neither an external id nor an address was given"}},
		"a warning":        {`{"content":"x","conversationId":"w","sentAt":"yesterday"}`, "", []string{"Warnings", "sentAt: must be", "The request was carried out."}},
		"another type":     {`x`, "Content-Type: text/plain", []string{"Content-Type is not JSON", "Send the header Content-Type: application/json."}},
		"an unknown id":    {`{"action":"conversation.resolve","conversationId":"nowhere"}`, "", []string{"The channel has no conversation with this id.", "Run again"}},
		"an unknown name":  {`{"action":"conversation.explode","conversationId":"nowhere"}`, "", []string{"There is no such action.", "conversation.resolve, conversation.close"}},
		"a key in a body":  {`{"conversationId":"c","subject":"svcx_0123456789abcdef0123456789abcdef01234567"}`, "", []string{"(hidden)", "it contained a key or secret"}},
	} {
		headers := []string{}
		if c.header != "" {
			headers = append(headers, c.header)
		}
		request := d.sends(c.body, headers...)
		e := d.latest()
		w := d.get(d.record(e.ID, ""))
		d.page(w, 200)
		for _, want := range append(c.says, request) {
			if !strings.Contains(text(w), want) {
				t.Errorf("%s: the page does not say %q: %s", name, want, text(w))
			}
		}
		// Below its row it says the same in short.
		row := d.get(d.record(e.ID, ""), "HX-Request: true")
		if body := row.Body.String(); !strings.Contains(body, fmt.Sprintf(`<tr class="x" id="x-%d">`, e.ID)) || strings.Contains(body, "<html") || e.Error != "" && !strings.Contains(text(row), c.says[0]) {
			t.Errorf("%s: %s", name, body)
		}
		// It is found by its X-Request-Id.
		if found := d.get(eventsURL + "?find=" + request); !strings.Contains(found.Body.String(), fmt.Sprintf(`id="e-%d"`, e.ID)) || !strings.Contains(text(found), "By X-Request-Id or webhook-id") {
			t.Errorf("%s is not found: %s", name, text(found))
		}
	}
}

// Fault: the page called the members of an action data.rating, data.comment and data.assignedTo. It
// calls each as the body does.
func TestRecordNamesTheMembersOfAnAction(t *testing.T) {
	d := newLogs(t)
	d.sends(`{"messageId":"m-1","conversationId":"c-1","content":"Hello"}`)
	for body, names := range map[string][]string{
		`{"action":"rating.submit","conversationId":"c-1","rating":4,"comment":"Good"}`:                  {"rating 4", "comment Good"},
		fmt.Sprintf(`{"action":"conversation.assign","conversationId":"c-1","assignedTo":%d}`, d.ada.ID): {fmt.Sprint("assignedTo ", d.ada.ID)},
	} {
		d.sends(body)
		if w := d.get(d.record(d.latest().ID, "")); strings.Contains(text(w), "data.") {
			t.Errorf("%s: %s", body, text(w))
		} else {
			for _, name := range names {
				if !strings.Contains(text(w), name) {
					t.Errorf("%s: the page does not say %q: %s", body, name, text(w))
				}
			}
		}
	}
}

// A record leads to its conversation and contact, and says why it is these.
func TestRecordSaysWhatWasDecided(t *testing.T) {
	d := newLogs(t)
	d.sends(`{"messageId":"m-1","conversationId":"c-1","from":{"externalId":"cust-1","name":"Ada","email":"ada@example.com"},"content":"Hello"}`)
	first := d.latest().ID
	d.sends(`{"messageId":"m-2","conversationId":"c-1","subject":"Late","from":{"email":"ada@example.com"},"content":"Hello?"}`)
	for id, says := range map[svcx.EventID][]string{
		first:         {"a new contact", "a new conversation", "Contact Ada"},
		d.latest().ID: {"The contact was found by the e-mail address.", "an existing conversation", "the e-mail address, because no external id was given", "Ignored", "subject", "Contact Ada"},
	} {
		w := d.get(d.record(id, ""))
		d.page(w, 200, `href="/app/shop/inbox/1"`, `href="/app/shop/contacts/1"`)
		for _, want := range says {
			if !strings.Contains(text(w), want) {
				t.Errorf("the page does not say %q: %s", want, text(w))
			}
		}
	}
	for find, by := range map[string]string{"m-1": "By messageId", "c-1": "By conversationId", "cust-1": "By the external id of a contact", "1": "By the number of the event", "nothing": "Nothing found"} {
		if w := d.get(eventsURL + "?find=" + find); !strings.Contains(text(w), by) {
			t.Errorf("%s: the page does not say %q: %s", find, by, text(w))
		}
	}
	d.sends(`{"messageId":"m-3","conversationId":"c-9"}`)
	d.page(d.get(eventsURL+"?find=m-3"), 200)
	if w := d.get(eventsURL + "?find=m-3"); !strings.Contains(text(w), "In the body of a refused request") {
		t.Errorf("a refused message is not found: %s", text(w))
	}
}

// A request that failed is run again once its cause is mended: it is asked about, gets an entry of
// its own, and a message is stored once however often.
func TestRunAgain(t *testing.T) {
	d := newLogs(t)
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	allow := func(on bool) {
		t.Helper()
		_, err := d.inbox.Admin.UpdateChannel(t.Context(), call, d.channel.ID, svcx.ChannelPatch{Settings: func(s svcx.Settings) (svcx.Settings, error) {
			s.DisabledActions = nil
			if !on {
				s.DisabledActions = []string{svcx.ActionResolve}
			}
			return s, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	d.sends(`{"messageId":"m-1","conversationId":"c-1","content":"Hello"}`)
	done := d.latest()
	allow(false)
	d.sends(`{"action":"conversation.resolve","conversationId":"c-1"}`)
	e := d.latest()
	d.page(d.get(d.record(e.ID, "")), 200, "This action is switched off for the channel.", `data-ask="again"`)
	d.page(d.get(d.record(e.ID, "?ask=again")), 200, `id="ask-again" class="ask" aria-labelledby="ask-title-again" open`)
	again := func(id svcx.EventID) *svcx.EventLogEntry {
		t.Helper()
		w := d.post(d.record(id, "/again"), nil)
		latest := d.latest()
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != d.record(latest.ID, "") || latest.Again == nil || *latest.Again != id {
			t.Fatalf("%d %s %+v", w.Code, w.Header().Get("Location"), latest)
		}
		return latest
	}
	if second := again(e.ID); second.ReasonCode() != svcx.ReasonActionDisabled {
		t.Errorf("%+v", second)
	}
	allow(true)
	ran := again(e.ID)
	if ran.Status != svcx.EventOK || ran.ResponseStatus != nil {
		t.Errorf("%+v", ran)
	}
	if c := d.inbox.FindConversation(t, d.workspace, "c-1"); c.Status != svcx.StatusResolved {
		t.Errorf("the conversation is %s", c.Status)
	}
	d.page(d.get(d.record(ran.ID, "")), 200, fmt.Sprintf("Ran event %d again", e.ID))
	d.page(d.get(d.record(e.ID, "")), 200, fmt.Sprintf("Run again as event %d: ok", ran.ID))
	entries, err := d.inbox.Admin.AuditLog(t.Context(), d.workspace, svcx.Page{Limit: 10})
	if err != nil || entries.Items[0].Action != svcx.AuditRunAgain {
		t.Errorf("the audit log: %+v %v", entries.Items, err)
	}
	// What was carried out, by an earlier run too, or has no body, is not.
	for id, says := range map[svcx.EventID]string{done.ID: "The request was carried out.", ran.ID: "The request was carried out.", e.ID: fmt.Sprintf("Run again as event %d: ok", ran.ID)} {
		w := d.post(d.record(id, "/again"), nil)
		d.page(w, 422, says)
	}
	d.sends(`{"messageId":"m-9"}`, "X-Svcx-Api-Key: wrong")
	d.page(d.post(d.record(d.latest().ID, "/again"), nil), 422, "its body was not read, or is no longer kept")
	d.sends(`{"content":"` + strings.Repeat("x", svcx.MaxLoggedBody) + `","conversationId":{}}`)
	d.page(d.post(d.record(d.latest().ID, "/again"), nil), 422, "only the first 16 KiB")
}

// A message without ids that is run twice is stored once.
func TestRunAgainStoresAMessageOnce(t *testing.T) {
	d := newLogs(t)
	c := d.says("c-1", "cust-1", "Hello")
	contact := *c.Contact
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	if _, err := d.inbox.BlockContact(t.Context(), call, contact, true); err != nil {
		t.Fatal(err)
	}
	d.sends(`{"from":{"externalId":"cust-1"},"content":"From a blocked sender"}`)
	e := d.latest()
	if e.ReasonCode() != svcx.ReasonContactBlocked {
		t.Fatalf("%+v", e)
	}
	if _, err := d.inbox.BlockContact(t.Context(), call, contact, false); err != nil {
		t.Fatal(err)
	}
	for _, code := range []int{http.StatusSeeOther, http.StatusUnprocessableEntity} {
		if w := d.post(d.record(e.ID, "/again"), nil); w.Code != code {
			t.Fatalf("%d %s, not %d", w.Code, w.Body, code)
		}
		if got := d.latest(); got.Status != svcx.EventOK {
			t.Errorf("%s %s", got.Status, got.Error)
		}
	}
	list, err := d.inbox.Conversations(t.Context(), d.workspace, svcx.ConversationFilter{}, svcx.Page{Limit: 9})
	if err != nil || list.Total != 2 {
		t.Errorf("%d conversations: %v", list.Total, err)
	}
}

// Deliveries are sent again: one, those selected, and all that failed since a time. Each says how
// many.
func TestRedeliver(t *testing.T) {
	d := newLogs(t)
	deliveries := make([]*svcx.Delivery, 3)
	entries := make([]*svcx.EventLogEntry, 3)
	ref := store.ChannelRef{Workspace: d.workspace.ID, Channel: d.channel.ID}
	now := d.inbox.Now()
	for i := range deliveries {
		deliveries[i] = &svcx.Delivery{Workspace: ref.Workspace, Channel: ref.Channel, Conversation: svcx.ConversationID(i + 1), ConversationID: "c", WebhookID: fmt.Sprintf("msg_%d", i), Type: svcx.EventMessageCreated, CreatedAt: now}
	}
	err := d.inbox.DB.Write(t.Context(), ref.Workspace, func(tx *store.Tx) error {
		if err := tx.InsertDeliveries(ref.Workspace, deliveries...); err != nil {
			return err
		}
		for i, one := range deliveries {
			entries[i] = &svcx.EventLogEntry{Workspace: ref.Workspace, Channel: ref.Channel, Direction: svcx.Outbound, Type: string(one.Type), Status: svcx.EventFailed, Error: "http_status: the receiver answered 503",
				ConversationID: "c", ResponseStatus: ptr(503), ResponseMS: 20, Attempt: 1, Delivery: &one.ID, Reference: one.WebhookID, CreatedAt: now, Request: `{"event":"message.created"}`, Response: "<b>down</b>"}
		}
		return tx.InsertEvents(entries...)
	})
	if err != nil {
		t.Fatal(err)
	}
	fail := func() {
		t.Helper()
		err := d.inbox.DB.Write(t.Context(), ref.Workspace, func(tx *store.Tx) error {
			_, err := tx.Exec(`UPDATE delivery SET state = 'failed', ended_at = $2 WHERE workspace_id = $1`, ref.Workspace, now)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	fail()
	w := d.get(eventsURL)
	d.page(w, 200, `name="event" form="redeliver" value="1"`, "Redeliver failed")
	w = d.get(d.record(entries[0].ID, ""))
	d.page(w, 200, "The receiver failed: it answered 503.", "&lt;b&gt;down&lt;/b&gt;", "Attempt 1", "answered 503", "msg_0")
	if w := d.post(d.record(entries[0].ID, "/redeliver"), nil); w.Code != 303 || w.Header().Get("Location") != d.record(entries[0].ID, "?redelivered=1") {
		t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
	}
	d.page(d.get(d.record(entries[0].ID, "?redelivered=1")), 200, "1 delivery is sent again")
	fail()
	number := func(id svcx.EventID) string { return fmt.Sprint(id) }
	for fields, want := range map[*url.Values]string{
		{"event": {number(entries[0].ID), number(entries[2].ID), number(entries[2].ID), "987654"}}: "?redelivered=2",
		{}: "?redelivered=0",
	} {
		if w := d.post(eventsURL+"/redeliver", *fields); w.Code != 303 || w.Header().Get("Location") != eventsURL+want {
			t.Errorf("%v: %d %s", fields, w.Code, w.Header().Get("Location"))
		}
	}
	fail()
	at := func(t svcx.Time) string { return t.Std().UTC().Format("2006-01-02T15:04") }
	for since, want := range map[string]string{at(now.Add(-time.Hour)): "?redelivered=3", at(now.Add(-time.Minute)): "?redelivered=0"} {
		if strings.HasSuffix(want, "=0") {
			continue // the first has left none
		}
		if w := d.post(eventsURL+"/redeliver", url.Values{"since": {since}}); w.Code != 303 || w.Header().Get("Location") != eventsURL+want {
			t.Errorf("%s: %d %s", since, w.Code, w.Header().Get("Location"))
		}
	}
	fail()
	for until, want := range map[string]string{at(now.Add(-time.Hour)): "?redelivered=0", at(now.Add(time.Minute)): "?redelivered=3"} {
		if w := d.post(eventsURL+"/redeliver", url.Values{"since": {at(now.Add(-2 * time.Hour))}, "until": {until}}); w.Code != 303 || w.Header().Get("Location") != eventsURL+want {
			t.Errorf("until %s: %d %s", until, w.Code, w.Header().Get("Location"))
		}
	}
	for _, until := range []string{"soon", at(now.Add(-3 * time.Hour))} {
		d.page(d.post(eventsURL+"/redeliver", url.Values{"since": {at(now.Add(-2 * time.Hour))}, "until": {until}}), 422, "Choose a date and time after the first.", `value="`+until+`"`)
	}
	d.page(d.get(eventsURL+"?status=error&ask=since"), 200, `href="?status=error" data-close`)
	d.page(d.get(eventsURL+"?redelivered=3"), 200, "3 deliveries are sent again")
	d.page(d.get(eventsURL+"?redelivered=0"), 200, "No delivery needed to be sent again")
	for _, since := range []string{"", "yesterday", at(now.Add(time.Hour))} {
		d.page(d.post(eventsURL+"/redeliver", url.Values{"since": {since}}), 422, "Choose a date and time in the past.", `aria-invalid="true"`, `value="`+since+`"`, `id="ask-since" class="ask" aria-labelledby="ask-title-since" open`)
	}
	d.page(d.post(eventsURL+"/redeliver", url.Values{"event": {"x"}}), 404)
	d.page(d.post(d.record(987654, "/redeliver"), nil), 404)
}

// A dry run says what a body would do, and stores nothing.
func TestDryRunPage(t *testing.T) {
	d := newLogs(t)
	const path = "/app/shop/settings/channels/1/dry-run"
	d.page(d.get(path), 200, "order-1001", ">Message</a>", ">Action</a>", ">Intent</a>", `aria-current="page">Dry run</a>`)
	d.page(d.get(path+"?sample=intent"), 200, "updateinfo")
	run := func(body string) *httptest.ResponseRecorder { return d.post(path, url.Values{"body": {body}}) }
	w := run(`{"messageId":"m","conversationId":"c-1","from":{"externalId":"cust-1"},"content":"Hello there","colour":"red"}`)
	d.page(w, 200, "This request would be accepted.", "a new contact", "a new conversation", "Hello there", "colour", "inbound_webhook")
	d.page(run(`{"action":"conversation.resolve","conversationId":"c-1"}`), 200, "The channel has no conversation with this id.", "conversation_not_found")
	d.page(run(`{`), 200, "The body is not a JSON object.")
	d.page(run(" "), 422, "Enter a JSON body, or start with a sample.")
	if n := len(must1(d.inbox.Conversations(t.Context(), d.workspace, svcx.ConversationFilter{}, svcx.Page{Limit: 9})).Items); n != 0 {
		t.Errorf("%d conversations were stored", n)
	}
	if body := d.get(eventsURL + "?period=all").Body.String(); strings.Contains(body, `<tr class="r"`) {
		t.Error("a dry run is in the log")
	}
	d.says("c-1", "cust-1", "Hello")
	d.page(run(`{"action":"conversation.resolve","conversationId":"c-1"}`), 200, ">status<", ">open<", ">resolved<", "An event for the webhook: conversation.resolved.")
	// The body of an entry is tried as it is.
	d.sends(`{"conversationId":"of-an-entry"}`)
	d.page(d.get(fmt.Sprintf("%s?event=%d", path, d.latest().ID)), 200, "of-an-entry")
}

// Whatever a request says is shown as text: in the list, on its page, below its row, in a look-up
// and in a dry run.
func TestHostileBodiesStayText(t *testing.T) {
	d := newLogs(t)
	all := vectors.All()
	for i := 0; i < len(all); i += 40 {
		payload := all[i].Payload
		body := fmt.Sprintf(`{"messageId":"m%d","conversationId":%s,"subject":%s,%[3]s:1,"from":{"name":%[3]s,"externalId":%[3]s},"content":%[3]s,"sentAt":%[3]s}`, i, quoted(payload, 200), quoted(payload, 200))
		d.sends(body)
		e := d.latest()
		for _, w := range []*httptest.ResponseRecorder{
			d.get(d.record(e.ID, "")), d.get(eventsURL), d.get(eventsURL + "?find=" + url.QueryEscape(payload)), d.get(d.record(e.ID, ""), "HX-Request: true"),
			d.post("/app/shop/settings/channels/1/dry-run", url.Values{"body": {body}}),
		} {
			if w.Code != 200 {
				t.Errorf("%s: %d", all[i].ID, w.Code)
			}
			nothingRuns(t, all[i].ID, w)
		}
	}
}

// nothingRuns fails the test if a page has something that can run: an inline script, a handler, a
// style, or a javascript: link.
func nothingRuns(t *testing.T, what string, w *httptest.ResponseRecorder) {
	t.Helper()
	for tokens := xhtml.NewTokenizer(w.Body); tokens.Next() != xhtml.ErrorToken; {
		token := tokens.Token()
		if token.Type != xhtml.StartTagToken && token.Type != xhtml.SelfClosingTagToken {
			continue
		}
		local := false
		for _, a := range token.Attr {
			local = local || a.Key == "src" && strings.HasPrefix(a.Val, "/static/")
			isLink := a.Key == "href" || a.Key == "action" || a.Key == "src" || strings.HasPrefix(a.Key, "hx-")
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc" || isLink && strings.Contains(strings.ToLower(a.Val), "javascript:") {
				t.Errorf("%s: <%s %s=%q>", what, token.Data, a.Key, a.Val)
			}
		}
		switch token.Data {
		case "script":
			if !local {
				t.Errorf("%s: a script", what)
			}
		case "iframe", "object", "embed", "base", "img":
			t.Errorf("%s: <%s>", what, token.Data)
		}
	}
}

func quoted(text string, most int) string {
	runes := []rune(text)
	return fmt.Sprintf("%q", strings.ToValidUTF8(string(runes[:min(len(runes), most)]), ""))
}

func must1[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
