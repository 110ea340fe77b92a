package web

import (
	"strings"
	"testing"
)

// The total of a list and the number beside its view were read at different times; scripts ask
// for them together.
func TestCountsHaveTheTotalOfTheList(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.says("c2", "Jonas", "Hello")
	d.page(d.get("/app/shop/counts?view=open"), 200, `<span data-count="list">2</span>`, `<span data-count="open">2</span>`)
	d.page(d.get("/app/shop/counts?view=closed"), 200, `<span data-count="list">0</span>`)
	d.page(d.get("/app/shop/counts?view=open&tag=vip&sort=waiting"), 200, `<span data-count="list">0</span>`)
	if w := d.get("/app/shop/counts?view=all&q=hello"); strings.Contains(w.Body.String(), `"list"`) {
		t.Errorf("a search is counted: %s", w.Body)
	}
	d.page(d.get("/app/shop/inbox?view=open"), 200, `id="total" data-count="list">2</span>`)
	d.page(d.get("/app/shop/counts?view=nowhere"), 404)
}
