package web

import (
	"fmt"
	"html"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/richtext/vectors"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

const channelsURL = "/app/shop/settings/channels"

// newChannels is a desk that calls https addresses alone, and none on 10.0.0.1.
func newChannels(t *testing.T) *desk {
	t.Helper()
	return newDeskOn(t, inbox.Options{DB: storetest.SQLite(t), CheckURL: func(raw string) error {
		if !strings.HasPrefix(raw, "https://") || strings.Contains(raw, "10.0.0.1") {
			return svcx.Unprocessable("", "leads to an address that is not public")
		}
		return nil
	}})
}

// shows fails unless an answer has the status and the texts; addresses are no inline code.
func (d *desk) shows(w *httptest.ResponseRecorder, status int, texts ...string) string {
	d.Helper()
	body := html.UnescapeString(w.Body.String())
	if w.Code != status || w.Header().Get("Content-Security-Policy") != page.Policy || w.Header().Get("Cache-Control") != "no-store" {
		d.Errorf("status %d, not %d; %v", w.Code, status, w.Header())
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			d.Errorf("the page does not say %q:\n%s", text, body)
		}
	}
	return body
}

// leads fails unless an answer leads to an address, after which the page says what was done.
func (d *desk) leads(w *httptest.ResponseRecorder, to, done string) {
	d.Helper()
	if w.Code != 303 || w.Header().Get("Location") != to || done != "" && !strings.Contains(w.Header().Get("Set-Cookie"), "svcx_done="+done) {
		d.Errorf("%d to %s with %s: %s", w.Code, w.Header().Get("Location"), w.Header().Get("Set-Cookie"), w.Body)
	}
}

// sentBy has the fields of the first form of a page that has data-save, as a browser sends them.
func sentBy(body string) url.Values {
	fields := make(url.Values)
	form := regexp.MustCompile(`(?s)<form[^>]* data-save.*?</form>`).FindString(body)
	attribute := func(tag, name string) string {
		m := regexp.MustCompile(` ` + name + `="([^"]*)"`).FindStringSubmatch(tag)
		if m == nil {
			return ""
		}
		return html.UnescapeString(m[1])
	}
	for _, tag := range regexp.MustCompile(`<input[^>]*>`).FindAllString(form, -1) {
		name := attribute(tag, "name")
		if name == "" || attribute(tag, "type") == "checkbox" && !strings.Contains(tag, " checked") {
			continue
		}
		value := attribute(tag, "value")
		if attribute(tag, "type") == "checkbox" {
			value = "on"
		}
		fields.Set(name, value)
	}
	for _, m := range regexp.MustCompile(`(?s)<select[^>]* name="([^"]*)".*?</select>`).FindAllStringSubmatch(form, -1) {
		fields.Set(m[1], "")
		if chosen := regexp.MustCompile(`<option value="([^"]*)" selected`).FindStringSubmatch(m[0]); chosen != nil {
			fields.Set(m[1], html.UnescapeString(chosen[1]))
		}
	}
	return fields
}

func (d *desk) channelNow(id svcx.ChannelID) *svcx.Channel {
	d.Helper()
	c, err := d.inbox.Admin.Channel(d.Context(), d.workspace, id)
	if err != nil {
		d.Fatal(err)
	}
	return c
}

func (d *desk) channelURL(below string) string {
	return channelsURL + "/" + page.IDOrNone(&d.channel.ID) + below
}

