package rest_test

import (
	"fmt"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

const noChannel = `{"error":{"code":"NOT_FOUND","message":"channel not found"}}`

// Session API: a channel is created, listed, read, changed and deleted.
func TestChannelIsCreatedListedChangedAndDeleted(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	settings, err := form.Encode(form.EncodeSettings(svcx.DefaultSettings()))
	d.must(err)
	for i, slug := range []string{"a", "b"} {
		f := workspaceForms[slug]
		id, err := form.Encode(f.ID(int64(i + 1)))
		d.must(err)
		record := fmt.Sprintf(`{"id":%s,"name":"Site","inboundUrl":"http://inbox.test/api/webhooks/custom/%d","settings":%s,"defaults":{"categoryId":null,"fields":{}},`+
			`"health":"no_heartbeat","lastHeartbeatAt":null,"circuit":"closed","pausedAt":null,"hasSigningSecret":false,"createdAt":"2026-11-27T22:05:01.123Z"`, id, i+1, settings)
		path := "/api/" + slug + "/channels"
		created := d.want("POST", path, `{"name":"Site"}`, 201, "~"+record+`,"key":"svcx_`)
		ch, err := d.inbox.ChannelByID(t.Context(), svcx.ChannelID(i+1))
		d.must(err)
		d.equal("the key works", admin.KeyFits(ch.Channel, pick(created, "key")), true)
		limit := strconv.Itoa(f.Pages.Contacts.Default)
		d.want("GET", path, "", 200, `{"data":[`+record+`}],"total":1,"limit":`+limit+`,"offset":0}`)
		path += "/" + strconv.Itoa(i+1)
		d.want("GET", path, "", 200, `{"data":`+record+`}}`)
		d.want("PATCH", path, `{}`, 200, `{"data":`+record+`}}`)
		d.want("PATCH", path, `{"name":"Shop","settings":{"ratingEnabled":false,"inboundActions":{"rating.submit":false}}}`, 200, `~"name":"Shop"`)
		d.want("PATCH", path, `{"settings":{"inboundActions":{"conversation.close":false},"platformConstraints":{"maxMessageLength":9}}}`, 200,
			`~"platformConstraints":{"canReopen":true,"canReceiveFiles":true,"maxMessageLength":9}`)
		d.want("GET", path, "", 200, `~"inboundActions":{"conversation.assign":true,"conversation.close":false,"conversation.reopen":true,"conversation.resolve":true,"rating.submit":false}`)
		d.want("GET", path, "", 200, `~"ratingEnabled":false`)
		d.want("DELETE", path, "", 200, `{"data":{"id":`+string(id)+`,"deleted":true}}`)
		for _, call := range []string{"GET", "PATCH", "DELETE"} {
			d.want(call, path, "{}", 404, noChannel)
		}
	}
	theirs, _ := d.channel("other")
	for _, id := range []string{strconv.Itoa(int(theirs.ID)), "987654321", "0", "-1", "007", "x", "9223372036854775808"} {
		for _, call := range []string{"GET ", "PATCH ", "DELETE ", "POST /key", "GET /key", "POST /signing-secret", "DELETE /signing-secret", "GET /events",
			"GET /events/1", "POST /events/1/redeliver", "POST /redeliver", "POST /test"} {
			method, tail, _ := strings.Cut(call, " ")
			d.want(method, "/api/b/channels/"+id+tail, "{not json", 404, noChannel)
		}
	}
}

// Regression: agents could read a secret in the query of a webhook URL.
func TestAgentsSeeNoSecretOfURLs(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	const hook, check = "https://example.com/a%2Fb", "https://example.com/check"
	d.want("POST", "/api/b/channels", `{"name":"Site","settings":{"webhookUrl":"`+hook+`?token=hush#x","aiVerificationUrl":"`+check+`?token=hush"}}`, 201, "~"+hook+`?token=hush#x"`)
	for _, path := range []string{"/api/b/channels", "/api/b/channels/1"} {
		d.want("GET", path, "", 200, `~"aiVerificationUrl":"`+check+`?token=hush"`)
		got := d.call(d.bob, "GET", path, "").Body.String()
		if strings.Contains(got, "hush") || !strings.Contains(got, `"webhookUrl":"`+hook+`"`) || !strings.Contains(got, `"aiVerificationUrl":"`+check+`"`) {
			t.Errorf("an agent is shown %s", got)
		}
	}
}

// W 2.7, W 7.3, D 4: invalid settings are refused, a URL with 422 in both forms.
func TestInvalidChannelSettingsAreRefused(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for slug := range workspaceForms {
		ch, _ := d.channel(slug)
		one := fmt.Sprintf("/channels/%d", ch.ID)
		d.invalid(slug, "POST", "/channels", `{}`, "name must")
		d.invalid(slug, "POST", "/channels", `{"name":" "}`, "name must")
		d.invalid(slug, "POST", "/channels", `{"name":"x","settings":[]}`, "settings must")
		d.invalid(slug, "PATCH", one, `{"name":null}`, "name must")
		d.invalid(slug, "PATCH", one, `{"name":"`+strings.Repeat("x", 256)+`"}`, "name must")
		d.invalid(slug, "PATCH", one, `{"settings":null}`, "settings must")
		d.invalid(slug, "PATCH", one, `{"settings":{"ratingEnabled":"yes"}}`, "settings.ratingEnabled must be true or false")
		d.invalid(slug, "PATCH", one, `{"settings":{"nosuch":1}}`, "settings.nosuch is not a known setting")
		d.invalid(slug, "PATCH", one, `{"settings":{"aiVerificationTimeout":31}}`, "settings.aiVerificationTimeout must")
		d.invalid(slug, "PATCH", one, `{"defaults":{"categoryId":true}}`, "defaults.categoryId must be an id")
		d.invalid(slug, "PATCH", one, `{"defaults":[]}`, "defaults must be an object")
		for _, url := range []string{"http://example.com", "https://10.0.0.1/", "https://u:p@example.com/", "nonsense"} {
			for _, name := range []string{"webhookUrl", "aiVerificationUrl"} {
				body := `{"name":"x","settings":{"` + name + `":"` + url + `"}}`
				d.want("PATCH", "/api/"+slug+one, body, 422, `~{"error":{"code":"VALIDATION","message":"settings.`+name+` `)
				d.want("POST", "/api/"+slug+"/channels", body, 422, `~{"error":{"code":"VALIDATION","message":"settings.`+name+` `)
			}
		}
		d.want("GET", "/api/"+slug+"/channels", "", 200, `~"total":1,`)
	}
}

// W 2.1: a channel's defaults have their fields' types and are merged at every level.
func TestChannelDefaultsAreMerged(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	w := d.workspace("b")
	category, err := d.inbox.CreateCategory(t.Context(), inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.CategoryDraft{Name: "Orders", Color: svcx.DefaultColor})
	d.must(err)
	for _, f := range []svcx.FieldDraft{
		{Key: "n", Name: "N", Type: svcx.FieldNumber}, {Key: "ok", Name: "OK", Type: svcx.FieldBoolean, Category: &category.ID},
		{Key: "size", Name: "Size", Type: svcx.FieldSelect, Options: []string{"S", "L"}},
	} {
		_, err := d.inbox.CreateField(t.Context(), inbox.Call{Workspace: w, Actor: inbox.Operator}, f)
		d.must(err)
	}
	d.want("POST", "/api/b/channels", `{"name":"x","defaults":{"categoryId":1,"fields":{"n":"5","ok":true,"nosuch":1}}}`, 201,
		`~"defaults":{"categoryId":1,"fields":{"n":5,"ok":true}}`)
	step := func(defaults, want string) {
		t.Helper()
		d.want("PATCH", "/api/b/channels/1", `{"defaults":`+defaults+`}`, 200, `~"defaults":`+want)
	}
	step(`{}`, `{"categoryId":1,"fields":{"n":5,"ok":true}}`)
	step(`{"fields":{"ok":null,"size":"L"}}`, `{"categoryId":1,"fields":{"n":5,"size":"L"}}`)
	step(`{"categoryId":null}`, `{"categoryId":null,"fields":{"n":5,"size":"L"}}`)
	step(`{"categoryId":1,"fields":null}`, `{"categoryId":1,"fields":{}}`)
	step(`{"fields":{"size":"S"}}`, `{"categoryId":1,"fields":{"size":"S"}}`)
	d.invalid("b", "PATCH", "/channels/1", `{"defaults":{"fields":{"size":"M"}}}`, "defaults.fields.size must be one of: S, L")
	d.invalid("b", "PATCH", "/channels/1", `{"defaults":{"fields":{"n":{}}}}`, "defaults.fields.n must")
	d.invalid("b", "PATCH", "/channels/1", `{"defaults":{"categoryId":2}}`, "defaults.categoryId must be the id of a category")
	d.must(d.inbox.DeleteCategory(t.Context(), inbox.Call{Workspace: w, Actor: inbox.Operator}, category.ID))
	d.want("GET", "/api/b/channels/1", "", 200, `~"defaults":{"categoryId":null,"fields":{"size":"S"}}`)
	step(`null`, `{"categoryId":null,"fields":{}}`)
}

// D 4: a new webhook URL closes the circuit, and waiting deliveries are sent.
func TestNewURLClosesCircuit(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ch, _ := d.channel("b")
	path := channelPath("b", ch, "")
	d.want("PATCH", path, `{"settings":{"webhookUrl":"https://example.com/a"}}`, 200, `~"circuit":"closed"`)
	d.must(d.db.Write(t.Context(), ch.Workspace, func(tx *store.Tx) error {
		for range svcx.CircuitThreshold {
			if _, err := tx.CircuitFailed(store.ChannelRef{Workspace: ch.Workspace, Channel: ch.ID}, d.inbox.Now()); err != nil {
				return err
			}
		}
		return nil
	}))
	d.want("PATCH", path, `{"name":"y","settings":{"webhookUrl":"https://example.com/a"}}`, 200, `~"circuit":"open"`)
	d.woken = nil
	d.want("PATCH", path, `{"settings":{"webhookUrl":"https://example.com/b"}}`, 200, `~"circuit":"closed"`)
	d.equal("woken", d.woken, []store.ChannelRef{{Workspace: ch.Workspace, Channel: ch.ID}})
	d.want("GET", path, "", 200, `~"circuit":"closed"`)
}

// W 3: health follows from the last heartbeat.
func TestHealthFollowsTheLastHeartbeat(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ch, _ := d.channel("a")
	_, err := d.inbox.Heartbeat(t.Context(), ch)
	d.must(err)
	path := channelPath("a", ch, "")
	for _, step := range []struct {
		pass time.Duration
		want string
	}{{0, "healthy"}, {10 * time.Minute, "healthy"}, {time.Millisecond, "degraded"}, {50*time.Minute - time.Millisecond, "degraded"}, {time.Millisecond, "no_heartbeat"}} {
		d.pass(step.pass)
		d.want("GET", path, "", 200, `~"health":"`+step.want+`","lastHeartbeatAt":"2026-11-27T22:05:01.123Z"`)
	}
}

// W 5.3, W 5.5, D 1: a regenerated key takes effect at once, and form B reveals it
// while it is kept.
func TestNewChannelKeyTakesEffectAtOnce(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ch, first := d.channel("b")
	path := channelPath("b", ch, "/key")
	noKey := `{"error":{"code":"NOT_FOUND","message":"channel key not found"}}`
	fits := func(key string) bool {
		t.Helper()
		found, err := d.inbox.ChannelByID(t.Context(), ch.ID)
		d.must(err)
		return admin.KeyFits(found.Channel, key)
	}
	d.want("GET", path, "", 200, `{"data":{"key":"`+first+`"}}`)
	second := pick(d.want("POST", path, "", 200, `~{"data":{"key":"svcx_`), "key")
	d.equal("first, second", []bool{fits(first), fits(second)}, []bool{false, true})
	d.want("GET", path, "", 200, `{"data":{"key":"`+second+`"}}`)

	setForm := func(to svcx.FormName) {
		t.Helper()
		_, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "b", svcx.WorkspacePatch{Form: &to})
		d.must(err)
	}
	setForm(svcx.FormA)
	d.want("GET", path, "", 404, noPath)
	d.equal("second in form A", fits(second), true)
	third := pick(d.want("POST", path, "", 200, `~{"data":{"key":"svcx_`), "key")
	setForm(svcx.FormB)
	d.want("GET", path, "", 404, noKey)
	d.equal("third back in form B", fits(third), true)
	fourth := pick(d.want("POST", path, "", 200, `~{"data":{"key":"svcx_`), "key")
	d.want("GET", path, "", 200, `{"data":{"key":"`+fourth+`"}}`)

	inA, _ := d.channel("a")
	d.want("GET", channelPath("a", inA, "/key"), "", 404, noPath)
}

