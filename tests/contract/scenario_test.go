package contract

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestSessionAPIByCookieJar plays an admin and an agent with nothing but what curl
// and a cookie jar can do: they sign in by the links that are mailed, and use every
// operation of the session API at least once. An operation that is not used fails
// the test.
func TestSessionAPIByCookieJar(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"A", "B"} {
		t.Run(form, func(t *testing.T) {
			for _, database := range []string{sqlite, postgres} {
				t.Run(database, func(t *testing.T) {
					t.Parallel()
					w, err := newFixture(t, form, database, t.TempDir())
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(w.close)
					d := &scenario{T: t, fixture: w, operations: sessionOperations(t), used: map[string]bool{}}
					d.morning()
					d.definitions()
					d.customers()
					d.answers()
					d.assistant()
					d.people()
					d.keys()
					d.trouble()
					d.evening()
					d.unused()
				})
			}
		})
	}
}

// scenario is what an admin (ann) and an agent (bob) do.
type scenario struct {
	*testing.T
	fixture    *fixture
	operations []sessionOperation
	used       map[string]bool

	ann, bob *browser
	// Paths of what they work on.
	channel, conversation, contact string
	// Ids as written in bodies.
	bobID, channelID, categoryID string
}

// morning: ann signs in and invites bob, who signs in by the link in his e-mail.
func (d *scenario) morning() {
	d.ann = d.newBrowser()
	d.ann.do("POST", "/api/auth/magic-link", `{"email":"ann@acme.test","redirect":"/app/acme/inbox"}`, 200)
	answer := d.ann.signIn(d.mail(1))
	d.want(answer, "ok == true", "redirect == /app/acme/inbox")
	session := d.ann.do("GET", "/api/auth/session", "", 200)
	d.want(session, "data.user.email == ann@acme.test", "data.workspaces.0.slug == acme", "data.workspaces.0.role == admin", "data.workspaces.0.userId is id")

	made := d.ann.do("POST", "members", `{"email":"bob@acme.test","name":"Bob"}`, 201)
	d.bobID = d.id(made, "data.id")
	d.bob = d.newBrowser()
	d.bob.signIn(d.mail(2))
	d.want(d.bob.do("GET", "members", "", 200), "total == 2", "data.*.role == admin agent")
	d.bob.do("POST", "members", `{"email":"mallory@acme.test"}`, 403)
	d.want(d.ann.do("PATCH", "members/"+bare(d.bobID), `{"name":"Bob the agent"}`, 200), "data.name == Bob the agent")
	d.ifPresent("inviteMember", func() { d.ann.do("POST", "members/"+bare(d.bobID)+"/invitation", "", 200) })

	d.want(d.bob.do("GET", "workspace", "", 200), "data.slug == acme", "data.form == "+d.fixture.form)
	d.want(d.ann.do("PATCH", "workspace", `{"name":"Acme Support"}`, 200), "data.name == Acme Support")

	made = d.ann.do("POST", "channels", fmt.Sprintf(`{"name":"Shop","settings":{"webhookUrl":%q,"backRequestsEnabled":true,"typingIndicatorsEnabled":true}}`, d.fixture.receiver.hooked), 201)
	d.channelID = d.id(made, "data.id")
	d.channel = "channels/" + bare(d.channelID)
	d.fixture.saved["channel"], d.fixture.saved["channel_key"] = member(d.T, made, "data.id"), member(d.T, made, "data.key")
	d.want(d.bob.do("GET", d.channel, "", 200), "data.name == Shop", "data.key absent")
	d.want(d.ann.do("PATCH", d.channel, `{"name":"Web shop","settings":{"messageExportEnabled":true}}`, 200), "data.name == Web shop")
	d.want(d.bob.do("GET", "channels", "", 200), "data.*.name ~ Web shop|Site")
	d.want(d.ann.do("POST", d.channel+"/test", "", 200), "data.ok == true")
	d.ann.do("POST", d.channel+"/signing-secret", "", 200)
	d.want(d.ann.do("POST", d.channel+"/pause", "", 200), "data.pausedAt is time")
	d.want(d.bob.do("GET", d.channel+"/queue", "", 200), "data.capped == false")
	d.want(d.ann.do("POST", d.channel+"/resume", "", 200), "data.pausedAt is null")
	d.ann.do("DELETE", d.channel+"/signing-secret", "", 200)
	made = d.ann.do("POST", d.channel+"/key", "", 200)
	d.fixture.saved["channel_key"] = member(d.T, made, "data.key")
	if d.has("revealChannelKey") {
		d.want(d.ann.do("GET", d.channel+"/key", "", 200), "data.key == "+text(d.fixture.saved["channel_key"]))
	}
}