// The pages of channels are for admins; another workspace's channel does not exist.
func TestChannelPagesAreForAdmins(t *testing.T) {
	d := newChannels(t)
	other, theirs := d.inbox.NewWorkspace(t, "other")
	agent, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent})
	if err != nil {
		t.Fatal(err)
	}
	gets := []string{"", "/state", "/connect", "/connect/first", "/defaults", "/staff-links", "/key", "/signing", "/test"}
	posts := []string{"", "/key", "/key/reveal", "/signing", "/signing/delete", "/pause", "/resume", "/test", "/defaults", "/staff-links", "/staff-links/delete"}
	foreign := channelsURL + "/" + page.IDOrNone(&theirs.ID)
	for _, path := range gets {
		for _, id := range []string{foreign, channelsURL + "/999", channelsURL + "/x"} {
			if w := d.get(id + path); w.Code != 404 {
				t.Errorf("GET %s%s: %d", id, path, w.Code)
			}
		}
	}
	for _, path := range posts {
		if w := d.post(foreign+path, nil); w.Code != 404 {
			t.Errorf("POST %s of another workspace: %d", path, w.Code)
		}
	}
	d.post(foreign+"/delete", nil)
	if c, err := d.inbox.Admin.Channel(t.Context(), other, theirs.ID); err != nil || c.PausedAt != nil || c.Signing.Secret != nil || c.KeyHash != theirs.KeyHash {
		t.Errorf("another workspace's channel was changed: %+v, %v", c, err)
	}
	d.session = &svcx.Session{User: svcx.User{ID: agent.ID, Email: "bob@example.com"}}
	for _, path := range append(gets, "/delete") {
		if w := d.get(d.channelURL(path)); w.Code != 403 && path != "/delete" {
			t.Errorf("GET %s as an agent: %d", path, w.Code)
		}
	}
	for _, path := range append(posts, "/delete") {
		if w := d.post(d.channelURL(path), nil); w.Code != 403 {
			t.Errorf("POST %s as an agent: %d", path, w.Code)
		}
	}
	for _, path := range []string{channelsURL, channelsURL + "/new"} {
		d.page(d.get(path), 403, "This page is for admins of the workspace.")
	}
}

// The list says of each channel how it is and what waits; without any it leads to Connect.
func TestListOfChannels(t *testing.T) {
	d := newChannels(t)
	body := d.shows(d.get(channelsURL), 200, "<title>Integrations · svcx</title>", ">C</b>", "Custom / API · channel 1", "No heartbeat", `href="`+channelsURL+`/1"`, `href="`+channelsURL+`/new"`)
	if strings.Contains(body, "wait") {
		t.Errorf("something waits:\n%s", body)
	}
	if _, err := d.inbox.Heartbeat(t.Context(), d.channel); err != nil {
		t.Fatal(err)
	}
	if _, err := d.inbox.PauseDelivery(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, d.channel.ID); err != nil {
		t.Fatal(err)
	}
	c := d.says("c1", "Amara", "Hello")
	if _, err := d.inbox.Send(t.Context(), inbox.Call{Workspace: d.workspace}, c.ID, svcx.MessageDraft{Content: "Hi", ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent}}); err != nil {
		t.Fatal(err)
	}
	d.shows(d.get(channelsURL), 200, "1 event waits", "Paused", "Healthy", "Last heartbeat")
	// In the inbox the reply says why it waits.
	d.shows(d.get("/app/shop/inbox/"+page.IDOrNone(&c.ID)), 200, "Waiting: delivery is paused")

	empty, err := d.inbox.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "empty", Name: "E", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "admin@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	d.shows(d.get("/app/"+empty.Slug+"/settings/channels"), 200, "No channels yet", `href="/app/empty/settings/channels/new"`)
}

