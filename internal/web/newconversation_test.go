package web

import (
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/web/page"
)

// An agent begins a conversation with somebody known or new; the form says what is wrong
// beside its fields and keeps what was typed.
func TestNewConversation(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara <b>", "Hello")
	const path = "/app/shop/inbox/new"
	d.page(d.get("/app/shop/inbox"), 200, `<form action="/app/shop/inbox/new"><button class="btn ghost sq" aria-label="New conversation"`)
	d.page(d.get(path), 200, `href="/app/shop/inbox/new?contact=1"`, "Amara &lt;b&gt;", `href="/app/shop/inbox/new?contact=new"`)
	d.page(d.get(path+"?q=nobody+at+all"), 200, "No contact matches.")
	d.page(d.get(path+"?contact=1"), 200, "With Amara &lt;b&gt;", `<input type="hidden" name="contact" value="1">`, `id="field-channel"`)
	d.page(d.get(path+"?contact=99"), 404)
	channel := page.IDOrNone(&d.channel.ID)
	w := d.post(path, url.Values{"contact": {"1"}, "channel": {channel}, "subject": {" About  it "}, "content": {"Good morning"}})
	if w.Code != 303 || !strings.HasPrefix(w.Header().Get("Location"), "/app/shop/inbox/2") {
		t.Fatalf("%d %s %s", w.Code, w.Header().Get("Location"), w.Body)
	}
	d.page(d.get("/app/shop/inbox/2"), 200, "<title>About it", "Good morning", `data-author="agent"`, "Amara &lt;b&gt;")

	d.page(d.post(path, url.Values{"contact": {"new"}, "subject": {"<i>"}, "channel": {"999"}}), 422, `value="&lt;i&gt;"`, `id="error-name"`, `id="error-content"`, "The message is empty.")
	d.page(d.post(path, url.Values{"name": {"Wen"}, "email": {"wen"}, "content": {"<b>Hi"}}), 422, `id="error-email"`, "&lt;b&gt;Hi</textarea>")
	d.page(d.post(path, url.Values{"contact": {"1"}, "content": {strings.Repeat("x", svcx.MaxContent+1)}, "subject": {strings.Repeat("x", svcx.MaxSubject+1)}}), 422, `id="error-subject"`, "It may have at most 50,000 characters.")
	d.page(d.post(path, url.Values{"contact": {"1"}, "content": {"Hi"}, "channel": {"999"}}), 422, `id="error-channel"`)
	d.done(path, url.Values{"name": {"Wen"}, "email": {"wen@example.com"}, "content": {"Hi"}})
	d.page(d.get("/app/shop/inbox/3"), 200, ">Wen</a>", "wen@example.com")
	d.page(d.post(path, url.Values{"name": {"Wen"}, "email": {"WEN@example.com"}, "content": {"Hi"}}), 422, "Another contact has this address.")
}
