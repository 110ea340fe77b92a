package web

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/web/page"
)

// form is what a form of a page sends if nothing is changed in it. action is the address that
// it is sent to.
func formOf(t *testing.T, body, action string) url.Values {
	t.Helper()
	_, form, found := strings.Cut(body, `action="`+action+`"`)
	if !found {
		t.Fatalf("no form for %s: %s", action, body)
	}
	form, _, _ = strings.Cut(form, "</form>")
	fields := make(url.Values)
	attribute := func(tag, name string) string {
		m := regexp.MustCompile(` ` + name + `="([^"]*)"`).FindStringSubmatch(tag)
		if m == nil {
			return ""
		}
		return html.UnescapeString(m[1])
	}
	for _, tag := range regexp.MustCompile(`<input [^>]*>`).FindAllString(form, -1) {
		fields.Set(attribute(tag, "name"), attribute(tag, "value"))
	}
	for _, m := range regexp.MustCompile(`(?s)<textarea ([^>]*)>(.*?)</textarea>`).FindAllStringSubmatch(form, -1) {
		fields.Set(attribute(" "+m[1], "name"), html.UnescapeString(strings.TrimPrefix(m[2], "\n")))
	}
	return fields
}

func changed(fields url.Values, pairs ...string) url.Values {
	all := make(url.Values)
	for name, values := range fields {
		all[name] = values
	}
	for i := 0; i < len(pairs); i += 2 {
		all.Set(pairs[i], pairs[i+1])
	}
	return all
}

// Of two members who edited a contact at once, the later silently undid what the earlier did.
func TestAContactSavedAtOnceByTwoLosesNothing(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	const path = "/app/shop/contacts/1"
	shown := formOf(t, d.get(path).Body.String(), path)
	d.follow(d.post(path, changed(shown, "name", "Amara Osei", "tags", "gold, trade")), path)
	// Other fields, and other tags, are joined.
	d.follow(d.post(path, changed(shown, "email", "amara@example.com", "tags", "vip")), path)
	c, err := d.inbox.Contact(t.Context(), d.workspace, 1)
	if err != nil || c.Name != "Amara Osei" || c.Email != "amara@example.com" || !slices.Equal(c.Tags, []string{"gold", "trade", "vip"}) {
		t.Fatalf("%v %+v", err, c)
	}
	// The same field is shown with both values; saved again, it is replaced.
	w := d.post(path, changed(shown, "name", "Amara B", "email", "nobody"))
	d.page(w, 422, `value="Amara B"`, "Somebody else changed this to “Amara Osei” meanwhile.", `value="nobody"`, "Somebody else changed this to “amara@example.com”", `value="gold, trade, vip"`)
	again := formOf(t, w.Body.String(), path)
	d.follow(d.post(path, changed(again, "email", "")), path)
	if c, err = d.inbox.Contact(t.Context(), d.workspace, 1); err != nil || c.Name != "Amara B" || c.Email != "" || len(c.Tags) != 3 {
		t.Errorf("%v %+v", err, c)
	}
	w = d.post(path, changed(again, "email", "new@example.com"))
	d.page(w, 422, "Somebody else emptied this meanwhile.", `value="new@example.com"`)
}

// Of two members who edited a saved reply at once, the later silently undid what the earlier
// did.
func TestASavedReplySavedAtOnceByTwoLosesNothing(t *testing.T) {
	d := newDesk(t)
	path := savedURL + "/" + d.saves("Thanks", "ty", "Thank you\r\nso much")
	shown := formOf(t, d.get(path).Body.String(), path)
	d.done(path, changed(shown, "title", "Many thanks"))
	d.done(path, changed(shown, "shortcut", "/tx"))
	d.done(path, changed(shown, "content", "Thanks <b>a lot"))
	w := d.post(path, changed(shown, "content", "Thank you all", "title", strings.Repeat("x", 256)))
	d.page(w, 422, "A title may have at most 255 characters.")
	w = d.post(path, changed(formOf(t, w.Body.String(), path), "title", "Thanks"))
	d.page(w, 422, `value="Many thanks"`, `value="tx"`, ">\nThank you all</textarea>", "Somebody else changed the text in the meantime", "<blockquote class=\"plain\" dir=\"auto\">Thanks &lt;b&gt;a lot</blockquote>")
	d.done(path, formOf(t, w.Body.String(), path))
	d.page(d.get(path), 200, `value="Many thanks"`, `value="tx"`, ">\nThank you all</textarea>")
}

// Of two members who edited the tags or a field of a conversation at once, the later silently
// undid what the earlier did.
func TestAConversationChangedAtOnceByTwoLosesNothing(t *testing.T) {
	d := newDesk(t)
	d.field(svcx.FieldDraft{Key: "order", Name: "Order", Type: svcx.FieldText})
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID)
	const list = "?view=open"
	for _, step := range []struct {
		fields url.Values
		tags   []string
	}{
		{url.Values{"typed": {"gold, trade"}}, []string{"gold", "trade"}},
		{url.Values{"typed": {"vip, GOLD"}}, []string{"gold", "trade", "vip"}},
		{url.Values{"remove": {"Gold"}}, []string{"trade", "vip"}},
		{url.Values{"remove": {"gold"}}, []string{"trade", "vip"}},
		// What was typed to find a choice is no tag.
		{url.Values{"typed": {"mo"}, "add": {"one, and more"}}, []string{"trade", "vip", "one, and more"}},
	} {
		d.done(path+"/tags"+list, step.fields)
		now, err := d.inbox.Messaging.OpenConversation(t.Context(), d.workspace, c.ID)
		if err != nil || !slices.Equal(now.Tags, step.tags) {
			t.Errorf("%v: %v %q", step.fields, err, now.Tags)
		}
	}

	body := d.get(path + list).Body.String()
	field := formOf(t, body, path+"/fields"+list)
	d.done(path+"/fields"+list, changed(field, "field.order", "7715"))
	d.done(path+"/fields"+list, field) // nothing was changed in it
	w := d.post(path+"/fields"+list, changed(field, "field.order", "8"))
	d.page(w, 422, "Somebody else changed this to “7715” meanwhile.", `value="8"`)
	d.done(path+"/fields"+list, formOf(t, w.Body.String(), path+"/fields"+list))
	d.page(d.get(path+list), 200, `class="cut" title="8">8</span>`)
}
