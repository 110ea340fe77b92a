package contacts

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// D 5: a search of contacts stops counting, and says so.
func TestContactsBeyondTheCountAreMore(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &page.Viewer{Printer: catalogue.For("en"), Workspace: &svcx.Workspace{Slug: "shop"}}
	f := page.Frame{Viewer: s, Clock: page.SharedClock(s.Printer, 0)}
	v := contactsView{Frame: f, q: "a", total: 10_000, capped: true, Paging: page.Paging{Page: 1, More: true}, people: []*svcx.Contact{{ID: 7, Name: "Ada"}}}
	var body strings.Builder
	if err := contactsFragment(v).Render(t.Context(), &body); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"More than 10,000 contacts", `href="/app/shop/contacts?page=2&amp;q=a">Next</a>`} {
		if !strings.Contains(body.String(), text) {
			t.Errorf("the list does not say %q:\n%s", text, &body)
		}
	}
}
