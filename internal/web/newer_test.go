package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// seenIn is what the composer of a page has seen.
func seenIn(body string) string {
	if m := regexp.MustCompile(`name="seen" value="(\d+)"`).FindStringSubmatch(body); m != nil {
		return m[1]
	}
	return ""
}

// What came since the writer saw the thread is shown before a reply is sent, once, also
// without scripts. One's own messages, those of bots and a note ask nothing.
func TestReplyAsksOnceAboutANewerMessage(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	bob, err := d.inbox.AddMember(t.Context(), d.call(), svcx.MemberDraft{Email: "bob@example.com", Name: "Bob <b>", Role: svcx.RoleAgent})
	if err != nil {
		t.Fatal(err)
	}
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	seen := seenIn(d.get(path).Body.String())
	send := func(seen string, headers ...string) (code int, body string) {
		w := d.post(path+"/messages", url.Values{"content": {"It ships today."}, "seen": {seen}, "then": {"resolved"}}, headers...)
		return w.Code, w.Body.String()
	}
	count := func() int {
		found, err := d.inbox.Conversation(t.Context(), d.workspace, c.ID)
		if err != nil {
			t.Fatal(err)
		}
		return found.MessageCount
	}
	if code, _ := send(seen); code != 303 {
		t.Fatalf("nothing newer: %d", code)
	}
	if code, _ := send(seen); code != 303 {
		t.Errorf("only one's own is newer: %d", code)
	}
	for _, content := range []string{"<i>I</i> took\nthis\u202e", "Again"} {
		if _, err := d.inbox.AgentSend(t.Context(), d.call(), bob, c.ID, svcx.MessageDraft{Content: content, ContentType: svcx.ContentText}); err != nil {
			t.Fatal(err)
		}
		before := count()
		for _, headers := range [][]string{nil, {"HX-Request: true"}} {
			code, body := send(seen, headers...)
			if code != 422 || !strings.Contains(body, `role="alert"`) || !strings.Contains(body, "Send anyway?") || !strings.Contains(body, "Bob &lt;b&gt; answered 0 s ago") || strings.Contains(body, "<i>I") {
				t.Fatalf("%d\n%s", code, body)
			}
			if !strings.Contains(body, `name="then" value="resolved">Send anyway`) {
				t.Error("what was to follow is lost")
			}
			if headers == nil && !strings.Contains(body, "It ships today.</textarea>") {
				t.Error("the text is lost")
			}
			if now := seenIn(body); now == seen || now == "" {
				t.Errorf("seen stays %s", now)
			} else if headers != nil {
				seen = now
			}
		}
		if count() != before {
			t.Error("it was sent")
		}
	}
	if code, _ := send(seen); code != 303 {
		t.Errorf("asked twice: %d", code)
	}
	d.says("c1", "Amara", "Any news?")
	if code, body := send(seen); code != 422 || !strings.Contains(body, "Amara wrote 0 s ago: “Any news?”") {
		t.Errorf("a customer's: %d", code)
	}
	if w := d.post(path+"/notes", url.Values{"content": {"A note"}, "seen": {seen}}); w.Code != 303 {
		t.Errorf("a note: %d", w.Code)
	}
	for _, odd := range []string{"", "x", "999999", "-1"} {
		if code, _ := send(odd); code != 303 {
			t.Errorf("seen %q: %d", odd, code)
		}
	}
	seen = seenIn(d.get(path).Body.String())
	if _, err := d.inbox.Send(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, svcx.MessageDraft{Content: "A bot", ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorBot, Name: "Bot"}, Origin: svcx.OriginAPI}); err != nil {
		t.Fatal(err)
	}
	if code, _ := send(seen); code != 303 {
		t.Errorf("a bot's: %d", code)
	}
	if _, err := d.inbox.AgentNote(t.Context(), d.call(), bob, c.ID, svcx.MessageDraft{Content: "Do not answer", ContentType: svcx.ContentText}); err != nil {
		t.Fatal(err)
	}
	if code, body := send(seen); code != 422 || !strings.Contains(body, "left a note 0 s ago: “Do not answer”") {
		t.Errorf("a colleague's note: %d", code)
	}
}

// What a script sends by itself, since it did not get through before, asks about what a colleague
// did with the conversation too, and waits for an attempt that is still under way.
func TestUnattendedReplyAsks(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	bob, err := d.inbox.AddMember(t.Context(), d.call(), svcx.MemberDraft{Email: "bob@example.com", Name: "Bob <b>", Role: svcx.RoleAgent})
	if err != nil {
		t.Fatal(err)
	}
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	seen := seenIn(d.get(path).Body.String())
	event := func() string {
		return regexp.MustCompile(`data-event="(\d+)"`).FindStringSubmatch(d.get(path).Body.String())[1]
	}
	send := func(form url.Values) (int, string) {
		form.Set("content", "It ships today.")
		form.Set("seen", seen)
		w := d.post(path+"/messages", form, "HX-Request: true")
		return w.Code, w.Body.String()
	}
	before := event()
	d.done(path+"/priority", url.Values{"to": {"high"}})
	d.done(path+"/assign", url.Values{"to": {"me"}})
	if code, _ := send(url.Values{"unattended": {"true"}, "event": {before}}); code != 200 {
		t.Errorf("after one's own changes: %d", code)
	}
	by := svcx.Actor{Kind: svcx.ActorUser, ID: int64(bob.ID), Name: "Bob <b>"}
	if _, _, err := d.inbox.Messaging.SetProperty(t.Context(), inbox.Call{Workspace: d.workspace, Actor: by}, c.ID, messaging.Setting{PropertyChange: svcx.PropertyChange{Property: svcx.PropertyStatus, To: "resolved"}}); err != nil {
		t.Fatal(err)
	}
	if code, body := send(url.Values{"unattended": {"true"}, "event": {before}}); code != 422 || !strings.Contains(body, "Bob &lt;b&gt; resolved this 0 s ago. Send anyway?") {
		t.Errorf("after a colleague's: %d\n%s", code, body)
	}
	if code, _ := send(url.Values{"event": {before}}); code != 200 {
		t.Errorf("sent anyway: %d", code)
	}
	if code, _ := send(url.Values{"unattended": {"true"}, "event": {event()}}); code != 200 {
		t.Errorf("after it was seen: %d", code)
	}
	me := svcx.Actor{Kind: svcx.ActorUser, ID: int64(d.session.User.ID)}
	first := d.inbox.Core.NewIdempotencyKey(d.workspace, me, path+"/messages#message", "K1", []byte("\nIt ships today."))
	if _, err := d.inbox.Core.Begin(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if code, _ := send(url.Values{"unattended": {"true"}, "event": {event()}, page.FormKey: {"K1"}}); code != 503 {
		t.Errorf("while the first attempt is under way: %d", code)
	}
}