// Connect makes a channel once, shows its key once, and waits for the first message.
func TestConnect(t *testing.T) {
	d := newChannels(t)
	w := d.get(channelsURL + "/new")
	d.shows(w, 200, "Connect Custom / API", `for="field-name"`, `for="field-webhookUrl"`)
	key := regexp.MustCompile(`name="key" value="([^"]+)"`).FindStringSubmatch(w.Body.String())[1]
	for _, c := range []struct{ name, address, field, says string }{
		{" ", "", "name", "The name is empty."},
		{strings.Repeat("é", 256), "", "name", "at most 255 characters"},
		{"Store", "http://hooks.example/x", "webhookUrl", "Use a public https:// address."},
		{"Store", "hooks.example/x", "webhookUrl", "begins with https://"},
		{"Store", "https://10.0.0.1/", "webhookUrl", "an address that is not public"},
		{"Store", "https://hooks.example/" + strings.Repeat("x", 2048), "webhookUrl", "at most 2,048 characters"},
	} {
		body := d.shows(d.post(channelsURL, url.Values{"name": {c.name}, "webhookUrl": {c.address}, "key": {key}}), 422, `id="error-`+c.field+`"`, c.says, `name="key" value="`+key+`"`)
		if strings.Count(body, `aria-invalid="true"`) != 1 || !strings.Contains(body, `value="`+c.address+`"`) || strings.Count(body, " autofocus") != 1 {
			t.Errorf("%s %s:\n%s", c.name, c.address, body)
		}
	}
	made := url.Values{"name": {"Web <store>"}, "webhookUrl": {"https://hooks.example/svcx?token=1"}, "key": {key}}
	body := d.shows(d.post(channelsURL, made), 200, "Connect Web <store>", "/api/webhooks/custom/2", "x-svcx-api-key: svcx_", `"externalId": "u-1"`, "Waiting for your first message", `hx-trigger="every 2s"`)
	shown := regexp.MustCompile(`value="(svcx_[0-9a-f]{40})"`).FindStringSubmatch(body)
	if shown == nil || !admin.KeyFits(d.channelNow(2), shown[1]) || strings.Count(body, shown[1]) != 2 {
		t.Fatalf("the key is not shown in its field and in the command: %v", shown)
	}
	if s := d.channelNow(2).Settings; s.WebhookURL != "https://hooks.example/svcx?token=1" || !s.MonitoringEnabled {
		t.Errorf("settings %+v", s)
	}
	// A reload makes nothing and shows no key; other content in the same form neither.
	d.leads(d.post(channelsURL, made), channelsURL+"/2/connect", "")
	body = d.shows(d.get(channelsURL+"/2/connect"), 200, "$SVCX_KEY", "Waiting for your first message")
	if strings.Contains(body, shown[1]) {
		t.Error("the key is shown again")
	}
	made.Set("name", "Another")
	d.shows(d.post(channelsURL, made), 422, "This form was sent before")
	if all, err := d.inbox.Channels(t.Context(), d.workspace, svcx.Page{Limit: 9}); err != nil || all.Total != 2 {
		t.Errorf("%d channels, %v", all.Total, err)
	}

	// The first message: nothing is sent while nothing changes.
	const first = channelsURL + "/2/connect/first"
	if w := d.get(first+"?state=waiting", "HX-Request: true"); w.Code != 204 {
		t.Errorf("while waiting: %d", w.Code)
	}
	if err := d.inbox.LogUnauthorized(t.Context(), d.channelNow(2), d.inbox.Now(), 0, messaging.Origin{}); err != nil {
		t.Fatal(err)
	}
	body = d.shows(d.get(first+"?state=waiting", "HX-Request: true"), 200, "A request arrived and was refused:", "The channel key is missing or wrong.", channelsURL+"/2/events")
	state := regexp.MustCompile(`data-state="([^"]+)"`).FindStringSubmatch(body)[1]
	if w := d.get(first+"?state="+state, "HX-Request: true"); w.Code != 204 {
		t.Errorf("while waiting after a refusal: %d", w.Code)
	}
	d.inbox.ReceiveMessage(t, d.channelNow(2), "m-1", "c-1", svcx.InboundSender{ExternalID: "u", Name: "Ada <b>"}, "Hello <b>there</b>")
	body = d.shows(d.get(first+"?state="+state, "HX-Request: true"), 200, "Your first message is here", "Message from Ada <b>", "Hello <b>there</b>", `href="/app/shop/inbox/1?view=open"`, ">Answer it<")
	if strings.Contains(body, "hx-trigger") {
		t.Error("the page asks on")
	}
}