// D 4: a signing secret is shown once; a new one replaces it, and the old one signs
// for another day.
func TestSigningSecretIsShownOnce(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ch, _ := d.channel("a")
	path := channelPath("a", ch, "/signing-secret")
	sign := func() []string {
		t.Helper()
		found, err := d.inbox.Channel(t.Context(), d.workspace("a"), ch.ID)
		d.must(err)
		secrets, err := d.inbox.Vault.SigningSecrets(found)
		d.must(err)
		return secrets
	}
	create := func() string {
		t.Helper()
		secret := pick(d.want("POST", path, "", 200, `~{"data":{"secret":"whsec_`), "secret")
		if len(secret) != len("whsec_")+44 {
			t.Errorf("secret of %d characters", len(secret))
		}
		return secret
	}
	noSecret := `{"error":{"code":"NOT_FOUND","message":"signing secret not found"}}`
	d.want("DELETE", path, "", 404, noSecret)
	first := create()
	d.equal("first", sign(), []string{first})
	d.want("GET", channelPath("a", ch, ""), "", 200, `~"hasSigningSecret":true`)
	second := create()
	d.equal("both", sign(), []string{second, first})
	d.pass(24*time.Hour - time.Millisecond)
	d.equal("both for a day", sign(), []string{second, first})
	d.pass(time.Millisecond)
	d.equal("after a day", sign(), []string{second})
	third := create()
	d.equal("again", sign(), []string{third, second})
	d.want("DELETE", path, "", 200, `{"data":{"id":"1","deleted":true}}`)
	d.equal("none", len(sign()), 0)
	d.want("DELETE", path, "", 404, noSecret)
	fourth := create()
	d.equal("after a deletion", sign(), []string{fourth})
}

