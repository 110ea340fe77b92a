package web

import (
	"io"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext/vectors"
	"svcx/internal/web/page"
)

func (d *desk) call() inbox.Call {
	return inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
}

// follow gets the page that a form led to, with what it says.
func (d *desk) follow(w *httptest.ResponseRecorder, to string) *httptest.ResponseRecorder {
	d.Helper()
	if w.Code != 303 || w.Header().Get("Location") != to {
		d.Fatalf("status %d, to %q and not %q:\n%s", w.Code, w.Header().Get("Location"), to, w.Body)
	}
	cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	return d.get(to, "Cookie: "+cookie)
}

// asAgent signs bob in, an agent.
func (d *desk) asAgent() {
	d.Helper()
	if _, err := d.inbox.AddMember(d.Context(), d.call(), svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent}); err != nil {
		d.Fatal(err)
	}
	d.session, d.err = &svcx.Session{User: svcx.User{ID: 2, Email: "bob@example.com"}}, nil
}

// inBothForms runs a test in a workspace of each form, after messages have come in.
func inBothForms(t *testing.T, prepare func(d *desk), test func(t *testing.T, d *desk)) {
	for _, form := range []svcx.FormName{svcx.FormA, svcx.FormB} {
		t.Run(string(form), func(t *testing.T) {
			d := newDesk(t)
			prepare(d)
			if _, err := d.inbox.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{Form: &form}); err != nil {
				t.Fatal(err)
			}
			test(t, d)
		})
	}
}

// The list has all contacts, in pages, and finds them by name, address and external id.
func TestContactsAreListedAndFound(t *testing.T) {
	inBothForms(t, func(*desk) {}, func(t *testing.T, d *desk) {
		d.page(d.get("/app/shop/contacts"), 200, "<title>Contacts · svcx</title>", "<h1 class=\"grow\">Contacts</h1>", "No contacts yet", `aria-label="Search"`, `type="search"`)
		for i := range page.RowsPerPage + 2 {
			if _, err := d.inbox.CreateContact(t.Context(), d.call(), svcx.ContactDraft{Name: "Person " + strconv.Itoa(i), Email: "p" + strconv.Itoa(i) + "@example.com", ExternalID: "x" + strconv.Itoa(i)}); err != nil {
				t.Fatal(err)
			}
		}
		first := d.get("/app/shop/contacts")
		d.page(first, 200, "52 contacts", `href="/app/shop/contacts?after=3">Next</a>`, `" aria-current="page" title="Contacts"`)
		if n := strings.Count(first.Body.String(), "data-contact-id="); n != page.RowsPerPage {
			t.Errorf("%d contacts on a page", n)
		}
		d.page(d.get("/app/shop/contacts?after=3"), 200, "52 contacts", `href="/app/shop/contacts/1"`, `href="/app/shop/contacts">First page</a>`)
		d.page(d.get("/app/shop/contacts?after=1"), 200, "Nothing here")
		d.page(d.get("/app/shop/contacts?after=0"), 404)
		d.page(d.get("/app/shop/contacts?q=person"), 200, "More than 50 contacts", `href="/app/shop/contacts?after=3&amp;q=person">Next</a>`)
		d.page(d.get("/app/shop/contacts?q=person&after=3"), 200, `href="/app/shop/contacts/2"`, `href="/app/shop/contacts?q=person">First page</a>`)
		for _, q := range []string{"person+51", "p51%40example.com", "x51"} {
			w := d.get("/app/shop/contacts?q=" + q)
			d.page(w, 200, "One contact", `href="/app/shop/contacts/52"`)
		}
		d.page(d.get("/app/shop/contacts?q=nobody%3Cb%3E"), 200, "Nobody found", `value="nobody&lt;b&gt;"`)
		if w := d.get("/app/shop/contacts?q=x51", "HX-Request: true"); strings.Contains(w.Body.String(), "<html") || !strings.Contains(w.Body.String(), `<title>Contacts: One found for “x51” · svcx</title><div id="people" data-found="One found for “x51”">`) {
			t.Errorf("a script gets %s", w.Body)
		}
	})
}