// definitions: categories, fields and secrets, in form B.
func (d *scenario) definitions() {
	if d.fixture.form != "B" {
		return
	}
	made := d.ann.do("POST", "categories", `{"name":"Orders","color":"teal"}`, 201)
	d.categoryID = d.id(made, "data.id")
	category := "categories/" + d.categoryID
	d.want(d.ann.do("PATCH", category, `{"description":"What was bought"}`, 200), "data.description == What was bought")
	made = d.ann.do("POST", category+"/fields", `{"key":"order_no","name":"Order"}`, 201)
	field := "fields/" + d.id(made, "data.id")
	d.ann.do("PATCH", field, `{"name":"Order number"}`, 200)
	made = d.ann.do("POST", "fields", `{"key":"vip","name":"VIP","type":"boolean"}`, 201)
	gone := "fields/" + d.id(made, "data.id")
	d.want(d.bob.do("GET", "categories", "", 200), "data.0.name == Orders")
	d.want(d.bob.do("GET", category+"/fields", "", 200), "data len 2")
	d.want(d.bob.do("GET", "fields", "", 200), "data len 1")
	d.ann.do("DELETE", gone, "", 200)
	made = d.ann.do("POST", "categories", `{"name":"Mistake"}`, 201)
	d.ann.do("DELETE", "categories/"+d.id(made, "data.id"), "", 200)

	d.ann.do("POST", "secrets", `{"key":"shop_token","value":"s3cret"}`, 201)
	d.want(d.ann.do("GET", "secrets", "", 200), "data.0.key == shop_token", "data.0.value absent")
	d.ann.do("PATCH", "secrets/shop_token", `{"value":"other"}`, 200)
	d.want(d.ann.do("GET", "secrets/shop_token", "", 200), "data.value == other")
	d.ann.do("DELETE", "secrets/shop_token", "", 200)

	d.ann.do("POST", "staff-links", fmt.Sprintf(`{"channelId":%s,"userId":%s,"externalId":"staff-7"}`, d.channelID, d.bobID), 201)
	links := d.ann.do("GET", "staff-links?channelId="+d.channelID, "", 200)
	d.ann.do("DELETE", "staff-links/"+d.id(links, "data.0.id"), "", 200)

	d.want(d.ann.do("POST", "import/conversations", fmt.Sprintf(`{"channelId":%s,"conversations":[{"externalId":"old","contact":{"externalId":"cust-1"}}]}`, d.channelID), 200), "data.imported == 1")
	d.want(d.ann.do("POST", "import/messages", fmt.Sprintf(`{"channelId":%s,"messages":[{"conversationExternalId":"old","externalId":"o1","content":"last year"}]}`, d.channelID), 200), "data.imported == 1")
}

// customers: a customer writes, and bob finds the message.
func (d *scenario) customers() {
	if ok, err := post(d.fixture.client, d.fixture.server.url+"/api/webhooks/custom/"+bare(d.channelID), text(d.fixture.saved["channel_key"]),
		`{"messageId":"m1","conversationId":"c1","from":{"externalId":"cust-1","name":"Zoë","email":"zoe@example.com"},"content":"Where is it?","contentType":"html"}`); !ok || err != nil {
		d.Fatalf("inbound: %v", err)
	}
	list := d.bob.do("GET", "conversations?view=unassigned&externalConversationId=c1", "", 200)
	d.want(list, "total == 1", "data.0.status == open")
	d.conversation = "conversations/" + text(member(d.T, list, "data.0.id"))
	opened := d.bob.do("GET", d.conversation, "", 200)
	contact := d.id(opened, "data.contactId")
	d.contact = "contacts/" + bare(contact)
	d.want(d.bob.do("GET", d.conversation+"/messages", "", 200), "data.0.content == Where is it?", "data.0.note == false")
	d.ifPresent("agentReads", func() { d.bob.do("POST", d.conversation+"/read", "", 200) })
	d.ifPresent("agentTypes", func() { d.bob.do("POST", d.conversation+"/typing", `{"typing":true}`, 200) })
	d.want(d.bob.do("GET", d.contact, "", 200), "data.name == Zoë")
	d.want(d.bob.do("GET", "contacts?search=zoe", "", 200), "data.0.email == zoe@example.com")
	d.want(d.bob.do("PATCH", d.contact, `{"name":"Zoë Zimmer"}`, 200), "data.name == Zoë Zimmer")
	d.ifPresent("setAvatar", func() {
		d.bob.do("PATCH", d.contact+"/avatar", `{"url":"https://pictures.example.com/zoe.png"}`, 200)
		d.bob.do("DELETE", d.contact+"/avatar", "", 200)
	})
	d.ifPresent("relabelConversation", func() {
		d.want(d.bob.do("PATCH", d.conversation, `{"subject":"The parcel","priority":"high","tags":["late"]}`, 200), "data.subject == The parcel")
	})
	if d.fixture.form == "B" {
		d.want(d.bob.do("PATCH", d.conversation+"/fields", `{"fields":{"order_no":"4711"}}`, 200), "data.*.value ~ 4711")
		d.want(d.bob.do("GET", d.conversation+"/fields", "", 200), "data.*.key ~ order_no")
		d.bob.do("POST", d.conversation+"/participants", `{"name":"Dan","role":"cc"}`, 201)
		d.want(d.bob.do("GET", d.conversation+"/participants", "", 200), "data.*.role == primary cc")
	}
	d.fixture.receiver.answer("query.contact.info", `200 {"data":{"name":"Zoë"}}`)
	d.want(d.bob.do("POST", d.conversation+"/backrequest", `{"type":"query.contact.info"}`, 200), "data.result.name == Zoë")
}