// An admin can ping the webhook URL.
func TestWebhookURLCanBePinged(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for slug := range workspaceForms {
		ch, _ := d.channel(slug)
		path := channelPath(slug, ch, "")
		d.want("POST", path+"/test", "", 422, `~{"error":{"code":"VALIDATION","message":"settings.webhookUrl must be set`)
		d.want("PATCH", path, `{"settings":{"webhookUrl":"https://example.com/a"}}`, 200, "~")
		status := 500
		d.ping = svcx.PingResult{Status: &status, MS: 12, Error: "http_status: 500"}
		d.want("POST", path+"/test", "", 200, `{"data":{"ok":false,"responseStatus":500,"responseMs":12,"error":"http_status: 500"}}`)
		d.ping = svcx.PingResult{OK: true}
		d.want("POST", path+"/test", "", 200, `{"data":{"ok":true,"responseStatus":null,"responseMs":0,"error":null}}`)
	}
}

// D 4, D 6: admins' changes of channels are in the audit log.
func TestChannelChangesAreAudited(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	inboundURL := pick(d.want("POST", "/api/b/channels", `{"name":"x"}`, 201, "~"), "inboundUrl")
	id := inboundURL[strings.LastIndex(inboundURL, "/")+1:]
	path := "/api/b/channels/" + id
	var calls []*httptest.ResponseRecorder
	for _, call := range []string{"PATCH ", "POST /key", "GET /key", "POST /signing-secret", "DELETE /signing-secret", "DELETE "} {
		d.pass(time.Second)
		method, tail, _ := strings.Cut(call, " ")
		calls = append(calls, d.call(d.ada, method, path+tail, "{}", "X-Forwarded-For: 198.51.100.9"))
	}
	for _, w := range calls {
		d.equal("status", w.Code, 200)
	}
	entry := func(n, second int, action string) string {
		return fmt.Sprintf(`{"id":%d,"at":"2026-11-27T22:05:%02d.123Z","actor":{"type":"user","id":1,"name":"ada@example.com"},"action":"%s","target":"channel/%s","ip":"192.0.2.1"}`,
			n, 1+second, action, id)
	}
	d.want("GET", "/api/b/audit", "", 200, `{"data":[`+strings.Join([]string{
		entry(7, 6, "channel.delete"), entry(6, 5, "channel.signing_secret.delete"), entry(5, 4, "channel.signing_secret.create"), entry(4, 3, "channel.key.reveal"),
		entry(3, 2, "channel.key.regenerate"), entry(2, 1, "channel.update"), entry(1, 0, "channel.create"),
	}, ",")+`],"total":7,"limit":25,"offset":0}`)
	d.want("GET", "/api/b/audit?limit=1&offset=6", "", 200, `{"data":[`+entry(1, 0, "channel.create")+`],"total":7,"limit":1,"offset":6}`)
	d.channel("a")
	d.want("GET", "/api/a/audit", "", 200,
		`{"data":[{"id":8,"at":"2026-11-27T22:05:07.123Z","actor":{"type":"system","id":null,"name":"operator"},"action":"channel.create","target":"channel/2","ip":null}],"total":1,"limit":50,"offset":0}`)
}

// A deleted channel's conversations are kept and can still be changed.
func TestDeletedChannelLeavesItsConversations(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ch, key := d.channel("b")
	w := d.workspace("b")
	c, err := d.inbox.CreateConversation(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{}}, svcx.ConversationDraft{Subject: "s", Channel: &ch.ID})
	d.must(err)
	d.want("DELETE", channelPath("b", ch, ""), "", 200, "~")
	_, err = d.inbox.ChannelByID(t.Context(), ch.ID)
	d.equal("inbound finds nothing", svcx.KindOf(err), svcx.KindNotFound)
	if key == "" {
		t.Error("no key")
	}
	got, err := d.inbox.Resolve(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{Kind: svcx.ActorSystem}}, c.ID)
	d.must(err)
	d.equal("status", got.Status, svcx.StatusResolved)
	_, err = d.inbox.Send(t.Context(), inbox.Call{Workspace: w}, c.ID, svcx.MessageDraft{Content: "x"})
	d.must(err)
}
