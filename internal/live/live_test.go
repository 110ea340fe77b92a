package live_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"svcx"
	"svcx/internal/live"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// A tab that reconnects after a restart of the server misses nothing from before,
// during and after it (interface: stream).
func TestResumeOverARestart(t *testing.T) {
	databases(t, func(t *testing.T, w *fixture) {
		first := w.node(w.db)
		tab := w.open(first, "")
		for range 50 {
			w.write(first.Hub, 5)
		}
		tab.messages(0, 100) // disconnected in the middle
		last := tab.last
		first.stop()
		for range 50 {
			w.write(nil, 10)
		}
		second := w.node(w.db)
		back := w.open(second, "since="+last)
		for range 50 {
			w.write(second.Hub, 5)
		}
		back.messages(100, 1000)
		if back.next().name != "conversation" {
			t.Error("the conversation's last change is not shown")
		}
	})
}

// A reader that is to notice when its connection is lost is told that the server is there, after
// what it missed and whenever nothing else comes.
func TestReaderHearsThatTheServerIsThere(t *testing.T) {
	t.Parallel()
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	w.write(n.Hub, 1)
	tab := w.open(n, "since=0&alive")
	if tab.messages(0, 1); tab.next().name != "conversation" {
		t.Fatal("no conversation")
	}
	for range 2 {
		if e := tab.next(); e != (event{name: "alive"}) {
			t.Fatalf("event %v", e)
		}
	}
	w.write(n.Hub, 1)
	for e := tab.next(); e.name != "message"; e = tab.next() {
		if e.name != "alive" {
			t.Fatalf("event %v", e)
		}
	}
}

// After a quiet time the first event comes at once. A reader that connects before it
// gets the number that precedes it.
func TestFirstEventComesAtOnce(t *testing.T) {
	databases(t, func(t *testing.T, w *fixture) {
		n := w.node(w.db)
		w.write(n.Hub, 3)
		tab := w.open(n, "")
		if begin := <-tab.events; begin != (event{id: "6"}) {
			t.Fatalf("begins with %v", begin)
		}
		w.write(n.Hub, 1)
		if got := tab.next(); got != (event{"7", "message", "4"}) {
			t.Errorf("event %v", got)
		}
		if got := tab.next(); got != (event{"8", "conversation", fmt.Sprint(w.conversation.ID)}) {
			t.Errorf("event %v", got)
		}
		// Nothing is lost between the two events of one change either.
		if got := w.open(n, "since=7").next(); got != (event{"8", "conversation", fmt.Sprint(w.conversation.ID)}) {
			t.Errorf("event %v", got)
		}
	})
}

// Changes that no process notified of are found within a second or so: the one that
// wrote them may have ended.
func TestChangesWithoutANotificationAreFound(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, w *fixture) {
		tab := w.open(w.node(w.db), "")
		w.write(nil, 1)
		tab.messages(0, 1)
	})
}

// Beyond 10,000 events or 24 hours, and for a number that does not exist, there is
// one reset, after which the stream goes on.
func TestTooOldASequenceIsReset(t *testing.T) {
	databases(t, func(t *testing.T, w *fixture) {
		n := w.node(w.db)
		for range 10 {
			w.write(n.Hub, 501) // 10,020 events
		}
		want := func(since int, reset string) {
			t.Helper()
			tab := w.open(n, fmt.Sprint("since=", since))
			got := tab.next()
			if reset == "" && got.name == "reset" || reset != "" && got != (event{reset, "reset", `{"sequence":` + reset + `}`}) {
				t.Fatalf("since %d: event %v", since, got)
			}
			tab.close()
		}
		want(0, "10020")
		want(19, "10020")
		want(20, "")
		want(10_021, "10020")
		want(-1, "10020")
		w.ahead.Store(int64(24*time.Hour - time.Minute))
		want(10_000, "")
		w.ahead.Store(int64(24*time.Hour + time.Minute))
		want(10_000, "10020")
		// A reader that has seen everything has missed nothing, however long ago.
		tab := w.open(n, "since=10020")
		w.write(n.Hub, 1)
		tab.messages(5010, 5011)
		after := w.open(n, "since=0")
		after.next()
		w.write(n.Hub, 1)
		after.messages(5011, 5012)
	})
}

// An import is one reset.
func TestImportIsOneReset(t *testing.T) {
	databases(t, func(t *testing.T, w *fixture) {
		n := w.node(w.db)
		tab := w.open(n, "")
		w.must(w.db.Write(t.Context(), w.ws, func(tx *store.Tx) error {
			return tx.InsertChanges(w.ws, svcx.At(w.now()), svcx.Change{Kind: svcx.ChangeReset})
		}))
		n.Changed(w.ws)
		if got := tab.next(); got != (event{"1", "reset", `{"sequence":1}`}) {
			t.Errorf("event %v", got)
		}
	})
}

