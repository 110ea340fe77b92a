package web

import (
	"net/url"
	"strings"
	"testing"

	"svcx/internal/web/page"
)

// Fault: the search field looked into the current view alone.
func TestSearchLooksEverywhere(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "My telescope is late")
	d.says("c2", "Jonas", "A telescope too")
	d.post("/app/shop/inbox/"+page.IDOrNone(&c.ID)+"/status", url.Values{"to": {"closed"}})
	w := d.get("/app/shop/inbox?view=mine&q=telescope")
	d.page(w, 200, "Nothing found", `href="/app/shop/inbox?q=telescope&amp;view=all">Search everywhere</a>`,
		`href="/app/shop/inbox?assignee=1&amp;q=telescope&amp;view=resolved"`, `href="/app/shop/inbox?view=mine">Clear the search</a>`)
	if n := strings.Count(w.Body.String(), `name="view" value="all"`); n != 2 {
		t.Errorf("%d search fields look everywhere", n)
	}
	all := d.get("/app/shop/inbox?view=all&q=telescope").Body.String()
	if names := d.names(all); len(names) != 2 {
		t.Errorf("found everywhere: %q", names)
	}
	for _, view := range []string{"mine", "unassigned", "open", "resolved", "closed"} {
		// Fault: who went on to a view saw nothing in it, because a word was still searched for.
		if !strings.Contains(all, `class="navlink" href="/app/shop/inbox?view=`+view+`"`) {
			t.Errorf("the way to %s keeps the word", view)
		}
	}
	if names := d.names(d.get("/app/shop/inbox?view=closed&q=telescope").Body.String()); len(names) != 1 || !strings.Contains(names[0], "Amara") {
		t.Errorf("found in a view: %q", names)
	}
	// Fault: the title was "Search", and nothing told a screen reader what was found.
	d.page(d.get("/app/shop/inbox?view=all&q=telescope"), 200, "<title>2 found for “telescope” · svcx</title>")
	d.page(d.get("/app/shop/inbox?view=closed&q=telescope"), 200, "<title>One found for “telescope” · Closed · svcx</title>")
	d.page(d.get("/app/shop/inbox?view=all&q=nosuchword"), 200, "<title>Nothing found for “nosuchword” · svcx</title>")
	d.page(d.get("/app/shop/inbox?view=all&q=nosuchword"), 200, "No conversation has these words.", `href="/app/shop/inbox" aria-label="Clear the search"`)
	// Without a word it is the view used last.
	d.page(d.get("/app/shop/inbox?view=all", "Cookie: svcx_view=closed"), 200, `data-view="closed"`)
	// What all show can be changed at once, whatever its status.
	d.runs()
	at := d.led(d.post("/app/shop/bulk?view=all&q=telescope", url.Values{"all": {"1"}, "status": {"resolved"}}))
	d.page(d.ended(at), 200, "2 conversations resolved")
}