// A contact's page has what is known and the conversations, and saves what is changed.
func TestContactIsEdited(t *testing.T) {
	inBothForms(t, func(d *desk) {
		d.says("c1", "Amara", "Hello")
		d.says("c2", "Jonas", "Hello")
	}, func(t *testing.T, d *desk) {
		const path = "/app/shop/contacts/1"
		d.page(d.get(path), 200, "<title>Amara · svcx</title>", ">Amara</h1>", `href="/app/shop/inbox/1?view=open"`, "One conversation of this contact.", ">Erase…</a>")
		w := d.follow(d.post(path, url.Values{"name": {" Amara Osei "}, "email": {"amara@example.com"}, "tags": {"gold,  Gold , trade"}}), path)
		d.page(w, 200, "Saved", ">Amara Osei</h1>", `value="amara@example.com"`, `value="gold, trade"`)
		for _, wrong := range []struct{ field, value, says string }{
			{"name", strings.Repeat("x", svcx.MaxName+1), "Shorten it."},
			{"email", "nobody", "This is not an e-mail address."},
			{"tags", strings.Repeat("x", svcx.MaxTag+1), "Shorten it."},
			{"tags", many(svcx.MaxTags + 1), "Remove some."},
		} {
			fields := url.Values{"name": {"Amara Osei"}, "email": {"amara@example.com"}, "tags": {"gold, trade"}}
			fields.Set(wrong.field, wrong.value)
			d.page(d.post(path, fields), 422, wrong.says, `aria-invalid="true" aria-describedby="error-`+wrong.field+`" autofocus`, `id="error-`+wrong.field+`"`, `value="`+wrong.value+`"`)
		}
		d.page(d.post("/app/shop/contacts/2", url.Values{"name": {"Jonas"}, "email": {"AMARA@example.com"}, "tags": {""}}), 422,
			"another contact has this address", `href="/app/shop/contacts?q=AMARA%40example.com"`, `aria-describedby="error-email"`)
		d.page(d.get("/app/shop/contacts/99"), 404)
		d.page(d.get("/app/shop/contacts/01"), 404)
		d.page(d.post("/app/shop/contacts/99", url.Values{"name": {"x"}}), 404)
		d.page(d.post(path, url.Values{"name": {"x"}}, "Sec-Fetch-Site: cross-site"), 403)
	})
}

func many(n int) string {
	var all []string
	for i := range n {
		all = append(all, "t"+strconv.Itoa(i))
	}
	return strings.Join(all, ",")
}

// What is stored with commas in it stays as it is unless the tags are changed.
func TestSavingKeepsWhatIsNotChanged(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	tags := []string{"a, b", "c"}
	if _, err := d.inbox.UpdateContact(t.Context(), d.call(), *c.Contact, svcx.ContactPatch{Tags: &tags}); err != nil {
		t.Fatal(err)
	}
	d.follow(d.post("/app/shop/contacts/1", url.Values{"name": {"Amara B"}, "email": {""}, "tags": {"a, b, c"}}), "/app/shop/contacts/1")
	saved, err := d.inbox.Contact(t.Context(), d.workspace, 1)
	if err != nil || len(saved.Tags) != 2 || saved.Name != "Amara B" {
		t.Errorf("%v %+v", err, saved)
	}
}