// A reader whose access is denied is cut off within seconds; one whose access cannot
// be checked is not.
func TestReaderWithoutAccessIsCutOff(t *testing.T) {
	t.Parallel()
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	tab := w.open(n, "")
	failing := error(svcx.Unavailable("reading", nil))
	n.denied.Store(&failing)
	w.write(n.Hub, 1)
	tab.messages(0, 1)
	ended := error(&svcx.Error{Kind: svcx.KindUnauthorized})
	n.denied.Store(&ended)
	for range 2 {
		if got := tab.next(); got != (event{}) && got.name != "conversation" {
			t.Fatalf("event %v", got)
		}
	}
}

// Closing the hub ends every stream.
func TestCloseEndsEveryStream(t *testing.T) {
	w := newFixture(t, storetest.SQLite(t))
	n := w.nodeWithoutCutoff()
	tabs := []*tab{w.open(n, ""), w.open(n, "")}
	n.Hub.Close()
	for _, tab := range tabs {
		if got := tab.next(); got != (event{}) {
			t.Errorf("event %v", got)
		}
	}
}

// The streams of a member are bounded, since they are exempt from the rate limit.
func TestStreamsOfAMemberAreBounded(t *testing.T) {
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	for range 32 {
		w.open(n, "user=7")
	}
	res, err := http.Get(n.URL + "/?user=7")
	w.must(err)
	res.Body.Close()
	if res.StatusCode != http.StatusTooManyRequests {
		t.Errorf("status %d", res.StatusCode)
	}
	w.open(n, "user=8")
}

// Two nodes on one database: changes, typing and presence of one are seen on the
// other.
func TestNodesShareChangesAndIndicators(t *testing.T) {
	url := pgtest.URL(t)
	one := storetest.Open(t, store.Options{URL: url})
	two := storetest.Open(t, store.Options{URL: url})
	w := newFixture(t, one)
	a, b := w.node(one), w.node(two)
	tab := w.open(b, "user=2")
	presence := func(want string) {
		t.Helper()
		for deadline := time.After(patience); ; {
			select {
			case e := <-tab.events:
				if e.name == "presence" && e.data == want {
					return
				}
			case <-deadline:
				t.Fatalf("no presence %s", want)
			}
		}
	}
	// b listens once it shows the member on a.
	other := w.open(a, "user=1")
	presence(`{"on":true,"user":1}`)
	for range 20 {
		w.write(a.Hub, 2)
	}
	tab.messages(0, 40)
	for tab.next().id != "80" {
	}
	a.Signal(w.ws, svcx.Indicator{Kind: svcx.IndicatorTyping, Conversation: w.conversation.ID, User: 1, On: true, At: svcx.At(w.now()).Add(svcx.TypingLife)})
	if got := tab.next(); got != (event{"", "typing", `{"on":true,"user":1}`}) {
		t.Errorf("event %v", got)
	}
	if got := tab.next(); got != (event{"", "typing", `{"on":false,"user":1}`}) {
		t.Errorf("after it expired: event %v", got)
	}
	other.close()
	presence(`{"on":false,"user":1}`)
}

// A member with two tabs is present until the second is closed.
func TestPresenceLastsUntilTheLastStreamEnds(t *testing.T) {
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	watcher := w.open(n, "user=1")
	one, two := w.open(n, "user=2"), w.open(n, "user=2")
	expect := func(want ...string) {
		t.Helper()
		for _, data := range want {
			for {
				e := <-watcher.events
				if e.name == "" {
					continue
				}
				if e.data != data {
					t.Fatalf("event %v, want %s", e, data)
				}
				break
			}
		}
	}
	expect(`{"on":true,"user":1}`, `{"on":true,"user":2}`)
	one.close()
	two.close()
	expect(`{"on":false,"user":2}`)
	n.Signal(w.ws, svcx.Indicator{Kind: svcx.IndicatorTyping, Conversation: 1, User: 3, On: true, At: svcx.At(w.now()).Add(time.Minute)})
	expect(`{"on":true,"user":3}`)
	// A later reader gets the current presence and typing indicators.
	late := w.open(n, "user=4")
	seen := map[string]bool{}
	for len(seen) < 3 {
		if e := <-late.events; e.name != "" {
			seen[e.name+e.data] = true
		}
	}
	for _, want := range []string{`presence{"on":true,"user":1}`, `presence{"on":true,"user":4}`, `typing{"on":true,"user":3}`} {
		if !seen[want] {
			t.Errorf("not shown: %s of %v", want, seen)
		}
	}
	// The minute of the typing indicator passes.
	w.ahead.Store(int64(2 * time.Minute))
	expect(`{"on":true,"user":4}`, `{"on":false,"user":3}`)
}

var _ live.Encoder = textEncoder{}