// answers: bob replies with a saved reply and a file, notes, hands over, closes.
func (d *scenario) answers() {
	made := d.bob.do("POST", "saved-replies", `{"title":"On its way","content":"It is on its way.","shortcut":"way"}`, 201)
	reply := "saved-replies/" + d.id(made, "data.id")
	reply = strings.ReplaceAll(reply, `"`, "")
	d.want(d.bob.do("GET", "saved-replies", "", 200), "data.0.shortcut == way")
	d.bob.do("PATCH", reply, `{"title":"Sent"}`, 200)
	d.bob.do("DELETE", reply, "", 200)

	file := d.bob.upload("bill.pdf", "%PDF-1.7 bill")
	url := text(member(d.T, file, "data.url"))
	sent := d.bob.do("POST", d.conversation+"/messages", fmt.Sprintf(`{"content":"It is on its way.","attachment":{"id":%s}}`, d.id(file, "data.id")), 201)
	d.want(sent, "data.attachment.filename == bill.pdf")
	if content := d.bob.get(url); content != "%PDF-1.7 bill" {
		d.Errorf("the file is %q", content)
	}
	d.bob.do("POST", d.conversation+"/notes", `{"content":"She called twice."}`, 201)
	message := text(member(d.T, sent, "data.id"))
	d.want(d.bob.do("GET", d.conversation+"/messages/"+message+"/versions", "", 200), "data len 0")
	d.want(d.bob.do("POST", d.conversation+"/assign", `{"assignedTo":`+d.bobID+`}`, 200), "data.assignedTo == "+bare(d.bobID))
	d.want(d.bob.do("GET", "conversations?view=mine", "", 200), "total == 1")
	d.bob.do("POST", d.conversation+"/resolve", "", 200)
	if d.fixture.form == "B" {
		d.bob.do("GET", d.conversation+"/rating", "", 404)
		d.rate()
		d.want(d.bob.do("GET", d.conversation+"/rating", "", 200), "data.rating == 5")
	}
	d.bob.do("POST", d.conversation+"/close", "", 200)
	d.bob.do("POST", d.conversation+"/reopen", "", 200)
	d.want(d.bob.do("GET", d.conversation+"/history", "", 200), "data.-1.type == conversation.reopened", "data.-1.actor.name == Bob the agent")

	made = d.bob.do("POST", "conversations", fmt.Sprintf(`{"subject":"We call you","contactId":%s}`, d.bodyID(bare(strings.TrimPrefix(d.contact, "contacts/")))), 201)
	fresh := "conversations/" + text(member(d.T, made, "data.id"))
	d.bob.do("POST", fresh+"/messages", `{"content":"When may we call?"}`, 201)
	d.ifPresent("deleteConversation", func() { d.ann.do("DELETE", fresh, "", 200) })

	made = d.bob.do("POST", "contacts", `{"name":"Zoë again","email":"z@example.org"}`, 201)
	twin := "contacts/" + bare(d.id(made, "data.id"))
	d.ifPresent("mergeContact", func() {
		d.bob.do("POST", twin+"/merge", `{"into":`+d.bodyID(strings.TrimPrefix(d.contact, "contacts/"))+`}`, 200)
		d.ifPresent("unmergeContact", func() { d.bob.do("POST", twin+"/unmerge", "", 200) })
	})
	d.ifPresent("blockContact", func() { d.bob.do("POST", twin+"/block", "", 200) })
	d.ifPresent("unblockContact", func() { d.bob.do("DELETE", twin+"/block", "", 200) })
	d.ifPresent("eraseContact", func() { d.ann.do("DELETE", twin, "", 200) })
}