// What a merge will do is shown before; then it is done, and can be undone.
func TestContactsAreMergedAndParted(t *testing.T) {
	inBothForms(t, func(d *desk) {
		d.says("c1", "Amara", "Hello")
		d.says("c2", "Amara 2", "Hello")
	}, func(t *testing.T, d *desk) {
		email := "amara@example.com"
		if _, err := d.inbox.UpdateContact(t.Context(), d.call(), 2, svcx.ContactPatch{Email: &email}); err != nil {
			t.Fatal(err)
		}
		w := d.get("/app/shop/contacts/2/merge?q=amara")
		d.page(w, 200, `aria-label="Search"`, `href="/app/shop/contacts/2/merge?into=1"`)
		if strings.Contains(w.Body.String(), "into=2") {
			t.Error("a contact is offered to be merged into itself")
		}
		d.page(d.get("/app/shop/contacts/2/merge?q=jonas"), 200, "Nobody found")
		d.page(d.get("/app/shop/contacts/2/merge?into=1"), 200, "What will happen", "One conversation moves to Amara.", `<td dir="auto"><b>Amara</b></td>`, `<td dir="auto"><b>amara@example.com</b></td>`,
			`<input type="hidden" name="into" value="1">`, `href="/app/shop/contacts/1/merge?into=2">Merge the other way round</a>`)
		if c, err := d.inbox.Contact(t.Context(), d.workspace, 2); err != nil || c.ID != 2 {
			t.Fatal("looking at it merges", err)
		}
		for _, into := range []string{"2", "99", "x", ""} {
			d.page(d.post("/app/shop/contacts/2/merge", url.Values{"into": {into}}), 422, `role="alert"`)
		}
		d.page(d.get("/app/shop/contacts/2/merge?into=x"), 404)

		w = d.follow(d.post("/app/shop/contacts/2/merge", url.Values{"into": {"1"}}), "/app/shop/contacts/1")
		d.page(w, 200, `role="status">Merged</span>`, `action="/app/shop/contacts/2/unmerge"`, ">Undo</button>", `value="amara@example.com"`, "2 conversations of this contact", `aria-label="Undo the merge of Amara 2"`)
		if w := d.get("/app/shop/contacts/2"); w.Code != 303 || w.Header().Get("Location") != "/app/shop/contacts/1" {
			t.Errorf("the merged contact's address: %d %s", w.Code, w.Header().Get("Location"))
		}
		if w := d.get("/app/shop/contacts/2/merge?into=1"); w.Code != 303 {
			t.Errorf("a merge that is done: %d", w.Code)
		}
		d.page(d.get("/app/shop/contacts/2/unmerge"), 200, "Undo the merge of Amara 2", "One conversation moves back to Amara 2.", "Conversations since the merge stay with Amara.", `<td dir="auto">amara@example.com</td>`)
		w = d.follow(d.post("/app/shop/contacts/2/unmerge", nil), "/app/shop/contacts/2")
		d.page(w, 200, "Merge undone", `value="amara@example.com"`, "One conversation of this contact.")
		if w := d.get("/app/shop/contacts/2/unmerge"); w.Code != 303 {
			t.Errorf("an undoing that is done: %d", w.Code)
		}
		d.page(d.get("/app/shop/contacts/1"), 200, `name="email" type="email" value=""`)
	})
}

// The time since when a contact is blocked stayed as the server wrote it, while the browser
// writes the others.
func TestSinceWhenAContactIsBlockedIsATime(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.follow(d.post("/app/shop/contacts/1/block", nil), "/app/shop/contacts/1")
	d.page(d.get("/app/shop/contacts/1"), 200, `Since <time datetime="`, `</time> messages of this contact are not accepted.`)
}

// In a chain of merges the last must be undone first; that is said, and nothing happens.
func TestPartingInTheMiddleIsRefused(t *testing.T) {
	d := newDesk(t)
	for i := range 3 {
		d.says("c"+strconv.Itoa(i), "Amara", "x")
		if _, err := d.inbox.CreateContact(t.Context(), d.call(), svcx.ContactDraft{Name: "Amara"}); err != nil {
			t.Fatal(err)
		}
	}
	d.follow(d.post("/app/shop/contacts/2/merge", url.Values{"into": {"3"}}), "/app/shop/contacts/3")
	d.follow(d.post("/app/shop/contacts/3/merge", url.Values{"into": {"1"}}), "/app/shop/contacts/1")
	d.page(d.post("/app/shop/contacts/2/unmerge", nil), 422, `role="alert"`, "is itself merged: undo that first")
	// Both have the same name, so that they are told apart by their ids.
	d.page(d.get("/app/shop/contacts/4/merge?into=1"), 200, "count as those of Amara (id 1)")
}

// Blocking is done at once and can be undone where it is said.
func TestContactIsBlocked(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.asAgent()
	w := d.follow(d.post("/app/shop/contacts/1/block", nil), "/app/shop/contacts/1")
	d.page(w, 200, `role="status">Blocked</span>`, `action="/app/shop/contacts/1/unblock"`, ">Undo</button>", `<span class="tag bad">Blocked</span>`)
	d.page(d.get("/app/shop/contacts"), 200, `<span class="tag bad">Blocked</span>`)
	w = d.follow(d.post("/app/shop/contacts/1/unblock", nil), "/app/shop/contacts/1")
	d.page(w, 200, `role="status">Unblocked</span>`)
	if strings.Contains(w.Body.String(), `<span class="tag bad">`) {
		t.Error("the contact is still blocked")
	}
	d.page(d.post("/app/shop/contacts/99/block", nil), 404)
}