// The settings are those of W 2.7, saved as they are changed.
func TestChannelSettings(t *testing.T) {
	d := newChannels(t)
	w := d.get(d.channelURL(""))
	d.shows(w, 200, "<title>C · svcx</title>", "/api/webhooks/custom/1", "Send a test event", `aria-current="page">Settings<`, "Unsaved changes", d.channelNow(1).KeyHint+"•")
	fields := sentBy(w.Body.String())
	if n := len(fields) - strings.Count(w.Body.String(), `name="was.`); n < 6+12 {
		t.Fatalf("%d fields: %v", n, fields)
	}
	// A form that changes nothing leaves no entry in the audit log.
	before, err := d.inbox.AuditLog(t.Context(), d.workspace, svcx.Page{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	d.leads(d.post(d.channelURL(""), fields), d.channelURL(""), "saved")
	if after, err := d.inbox.AuditLog(t.Context(), d.workspace, svcx.Page{Limit: 1}); err != nil || after.Total != before.Total {
		t.Errorf("%d entries in place of %d, %v", after.Total, before.Total, err)
	}
	for name := range fields {
		if !strings.HasPrefix(name, "was.") && fields.Get("was."+name) == "on" {
			fields.Del(name)
		}
	}
	for name := range fields {
		if switched, is := strings.CutPrefix(name, "was."); is && fields.Get(name) == "off" {
			fields.Set(switched, "on")
		}
	}
	for name, value := range map[string]string{"name": "Shop", "webhookUrl": "https://hooks.example/a?b=c", "messageExportDepth": "1,000", "maxMessageLength": "500", "aiVerificationUrl": "https://hooks.example/ask", "aiVerificationTimeout": "30"} {
		fields.Set(name, value)
	}
	was := d.channelNow(1).Settings
	d.leads(d.post(d.channelURL(""), fields), d.channelURL(""), "saved")
	c, length := d.channelNow(1), 500
	want := svcx.Settings{
		WebhookURL: "https://hooks.example/a?b=c", RatingEnabled: !was.RatingEnabled, RatingAutoRequest: !was.RatingAutoRequest, RelaySupportsAttachments: !was.RelaySupportsAttachments,
		MonitoringEnabled: !was.MonitoringEnabled, IntentConfirmationEnabled: !was.IntentConfirmationEnabled, AIVerificationURL: "https://hooks.example/ask", AIVerificationTimeout: 30,
		TypingIndicatorsEnabled: !was.TypingIndicatorsEnabled, MessageReadStatusEnabled: !was.MessageReadStatusEnabled, MessageExportEnabled: !was.MessageExportEnabled, MessageExportDepth: 1000,
		CanReopen: !was.CanReopen, CanReceiveFiles: !was.CanReceiveFiles, MaxMessageLength: &length, EphemeralContent: !was.EphemeralContent, BackRequestsEnabled: !was.BackRequestsEnabled,
		ReopenOnMessage: !was.ReopenOnMessage, FeedEnabled: !was.FeedEnabled, DisabledActions: svcx.ActionTypes[:], DisabledEvents: svcx.EventTypes[:],
	}
	if got := fmt.Sprintf("%+v %d", c.Settings, *c.Settings.MaxMessageLength); c.Name != "Shop" || got != strings.ReplaceAll(fmt.Sprintf("%+v %d", want, length), fmt.Sprint(&length), fmt.Sprint(c.Settings.MaxMessageLength)) {
		t.Errorf("name %s\n got %+v\nwant %+v", c.Name, c.Settings, want)
	}
	// What can be emptied is.
	fields = sentBy(d.get(d.channelURL("")).Body.String())
	for _, name := range []string{"webhookUrl", "maxMessageLength", "aiVerificationUrl"} {
		fields.Set(name, "")
	}
	d.leads(d.post(d.channelURL(""), fields), d.channelURL(""), "saved")
	if s := d.channelNow(1).Settings; s.WebhookURL != "" || s.MaxMessageLength != nil || s.AIVerificationURL != "" || !s.FeedEnabled {
		t.Errorf("settings %+v", s)
	}
}

// What is wrong stands under its field, nothing typed is lost, and nothing is saved.
func TestChannelSettingsAreChecked(t *testing.T) {
	d := newChannels(t)
	for _, c := range []struct{ name, value, says string }{
		{"name", "", "The name is empty."},
		{"webhookUrl", "http://hooks.example/", "Use a public https:// address. For a receiver on this machine, start svcx with SVCX_OUTBOUND_ALLOW_HTTP=true"},
		{"webhookUrl", "javascript:alert(1)", "begins with https://"},
		{"messageExportDepth", "9", "Enter a whole number from 10 to 1,000."},
		{"messageExportDepth", "ten", "Enter a whole number from 10 to 1,000."},
		{"messageExportDepth", "", "Enter a whole number from 10 to 1,000."},
		{"maxMessageLength", "0", "Enter a whole number from 1 to 2,147,483,647."},
		{"aiVerificationUrl", "https://10.0.0.1/x", "an address that is not public"},
		{"aiVerificationTimeout", "31", "Enter a whole number from 1 to 30."},
	} {
		fields := sentBy(d.get(d.channelURL("")).Body.String())
		fields.Set(c.name, c.value)
		fields.Del("monitoringEnabled")
		body := d.shows(d.post(d.channelURL(""), fields), 422, `id="error-`+c.name+`"`, c.says)
		input := regexp.MustCompile(`(?s)<input[^>]* id="field-` + c.name + `"[^>]*>`).FindString(body)
		for _, part := range []string{`value="` + c.value + `"`, `aria-invalid="true"`, `aria-describedby="error-` + c.name + `"`, " autofocus"} {
			if !strings.Contains(input, part) {
				t.Errorf("%s %q has no %s: %s", c.name, c.value, part, input)
			}
		}
		if strings.Count(body, " autofocus") != 1 || regexp.MustCompile(`id="field-monitoringEnabled"[^>]* checked`).MatchString(body) {
			t.Errorf("%s %q: what was switched is lost", c.name, c.value)
		}
		// Once it is right, the rest of the form is saved with it.
		again := sentBy(body)
		again.Set(c.name, fields.Get("was")) // any other value would do
		if d.channelNow(1).Settings.MonitoringEnabled != true {
			t.Fatalf("%s: something was saved", c.name)
		}
	}
}

// Two admins who change different settings at the same time keep both; one who changes what
// another has changed is told.
func TestChannelSettingsOfTwoAdmins(t *testing.T) {
	d := newChannels(t)
	mine, theirs := sentBy(d.get(d.channelURL("")).Body.String()), sentBy(d.get(d.channelURL("")).Body.String())
	theirs.Set("name", "Theirs")
	theirs.Set("feedEnabled", "on")
	theirs.Del("action.conversation.close")
	d.leads(d.post(d.channelURL(""), theirs), d.channelURL(""), "saved")
	mine.Set("webhookUrl", "https://hooks.example/mine")
	mine.Del("canReopen")
	d.leads(d.post(d.channelURL(""), mine), d.channelURL(""), "saved")
	c := d.channelNow(1)
	if c.Name != "Theirs" || !c.Settings.FeedEnabled || c.Settings.Permits("conversation.close") || c.Settings.WebhookURL != "https://hooks.example/mine" || c.Settings.CanReopen {
		t.Errorf("%s %+v", c.Name, c.Settings)
	}
	mine.Set("name", "Mine")
	body := d.post(d.channelURL(""), mine).Body.String()
	d.shows(d.post(d.channelURL(""), mine), 422, "Somebody else changed this to “Theirs” meanwhile.", `value="Mine"`)
	if d.channelNow(1).Name != "Theirs" {
		t.Error("theirs was replaced")
	}
	d.leads(d.post(d.channelURL(""), sentBy(body)), d.channelURL(""), "saved")
	if d.channelNow(1).Name != "Mine" {
		t.Error("saved again, mine was not")
	}
}

// Form A has no actions, and of events only replies: the page shows what there is, and what it
// does not show stays as it is.
func TestChannelSettingsOfFormA(t *testing.T) {
	d := newChannels(t)
	fields := sentBy(d.get(d.channelURL("")).Body.String())
	fields.Del("event.conversation.closed")
	fields.Del("action.rating.submit")
	d.leads(d.post(d.channelURL(""), fields), d.channelURL(""), "saved")
	form := svcx.FormA
	w, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{Form: &form})
	if err != nil {
		t.Fatal(err)
	}
	d.workspace = w
	page := d.get(d.channelURL(""))
	body := d.shows(page, 200, "message.created", "It cannot be shown again.")
	for _, gone := range []string{"conversation.closed", "rating.submit", "Show the channel key"} {
		if strings.Contains(body, gone) {
			t.Errorf("form A shows %s", gone)
		}
	}
	fields = sentBy(page.Body.String())
	fields.Set("name", "A")
	d.leads(d.post(d.channelURL(""), fields), d.channelURL(""), "saved")
	if s := d.channelNow(1).Settings; s.Sends(svcx.EventConversationClosed) || s.Permits("rating.submit") || !s.Sends(svcx.EventConversationResolved) {
		t.Errorf("%+v", s)
	}
	d.shows(d.post(channelsURL, url.Values{"name": {"Store"}}), 200, "It is shown only now.", `"messageId": "m-1"`)
}

// W 5.3, W 5.5: a key is shown when it is made and on request; a form that is sent again
// replaces nothing.
func TestChannelKeyOnItsPage(t *testing.T) {
	d := newChannels(t)
	first := d.get(d.channelURL("")).Body.String()
	revealed := d.shows(d.post(d.channelURL("/key/reveal"), nil, "HX-Request: true"), 200, `id="channel-key"`, "recorded in the audit log")
	key := regexp.MustCompile(`value="(svcx_[0-9a-f]{40})"`).FindStringSubmatch(revealed)
	if key == nil || !admin.KeyFits(d.channelNow(1), key[1]) || strings.Contains(revealed, "<html") {
		t.Fatalf("revealed %v:\n%s", key, revealed)
	}
	d.shows(d.post(d.channelURL("/key/reveal"), nil), 200, key[1], "<html")
	if strings.Contains(d.get(d.channelURL("")).Body.String(), key[1]) {
		t.Error("the key is shown without being asked for")
	}
	was := url.Values{"was": {regexp.MustCompile(`(?s)id="ask-key".*?name="was" value="([^"]+)"`).FindStringSubmatch(first)[1]}}
	d.shows(d.get(d.channelURL("?ask=key")), 200, "Regenerate the channel key?", "stops working at once", " open>")
	made := d.shows(d.post(d.channelURL("/key"), was), 200, "This is the new key. The old one no longer works.")
	key2 := regexp.MustCompile(`value="(svcx_[0-9a-f]{40})"`).FindStringSubmatch(made)
	if key2 == nil || key2[1] == key[1] || !admin.KeyFits(d.channelNow(1), key2[1]) {
		t.Fatalf("made %v", key2)
	}
	body := d.shows(d.post(d.channelURL("/key"), was), 409, "Nothing was changed")
	if strings.Contains(body, key2[1]) || !admin.KeyFits(d.channelNow(1), key2[1]) {
		t.Error("a reload has replaced the key, or shows it")
	}
	d.leads(d.get(d.channelURL("/key?ask=key")), d.channelURL("?ask=key"), "")
	actions := d.audited()
	if want := "channel.key.regenerate channel.key.reveal channel.key.reveal"; !strings.HasPrefix(actions, want) {
		t.Errorf("the audit log has %s", actions)
	}
}

// audited are the actions of the audit log, latest first.
func (d *desk) audited() string {
	d.Helper()
	list, err := d.inbox.AuditLog(d.Context(), d.workspace, svcx.Page{Limit: 50})
	if err != nil {
		d.Fatal(err)
	}
	var all []string
	for _, e := range list.Items {
		all = append(all, string(e.Action))
	}
	return strings.Join(all, " ")
}

// D 4: a signing secret is shown once, rotated and removed.
func TestSigningSecretOnItsPage(t *testing.T) {
	d := newChannels(t)
	was := func(dialog string) url.Values {
		m := regexp.MustCompile(`(?s)id="ask-` + dialog + `".*?name="was" value="([^"]+)"`).FindStringSubmatch(d.get(d.channelURL("")).Body.String())
		if m == nil {
			t.Fatalf("no dialog %s", dialog)
		}
		return url.Values{"was": {m[1]}}
	}
	secretIn := func(body string) string {
		return regexp.MustCompile(`whsec_[A-Za-z0-9+/=]{44}`).FindString(body)
	}
	d.shows(d.get(d.channelURL("")), 200, "Calls are not signed.", "Create a secret")
	create := was("signing")
	first := secretIn(d.shows(d.post(d.channelURL("/signing"), create), 200, "Copy the secret now"))
	if first == "" {
		t.Fatal("no secret")
	}
	if body := d.shows(d.post(d.channelURL("/signing"), create), 409, "Nothing was changed"); secretIn(body) != "" {
		t.Error("a reload shows a secret")
	}
	if body := d.get(d.channelURL("")).Body.String(); secretIn(body) != "" || !strings.Contains(body, "Calls are signed") || strings.Contains(body, "signs too until") {
		t.Error("after the first secret")
	}
	if second := secretIn(d.shows(d.post(d.channelURL("/signing"), was("signing")), 200)); second == "" || second == first {
		t.Errorf("rotated to %q", second)
	}
	d.shows(d.get(d.channelURL("")), 200, "The previous secret signs too until", "Rotate")
	d.shows(d.post(d.channelURL("/signing/delete"), create), 409)
	d.leads(d.post(d.channelURL("/signing/delete"), was("unsign")), d.channelURL(""), "signingRemoved")
	d.leads(d.post(d.channelURL("/signing/delete"), nil), d.channelURL(""), "signingRemoved")
	d.shows(d.get(d.channelURL("")), 200, "Calls are not signed.")
}

// Delivery is paused and resumed; the page says what waits, what failed, and how the health was.
func TestDeliveryAndHealthOfAChannel(t *testing.T) {
	d := newChannels(t)
	d.shows(d.get(d.channelURL("")), 200, "Pause delivery", "No heartbeat yet", "/api/webhooks/custom/1/heartbeat")
	d.leads(d.post(d.channelURL("/pause"), nil), d.channelURL(""), "channelPaused")
	d.shows(d.get(d.channelURL(""), "Cookie: svcx_done=channelPaused"), 200, "Delivery paused", "Delivery has been paused since", "No event waits", "Resume delivery")
	d.leads(d.post(d.channelURL("/resume"), nil), d.channelURL(""), "channelResumed")
	if _, err := d.Admin.PauseOutbound(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.shows(d.get(d.channelURL("")), 200, "The operator has paused delivery to all channels since")
	d.shows(d.get(d.channelURL("/state"), "HX-Request: true"), 200, "Paused")
	if _, err := d.Admin.ResumeOutbound(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.shows(d.get(d.channelURL("/state"), "HX-Request: true"), 200, `id="state"`, "Waiting events")
	if actions := d.audited(); !strings.HasPrefix(actions, "channel.resume channel.pause") {
		t.Error(actions)
	}
	if _, err := d.inbox.Heartbeat(t.Context(), d.channel); err != nil {
		t.Fatal(err)
	}
	d.shows(d.get(d.channelURL("")), 200, "Last 24 hours", "Healthy", "since")

	status := 204
	d.pinged = svcx.PingResult{OK: true, Status: &status, MS: 34}
	if body := d.shows(d.post(d.channelURL("/test"), url.Values{"tab": {"/defaults"}}, "HX-Request: true"), 200, "The webhook answered 204 after 34 ms."); strings.Contains(body, "<html") {
		t.Error("a script gets a page")
	}
	d.pinged = svcx.PingResult{MS: 10_000, Error: "timeout: no answer within 10 s"}
	d.shows(d.post(d.channelURL("/test"), url.Values{"tab": {"/defaults"}}), 200, "The test event failed after 10000 ms: the webhook did not answer in time.", `aria-current="page">Defaults<`, `href="`+d.channelURL("/defaults")+`"`)
	d.shows(d.post(d.channelURL("/test"), url.Values{"tab": {"//evil.example"}}), 200, `aria-current="page">Settings<`)
	fields := sentBy(d.get(d.channelURL("")).Body.String())
	fields.Set("webhookUrl", "")
	d.post(d.channelURL(""), fields)
	d.shows(d.post(d.channelURL("/test"), nil, "HX-Request: true"), 200, "No test event was sent: the channel has no webhook URL.")

	d.shows(d.get(d.channelURL("?ask=delete")), 200, "Delete C?", "Its conversations stay")
	d.leads(d.post(d.channelURL("/delete"), nil), channelsURL, "channelDeleted")
	d.leads(d.post(d.channelURL("/delete"), nil), channelsURL, "channelDeleted")
	d.page(d.get(d.channelURL("")), 404)
}

// W 2.1: what new conversations begin with is set by type; what is wrong stands beside it.
func TestDefaultsOfAChannel(t *testing.T) {
	d := newChannels(t)
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	d.shows(d.get(d.channelURL("/defaults")), 200, "Nothing to choose from yet", `aria-current="page">Defaults<`)
	category, err := d.inbox.CreateCategory(t.Context(), call, svcx.CategoryDraft{Name: "Orders <1>", Color: svcx.DefaultColor})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []svcx.FieldDraft{
		{Key: "note", Name: "Note", Type: svcx.FieldText}, {Key: "n", Name: "N", Type: svcx.FieldNumber}, {Key: "ok", Name: "OK", Type: svcx.FieldBoolean, Category: &category.ID},
		{Key: "size", Name: "Size", Type: svcx.FieldSelect, Options: []string{"S", "L"}}, {Key: "day", Name: "Day", Type: svcx.FieldDate},
	} {
		if _, err := d.inbox.CreateField(t.Context(), call, f); err != nil {
			t.Fatal(err)
		}
	}
	at := d.channelURL("/defaults")
	w := d.get(at)
	d.shows(w, 200, "Orders <1>", "Only in conversations of the category Orders <1>", `type="date"`)
	fields := sentBy(w.Body.String())
	for name, value := range map[string]string{"category": "1", "field.note": "Hello", "field.n": "5", "field.ok": "true", "field.size": "L", "field.day": "2026-11-29"} {
		if !fields.Has(name) {
			t.Fatalf("no field %s: %v", name, fields)
		}
		fields.Set(name, value)
	}
	d.leads(d.post(at, fields), at, "saved")
	if got := d.channelNow(1).Defaults; *got.Category != category.ID || fmt.Sprint(got.Fields) != "map[day:2026-11-29 n:5 note:Hello ok:true size:L]" {
		t.Errorf("%+v", got)
	}
	fields = sentBy(d.get(at).Body.String())
	fields.Set("field.n", "many")
	fields.Set("field.note", "kept")
	body := d.shows(d.post(at, fields), 422, `id="error-field.n"`, `value="many"`, `value="kept"`)
	if strings.Count(body, `aria-invalid="true"`) != 1 {
		t.Error(body)
	}
	// Another admin's change is not lost, and what both changed is said.
	theirs := sentBy(d.get(at).Body.String())
	theirs.Set("field.note", "theirs")
	d.leads(d.post(at, theirs), at, "saved")
	mine := sentBy(body)
	mine.Set("field.n", "")
	mine.Set("field.note", "mine")
	d.shows(d.post(at, mine), 422, "Somebody else changed this in the meantime.", `value="mine"`)
	fields = sentBy(d.get(at).Body.String())
	fields.Set("category", "")
	fields.Set("field.n", "")
	fields.Set("field.ok", "")
	d.leads(d.post(at, fields), at, "saved")
	if got := d.channelNow(1).Defaults; got.Category != nil || fmt.Sprint(got.Fields) != "map[day:2026-11-29 note:theirs size:L]" {
		t.Errorf("%+v", got)
	}
	fields = sentBy(d.get(at).Body.String())
	fields.Set("category", "99")
	d.shows(d.post(at, fields), 422, "This category has been deleted.")
}

// D 5: a sender of staff messages is linked to a member.
func TestStaffLinksOfAChannel(t *testing.T) {
	d := newChannels(t)
	at := d.channelURL("/staff-links")
	d.shows(d.get(at), 200, "No staff links yet", `<option value="1">admin@example.com</option>`)
	d.shows(d.post(at, url.Values{"displayName": {strings.Repeat("é", 256)}}), 422, `id="error-externalId"`, `id="error-userId"`, `id="error-displayName"`)
	d.shows(d.post(at, url.Values{"externalId": {"s-1"}, "userId": {"99"}}), 422, "This member has been removed.", `value="s-1"`)
	d.leads(d.post(at, url.Values{"externalId": {" s-<1> "}, "userId": {"1"}, "displayName": {"Ada"}}), at, "staffLinkAdded")
	d.leads(d.post(at, url.Values{"externalId": {"s-<1>"}, "userId": {"1"}, "displayName": {"Ada L."}}), at, "staffLinkChanged")
	w := d.get(at)
	d.shows(w, 200, "s-<1>", "· Ada L.", "Remove the link of s-<1>")
	link := regexp.MustCompile(`name="link" value="(\d+)"`).FindStringSubmatch(w.Body.String())[1]
	d.leads(d.post(at+"/delete", url.Values{"link": {link}}), at, "staffLinkRemoved")
	d.leads(d.post(at+"/delete", url.Values{"link": {link}}), at, "staffLinkRemoved")
	d.shows(d.get(at), 200, "No staff links yet")
}

// What outsiders and admins write stays text on every page of channels.
func TestHostileTextsOfChannels(t *testing.T) {
	d := newChannels(t)
	call := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	for i, v := range vectors.All() {
		text := strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(v.Payload, "?"), "\x00", ""))
		if svcx.Blank(text) || svcx.CheckLength("", text, svcx.MaxName) != nil || i%10 != 0 {
			continue
		}
		if _, err := d.inbox.UpdateChannel(t.Context(), call, 1, svcx.ChannelPatch{Name: &text}); err != nil {
			t.Fatal(v.ID, err)
		}
		if _, err := d.inbox.PutStaffLink(t.Context(), call, svcx.StaffLinkDraft{Channel: 1, User: 1, ExternalID: "x", DisplayName: &text}); err != nil {
			t.Fatal(v.ID, err)
		}
		d.inbox.ReceiveMessage(t, d.channel, fmt.Sprint("m", i), fmt.Sprint("c", i), svcx.InboundSender{ExternalID: "u", Name: text}, text)
		for _, path := range []string{channelsURL, d.channelURL(""), d.channelURL("?ask=delete"), d.channelURL("/connect"), d.channelURL("/defaults"), d.channelURL("/staff-links")} {
			w := d.get(path)
			if found := unsafeParts(w.Body); w.Code != 200 || found != "" {
				t.Errorf("%s of %s: %d %s", path, v.ID, w.Code, found)
			}
		}
	}
}