// rate is the customer's part.
func (d *scenario) rate() {
	if ok, err := post(d.fixture.client, d.fixture.server.url+"/api/webhooks/custom/"+bare(d.channelID), text(d.fixture.saved["channel_key"]),
		`{"action":"rating.submit","conversationId":"c1","rating":5}`); !ok || err != nil {
		d.Fatalf("inbound: %v", err)
	}
}

// assistant: ann chooses a model, and bob has it help with replies.
func (d *scenario) assistant() {
	if _, err := d.fixture.run("workspace", "set", "--slug", "acme", "--plan", "business"); err != nil {
		d.Fatal(err)
	}
	d.ann.do("PATCH", "workspace", fmt.Sprintf(`{"ai":{"enabled":true,"baseUrl":%q,"model":"small","apiKey":"sk-own"}}`, text(d.fixture.saved["provider"])), 200)
	ai := func(text, operation, body string, claims ...string) {
		d.Helper()
		d.fixture.model(d.T, text)
		d.want(d.bob.do("POST", d.conversation+"/ai/"+operation, body, 200), claims...)
	}
	ai("We will send it tomorrow.", "polish", `{"draft":"we send it tomorow"}`, "data.content == We will send it tomorrow.")
	ai("It is on its way.", "suggest", "", "data.content == It is on its way.")
	ai("Where is the parcel?", "rename", "", "data.subject == Where is the parcel?")
	ai(`{"summary":"Zoë asks.","customerIntent":"A parcel","keyPoints":[],"openQuestions":[],"nextSteps":[],"sentiment":"neutral"}`, "summarize", "", "data.cached == false")
	ai("Thank you.", "cleanup", `{"text":"thank  you"}`, "data.content == Thank you.")
	ai("Danke.", "translate", `{"text":"Thank you.","targetLang":"German"}`, "data.targetLang == German")
	ai(`{"safe":true,"issues":[]}`, "handbrake", `{"message":"Thank you."}`, "data.safe == true")
	d.fixture.model(d.T, "OK")
	d.want(d.ann.do("POST", "ai/try", "", 200), "data.ok == true")
	d.ann.do("GET", "ai/usage", "", 200)
}

// people: workspaces, as admins of the admin workspace see them.
func (d *scenario) people() {
	operator := d.newBrowser()
	link, err := d.fixture.run("login-link", "--email", "admin@localhost")
	if err != nil {
		d.Fatal(err)
	}
	operator.signIn(text(link["loginLink"]))
	d.want(operator.do("GET", "/api/admin/workspaces", "", 200), "data.*.slug ~ acme|other|main")
	operator.do("POST", "/api/admin/workspaces", `{"slug":"third","name":"Third"}`, 201)
	d.want(operator.do("GET", "/api/admin/workspaces/third", "", 200), "data.name == Third")
	d.want(operator.do("PATCH", "/api/admin/workspaces/third", `{"plan":"pro"}`, 200), "data.plan == pro")
	d.ann.do("GET", "/api/admin/workspaces", "", 404)
}

// keys: key management by session, on its v1 paths, both of them.
func (d *scenario) keys() {
	for _, path := range []string{"/api/v1/acme/api-keys", "/api/v1/acme/keys"} {
		made := d.ann.do("POST", path, `{"name":"script","scopes":["contacts:read"]}`, 201)
		d.want(d.ann.do("GET", path, "", 200), "data.0.name == script", "data.0.key absent")
		d.want(d.ann.do("DELETE", path+"/"+text(member(d.T, made, "data.id")), "", 200), "data.revoked == true")
	}
}