// An admin erases a contact by typing the name; an agent is not offered it and is refused.
func TestContactIsErasedByAdmins(t *testing.T) {
	inBothForms(t, func(d *desk) { d.says("c1", "Amara  Osei", "My secret") }, func(t *testing.T, d *desk) {
		d.page(d.get("/app/shop/contacts/1/erase"), 200, "What is deleted", "What stays", "This cannot be undone.", "The name is Amara", `for="field-name"`)
		d.page(d.post("/app/shop/contacts/1/erase", url.Values{"name": {"Jonas"}}), 422, "Nothing was erased", `aria-invalid="true" aria-describedby="error-name"`, `value="Jonas"`)
		admin := d.session
		d.asAgent()
		if body := d.get("/app/shop/contacts/1").Body.String(); strings.Contains(body, "Erase") {
			t.Error("an agent is offered to erase")
		}
		d.page(d.get("/app/shop/contacts/1/erase"), 403, "This page is for admins of the workspace.")
		d.page(d.post("/app/shop/contacts/1/erase", url.Values{"name": {"Amara Osei"}}), 403)
		d.page(d.get("/app/shop/contacts/1"), 200)
		d.session = admin
		w := d.follow(d.post("/app/shop/contacts/1/erase", url.Values{"name": {"Amara Osei"}}), "/app/shop/contacts")
		d.page(w, 200, "Erased", "No contacts yet")
		d.page(d.get("/app/shop/contacts/1"), 404)
	})
}

// What outsiders name themselves, their tags, subjects and pictures is text on every page.
func TestContactsPagesShowAttacksAsText(t *testing.T) {
	d := newDesk(t)
	cut := func(s string, most int) string {
		s = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(s, "?"), "\x00", ""))
		if all := []rune(s); len(all) > most {
			return string(all[:most])
		}
		return s
	}
	c := d.says("c1", "Amara", "Hello")
	d.says("c2", "Jonas", "Hello")
	for i, v := range vectors.All() {
		name, tags, subject := cut(v.Payload, svcx.MaxName), []string{cut(v.Payload, svcx.MaxTag)}, cut(v.Payload, svcx.MaxSubject)
		if _, err := d.inbox.UpdateContact(t.Context(), d.call(), 1, svcx.ContactPatch{Name: &name, Tags: &tags}); err != nil {
			t.Fatal(v.ID, err)
		}
		if _, err := d.inbox.UpdateConversation(t.Context(), d.call(), c.ID, svcx.ConversationPatch{Subject: &subject}); err != nil {
			t.Fatal(v.ID, err)
		}
		// Most are no addresses of pictures, and refused.
		d.inbox.SetAvatar(t.Context(), d.call(), 1, v.Payload)
		pages := []string{"/app/shop/contacts/1"}
		if i%10 == 0 {
			pages = append(pages, "/app/shop/contacts", "/app/shop/contacts?q="+url.QueryEscape(v.Payload), "/app/shop/contacts/1/merge", "/app/shop/contacts/1/merge?into=2", "/app/shop/contacts/1/erase")
		}
		for _, page := range pages {
			w := d.get(page)
			tooLong := w.Code == 422 && strings.Contains(w.Body.String(), "Not searched")
			if found := unsafeParts(w.Body); w.Code != 200 && !tooLong || found != "" {
				t.Errorf("%s of %s: %d %s", page, v.ID, w.Code, found)
			}
		}
	}
}

var ownAddress = regexp.MustCompile(`^([#?]|/[^/\\]|/$)`)

// unsafeParts finds what a page must not have: a script of another address, a handler, an
// address elsewhere.
func unsafeParts(page io.Reader) string {
	for z := html.NewTokenizer(page); ; {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if (t.Data == "script" || t.Data == "iframe" || t.Data == "base" || t.Data == "style") && (len(t.Attr) == 0 || !strings.HasPrefix(t.Attr[0].Val+t.Attr[len(t.Attr)-1].Val, "/static/") && t.Attr[0].Val != "module") {
				return t.String()
			}
			for _, a := range t.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc" {
					return t.String()
				}
				if (a.Key == "href" || a.Key == "src" || a.Key == "action" || a.Key == "hx-get" || a.Key == "hx-post") && !ownAddress.MatchString(a.Val) {
					return t.String()
				}
			}
		}
	}
}
