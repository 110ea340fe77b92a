package web

import (
	"fmt"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

// Every agent sees the latest ratings with their comments, by score and channel, page by
// page; each leads to its conversation, which shows it where it was given.
func TestRatings(t *testing.T) {
	d := newDesk(t)
	d.ada.Role = svcx.RoleAgent
	d.page(d.get("/app/shop/ratings"), 200, "<title>Ratings · svcx</title>", "<h1 class=\"grow\">Ratings</h1>", "No ratings yet", `aria-current="page" title="Ratings"`)
	for i := range page.RowsPerPage + 2 {
		c := d.says(fmt.Sprint("c", i), "Amara <i>", "Hello")
		draft := svcx.RatingDraft{Rating: 5, Comment: fmt.Sprint("Quick & kind <b>", i, ".")}
		if i == 0 {
			draft = svcx.RatingDraft{Rating: 1}
		}
		if _, err := d.inbox.Rate(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, draft); err != nil {
			t.Fatal(err)
		}
	}
	w := d.get("/app/shop/ratings")
	d.page(w, 200, `href="/app/shop/inbox/52"`, "Quick &amp; kind &lt;b&gt;51.", `aria-label="5 of 5"`, "Amara &lt;i&gt;", `rel="next"`, d.channel.Name)
	if n := strings.Count(w.Body.String(), `class="rated"`); n != page.RowsPerPage {
		t.Errorf("%d on the first page", n)
	}
	_, next, _ := strings.Cut(w.Body.String(), `rel="next" href="`)
	next, _, _ = strings.Cut(next, `"`)
	w = d.get(strings.ReplaceAll(next, "&amp;", "&"))
	d.page(w, 200, "kind &lt;b&gt;1.", "No comment", "Latest ratings")
	if n := strings.Count(w.Body.String(), `class="rated"`); n != 2 {
		t.Errorf("%d on the second page", n)
	}
	d.page(d.get("/app/shop/ratings?score=1&channel="+page.IDOrNone(&d.channel.ID)), 200, `href="/app/shop/inbox/1"`, "No comment")
	d.page(d.get("/app/shop/ratings?score=2"), 200, "No ratings found", "Show all ratings")
	d.page(d.get("/app/shop/ratings?channel=987"), 200, "No ratings found")
	for _, query := range []string{"score=6", "score=x", "channel=x", "after=x", "after=1-x"} {
		d.page(d.get("/app/shop/ratings?"+query), 404)
	}
	d.page(d.get("/app/shop/inbox/2"), 200, `<span class="rate">`, `<q class="plain" dir="auto">Quick &amp; kind &lt;b&gt;1.</q>`)
}