// trouble: the receiver is down for a while, and what failed is sent again.
func (d *scenario) trouble() {
	kind := ""
	if d.fixture.form == "B" {
		kind = "message.created"
	}
	d.fixture.receiver.answer(kind, "503", "503", "503", "503")
	d.bob.do("POST", d.conversation+"/messages", `{"content":"Are you there?"}`, 201)
	failed := d.ann.until("GET", d.channel+"/events?direction=outbound&limit=1", "data.0.responseStatus == 503", "data.0.attempt == 4")
	event := d.channel + "/events/" + text(member(d.T, failed, "data.0.id"))
	d.want(d.bob.do("GET", event, "", 200), "data.responseStatus == 503")
	d.want(d.ann.do("POST", d.channel+"/redeliver", `{"since":"2000-01-01T00:00:00Z"}`, 202), "data.count == 1")
	d.want(d.ann.do("POST", event+"/redeliver", "", 202), "data.deliveryId is integer")
	// A request that was refused is found, and run again once its cause is mended.
	d.ann.do("POST", d.contact+"/block", "", 200)
	if _, err := post(d.fixture.client, d.fixture.server.url+"/api/webhooks/custom/"+bare(d.channelID), text(d.fixture.saved["channel_key"]),
		`{"messageId":"refused-1","conversationId":"c1","from":{"externalId":"cust-1"},"content":"Hello?"}`); err != nil {
		d.Fatalf("inbound: %v", err)
	}
	d.ann.do("DELETE", d.contact+"/block", "", 200)
	refused := d.ann.do("GET", d.channel+"/events/find?text=refused-1", "", 200)
	d.want(d.ann.do("POST", d.channel+"/events/"+text(member(d.T, refused, "data.0.events.0.id"))+"/run", "", 200), "data.status == ok")
	d.ifPresent("getReport", func() { d.bob.do("GET", "reports", "", 200) })
	d.ifPresent("exportWorkspace", func() { d.ann.get("/api/acme/export") })
	d.ifPresent("stream", func() { d.bob.listen("/api/acme/stream") })
}

// evening: bob ends his other session and his own, ann cleans up.
func (d *scenario) evening() {
	d.want(d.ann.do("GET", "audit", "", 200), "data.0.actor is object")
	elsewhere := d.newBrowser()
	link, err := d.fixture.run("login-link", "--email", "bob@acme.test")
	if err != nil {
		d.Fatal(err)
	}
	elsewhere.signIn(text(link["loginLink"]))
	sessions := d.bob.do("GET", "/api/auth/sessions", "", 200)
	d.want(sessions, "total == 2")
	for i := range 2 {
		if at := fmt.Sprintf("data.%d.", i); text(member(d.T, sessions, at+"current")) == "false" {
			d.bob.do("DELETE", "/api/auth/sessions/"+text(member(d.T, sessions, at+"id")), "", 200)
		}
	}
	elsewhere.do("GET", "/api/auth/session", "", 401)
	d.want(d.bob.do("POST", "/api/auth/logout", "", 200), "ok == true")
	d.bob.do("GET", "conversations", "", 401)
	d.ann.do("DELETE", "members/"+bare(d.bobID), "", 200)
	d.ann.do("DELETE", d.channel, "", 200)
}

// unused fails for operations that were not used.
func (d *scenario) unused() {
	var missed []string
	for _, op := range d.operations {
		if op.in(d.fixture.form) && !d.used[op.name] {
			missed = append(missed, op.name+" "+op.method+" "+op.path)
		}
	}
	if len(missed) > 0 {
		d.Errorf("the scenario does not use %s", strings.Join(missed, ", "))
	}
}

// has reports whether the session API has an operation in this form.
func (d *scenario) has(name string) bool {
	return slices.ContainsFunc(d.operations, func(op sessionOperation) bool { return op.name == name && op.in(d.fixture.form) })
}

// ifPresent runs what needs an operation that the session API may not have yet.
func (d *scenario) ifPresent(name string, do func()) {
	if d.has(name) {
		do()
	}
}

func (d *scenario) want(document any, claims ...string) {
	d.Helper()
	for _, claim := range claims {
		if fault := check(document, d.fixture.form, strings.SplitN(claim, " ", 3)); fault != "" {
			d.Errorf("%s\ndocument: %s", fault, text(document))
		}
	}
}

// id is an id as written in a body: a string in form A.
func (d *scenario) id(document any, path string) string {
	d.Helper()
	return d.bodyID(text(member(d.T, document, path)))
}

func (d *scenario) bodyID(id string) string {
	if d.fixture.form == "A" {
		return `"` + id + `"`
	}
	return id
}

// bare is an id as written in a path.
func bare(id string) string { return strings.Trim(id, `"`) }

// mail waits for the nth mail and returns its link.
func (d *scenario) mail(n int) string {
	d.Helper()
	if err := mailed(d.fixture, nil, []string{fmt.Sprint(n)}); err != nil {
		d.Fatal(err)
	}
	return text(member(d.T, d.fixture.document, "link"))
}

// note records which operation a path belongs to.
func (d *scenario) note(method, path string) {
	path, _, _ = strings.Cut(path, "?")
	for _, op := range d.operations {
		if op.method == method && op.pattern.MatchString(path) {
			d.used[op.name] = true
		}
	}
}

// tokenOf is the token in a sign-in link.
func tokenOf(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil || u.Query().Get("token") == "" {
		t.Fatalf("%q is no sign-in link", link)
	}
	return u.Query().Get("token")
}

func readSource(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
