package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/web/page"
)

// A form whose answer was lost was sent twice when it was sent again.
func TestAFormSentAgainMakesNothingTwice(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	key := func(body string) string {
		return regexp.MustCompile(`name="key" value="([^"]+)"`).FindStringSubmatch(body)[1]
	}
	messages := func() int {
		list, err := d.inbox.Messaging.Thread(t.Context(), d.workspace, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 50}})
		if err != nil {
			t.Fatal(err)
		}
		return list.Total
	}
	want := 1
	for _, what := range []string{"messages", "notes"} {
		k := key(d.get(path).Body.String())
		form := url.Values{"content": {"Sent from " + what}, page.FormKey: {k}}
		for range 2 {
			d.done(path+"/"+what, form)
			d.page(d.post(path+"/"+what, form, "HX-Request: true"), 200, "Sent from "+what, `id="composer"`)
		}
		if want++; messages() != want {
			t.Fatalf("%s: %d messages", what, messages())
		}
		form.Set("content", "Changed since")
		w := d.post(path+"/"+what, form, "HX-Request: true")
		d.page(w, 422, "Your first attempt was sent after all", "Changed since</textarea>")
		if form.Set(page.FormKey, key(w.Body.String())); form.Get(page.FormKey) == k {
			t.Error("the form of another message has the same key")
		}
		form.Set("content", "Sent from "+what) // the same text may be sent twice on purpose
		d.done(path+"/"+what, form)
		if want++; messages() != want {
			t.Errorf("%s: %d messages", what, messages())
		}
		form.Set("format", formatMarkdown) // what was sent as text is another message with formatting
		d.page(d.post(path+"/"+what, form, "HX-Request: true"), 422, "Your first attempt was sent after all")
		form.Set(page.FormKey, page.NewFormKey())
		d.done(path+"/"+what, form)
		if want++; messages() != want {
			t.Errorf("%s: %d messages", what, messages())
		}
	}

	const start = "/app/shop/inbox/new"
	k := key(d.get(start + "?contact=new").Body.String())
	form := url.Values{"name": {"Wen"}, "subject": {"Shoes"}, "content": {"Good morning"}, page.FormKey: {k}}
	first := d.post(start, form).Header().Get("Location")
	if again := d.post(start, form).Header().Get("Location"); again != first || !strings.HasPrefix(first, "/app/shop/inbox/2") {
		t.Errorf("begun at %q, then at %q", first, again)
	}
	d.page(d.get("/app/shop/inbox?view=open"), 200, `data-conversation-id="2"`)
	if strings.Contains(d.get("/app/shop/inbox?view=open").Body.String(), `data-conversation-id="3"`) {
		t.Error("the conversation was begun twice")
	}
	if found, err := d.inbox.Directory.Contacts(t.Context(), d.workspace, "", svcx.Page{Limit: 9}); err != nil || found.Total != 2 {
		t.Errorf("%d contacts (%v)", found.Total, err)
	}
	for name, value := range map[string]string{"name": "Bo", "subject": "Boots", "content": "Good evening"} {
		changed := url.Values{"name": {"Wen"}, "subject": {"Shoes"}, "content": {"Good morning"}, page.FormKey: {k}}
		changed.Set(name, value)
		w := d.post(start, changed)
		d.page(w, 422, "Your first attempt was saved after all", value)
		if key(w.Body.String()) == k {
			t.Error("the form of another conversation has the same key")
		}
	}
}

// A form that is sent while its first attempt is still under way failed as an error of the server.
func TestAFormIsSentWhileItIsUnderWay(t *testing.T) {
	d := newDesk(t)
	const start = "/app/shop/inbox/new"
	form := url.Values{"name": {"Wen"}, "content": {"Good morning"}, page.FormKey: {"K1"}}
	by := svcx.Actor{Kind: svcx.ActorUser, ID: int64(d.session.User.ID)}
	first := d.inbox.Core.NewIdempotencyKey(d.workspace, by, start+"#contact", "K1", []byte("Wen\n"))
	if _, err := d.inbox.Core.Begin(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	d.page(d.post(start, form), 422, "still under way", `name="key" value="K1"`, "Good morning</textarea>")
	d.inbox.Core.Complete(t.Context(), first, nil)
	d.page(d.post(start, url.Values{"content": {"Good morning"}, page.FormKey: {"K1"}}), 422, `id="error-name"`, `name="key" value="K1"`)
	d.done(start, form)
	if found, err := d.inbox.Directory.Contacts(t.Context(), d.workspace, "", svcx.Page{Limit: 9}); err != nil || found.Total != 1 {
		t.Errorf("%d contacts (%v)", found.Total, err)
	}
}
