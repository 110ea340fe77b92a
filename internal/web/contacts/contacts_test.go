package contacts

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// What a search finds is not counted. The list says so where there is more of it.
func TestContactsThatWereNotCounted(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &page.Viewer{Printer: catalogue.For("en"), Workspace: &svcx.Workspace{Slug: "shop"}}
	f := page.Frame{Viewer: s, Clock: page.SharedClock(s.Printer, 0)}
	for _, c := range []struct {
		after, next svcx.ContactID
		says        []string
	}{
		{0, 0, []string{">One contact<"}},
		{0, 7, []string{">More than 1 contacts<", `href="/app/shop/contacts?after=7&amp;q=a">Next</a>`}},
		{9, 7, []string{`href="/app/shop/contacts?q=a">First page</a>`, `href="/app/shop/contacts?after=7&amp;q=a">Next</a>`}},
	} {
		v := contactsView{Frame: f, q: "a", total: -1, after: c.after, next: c.next, people: []*svcx.Contact{{ID: 7, Name: "Ada"}}}
		var body strings.Builder
		if err := contactsFragment(v).Render(t.Context(), &body); err != nil {
			t.Fatal(err)
		}
		for _, text := range c.says {
			if !strings.Contains(body.String(), text) {
				t.Errorf("the list does not say %q:\n%s", text, &body)
			}
		}
	}
}
