package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// Drafts are kept by member, shown to nobody else, and end when they are sent or emptied. One
// that was written on another version than the saved one does not replace it.
func TestDraftsAreSaved(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/1"
	version := func(body string) string {
		t.Helper()
		m := regexp.MustCompile(`data-on="(\d+)"`).FindStringSubmatch(body)
		if m == nil {
			t.Fatalf("no version: %s", body)
		}
		return m[1]
	}
	save := func(kind, content, on string) string {
		t.Helper()
		w := d.post(path+"/draft", url.Values{"kind": {kind}, "content": {content}, "on": {on}}, "HX-Request: true")
		if w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return w.Body.String()
	}
	first := save("reply", "<b>First\r\nline", "0")
	d.page(d.get(path), 200, ">&lt;b&gt;First\nline</textarea>", `data-on="`+version(first)+`"`)
	d.page(d.get("/app/shop/inbox"), 200, `<span class="draft" data-saved>Draft</span>`)
	if again := save("reply", "<b>First\nline", "0"); version(again) != version(first) {
		t.Error("the same draft is another version")
	}
	second := save("reply", "Second", version(first))
	if body := save("reply", "Late", version(first)); !strings.Contains(body, "data-other") || !strings.Contains(body, `data-text="Second"`) || version(body) != version(second) {
		t.Errorf("another draft was replaced: %s", body)
	}
	save("note", "For us", "0")

	ada := d.session
	d.asAgent()
	if body := d.get(path).Body.String(); strings.Contains(body, "Second") || strings.Contains(body, "For us") {
		t.Error("another member is shown the drafts")
	}
	if body := d.get("/app/shop/inbox").Body.String(); strings.Contains(body, "data-saved>") {
		t.Error("another member is told of the drafts")
	}
	d.post(path+"/messages", url.Values{"content": {"Mine"}})
	d.session = ada
	if d.post(path+"/messages", url.Values{"content": {"Second"}}).Code != 303 {
		t.Error("not sent")
	}
	body := d.get(path).Body.String()
	if strings.Contains(body, ">Second</textarea>") || !strings.Contains(body, ">For us</textarea>") {
		t.Error("a draft that was sent is there, or the other one is not")
	}
	note := regexp.MustCompile(`data-write="note" data-on="(\d+)"`).FindStringSubmatch(body)[1]
	save("note", " \n", note)
	if body := d.get("/app/shop/inbox").Body.String(); strings.Contains(body, "data-saved>") {
		t.Error("an emptied draft is there")
	}
	for name, fields := range map[string]url.Values{
		"kind": {"kind": {"mail"}, "on": {"0"}}, "version": {"kind": {"note"}, "on": {"x"}},
		"length": {"kind": {"note"}, "on": {"0"}, "content": {strings.Repeat("é", svcx.MaxContent+1)}},
	} {
		if w := d.post(path+"/draft", fields, "HX-Request: true"); w.Code != 422 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	if w := d.post("/app/shop/inbox/9/draft", url.Values{"kind": {"note"}, "on": {"0"}, "content": {"x"}}, "HX-Request: true"); w.Code != 404 {
		t.Errorf("a conversation that does not exist: %d", w.Code)
	}
}

// Formatting is sent as HTML where its receiver is told so, and only if there is any.
func TestFormattedReplies(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/1"
	send := func(what, format, content string) (svcx.ContentType, string) {
		t.Helper()
		if w := d.post(path+"/"+what, url.Values{"content": {content}, "format": {format}}); w.Code != 303 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		found, err := d.inbox.Thread(t.Context(), d.workspace, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 100}})
		if err != nil {
			t.Fatal(err)
		}
		var last svcx.Message
		if err := found.Each(t.Context(), func(some []svcx.Message) error { last = some[len(some)-1]; return nil }); err != nil {
			t.Fatal(err)
		}
		return last.ContentType, last.Content
	}
	for _, c := range []struct{ what, format, content, kind, sent string }{
		{"messages", "", "**now**", "text", "**now**"},
		{"messages", "markdown", "nothing\nmarked", "text", "nothing\nmarked"},
		{"messages", "markdown", "**now** <script>", "html", "<p><strong>now</strong> &lt;script&gt;</p>"},
		{"messages", "markdown", "[x](javascript:alert(1)) *y*", "html", `<p><a href="">x</a> <em>y</em></p>`},
		{"notes", "markdown", "- a\n- b", "html", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"},
	} {
		if kind, sent := send(c.what, c.format, c.content); string(kind) != c.kind || sent != c.sent {
			t.Errorf("%q: %s %q", c.content, kind, sent)
		}
	}
	d.page(d.post(path+"/preview", url.Values{"content": {"**now** <script>"}}, "HX-Request: true"), 200, "<strong>now</strong>", "&lt;script&gt;")
	d.page(d.get(path), 200, `data-format="bold"`)

	form := svcx.FormA
	if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{Form: &form}); err != nil {
		t.Fatal(err)
	}
	if kind, sent := send("messages", "markdown", "**now**"); kind != svcx.ContentText || sent != "**now**" {
		t.Errorf("Form A: %s %q", kind, sent)
	}
}

// A placeholder that was not filled in is not sent on any way, whatever the format.
func TestPlaceholdersAreNeverSent(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/1"
	for _, headers := range forms {
		for _, format := range []string{"", "markdown"} {
			for _, then := range []string{"", "resolved"} {
				w := d.post(path+"/messages", url.Values{"content": {"Hi **{{ contact.name }}**"}, "format": {format}, "then": {then}}, headers...)
				d.page(w, 422, "{{ contact.name }}")
			}
		}
	}
	if body := d.get(path).Body.String(); strings.Contains(body, `data-author="agent"`) {
		t.Error("it was sent")
	}
}
