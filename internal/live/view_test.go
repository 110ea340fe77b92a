package live_test

import (
	"strconv"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// views waits for the events of who has a conversation open, in any order of others.
func (s *tab) views(t *testing.T, want ...string) {
	t.Helper()
	deadline := time.After(patience)
	for _, data := range want {
		for found := false; !found; {
			select {
			case e := <-s.events:
				if e.name == "viewing" && e.data != data {
					t.Fatalf("event %v, want %s", e, data)
				}
				found = e.name == "viewing"
			case <-deadline:
				t.Fatalf("no viewing %s", data)
			}
		}
	}
}

func viewed(user int, on bool) string {
	return `{"on":` + strconv.FormatBool(on) + `,"user":` + strconv.Itoa(user) + `}`
}

// A member has a conversation open until the last of their browsers has closed it, or its
// stream has ended. Only the member's own streams count, by the name of the browser.
func TestViewingLastsUntilTheLastBrowserEnds(t *testing.T) {
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	watcher := w.open(n, "user=1")
	one, two := w.open(n, "user=2&client=a"), w.open(n, "user=2&client=b")
	view := func(user svcx.UserID, client string, open ...svcx.ConversationID) { n.View(w.ws, user, client, open) }
	view(2, "a", 7, 7)
	view(2, "b", 7)
	view(3, "a", 8) // not their stream
	view(2, "", 9)
	watcher.views(t, viewed(2, true))
	view(2, "a")
	one.close()
	view(2, "b", 8)
	watcher.views(t, viewed(2, false), viewed(2, true))
	late := w.open(n, "user=4")
	late.views(t, viewed(2, true))
	two.close()
	watcher.views(t, viewed(2, false))
	view(2, "b", 8)
	last := w.open(n, "user=5&client=c")
	view(5, "c", 1)
	watcher.views(t, viewed(5, true))
	last.close()
	watcher.views(t, viewed(5, false))
}

// A browser's request may reach another node than its stream, and others watch on either.
func TestViewingOverNodes(t *testing.T) {
	url := pgtest.URL(t)
	one := storetest.Open(t, store.Options{URL: url})
	two := storetest.Open(t, store.Options{URL: url})
	w := newFixture(t, one)
	a, b := w.node(one), w.node(two)
	here, there := w.open(a, "user=1"), w.open(b, "user=1")
	browser := w.open(a, "user=2&client=c")
	for deadline := time.Now().Add(patience); ; {
		// The nodes may not listen to each other yet.
		b.View(w.ws, 2, "c", []svcx.ConversationID{7})
		select {
		case e := <-here.events:
			if e.name == "viewing" {
				here = nil
			}
		case <-time.After(100 * time.Millisecond):
		}
		if here == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("not seen on the browser's node")
		}
	}
	there.views(t, viewed(2, true))
	browser.close()
	there.views(t, viewed(2, false))
}
