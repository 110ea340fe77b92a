package live_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"svcx"
	"svcx/internal/live"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// A reader that comes from a node that was faster than this one gets nothing that
// it has seen there and everything that it has not; other readers get everything.
func TestReaderFromAFasterNodeSeesNothingTwice(t *testing.T) {
	databases(t, func(t *testing.T, w *fixture) {
		n := w.node(w.db)
		all := w.open(n, "user=1")
		w.write(nil, 5) // without notifying this node
		after := w.open(n, "user=2&since=4")
		if got := after.next(); got != (event{"5", "message", "3"}) {
			t.Errorf("after 4: event %v", got)
		}
		after.messages(3, 5)
		all.messages(0, 5)
		if got := w.open(n, "user=3&since=11").next(); got.name != "reset" {
			t.Errorf("a number that does not exist: event %v", got)
		}
	})
}

// A reader whose access is denied gets no more missed changes.
func TestResumeEndsWhenAccessIsDenied(t *testing.T) {
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	w.write(n.Hub, 1000)
	ended := error(&svcx.Error{Kind: svcx.KindNotFound})
	n.denied.Store(&ended)
	tab, seen := w.open(n, "since=1"), 0
	for tab.next() != (event{}) {
		seen++
	}
	if seen == 0 || seen > 401 {
		t.Errorf("%d events came of 1,000 messages", seen)
	}
}

// Closing the hub also ends streams whose readers read nothing, even while they are
// catching up.
func TestCloseCutsOffStuckReaders(t *testing.T) {
	t.Parallel()
	w := newFixture(t, storetest.SQLite(t))
	n := w.nodeWithoutCutoff()
	const readers = 6 // more than may catch up at once
	ended := make(chan struct{}, readers)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		since := svcx.Sequence(0)
		n.Serve(rw, r, live.Subscription{Workspace: w.ws, User: 9, Encoder: largeEvents{}, Since: &since}, func(context.Context) error { return nil })
		ended <- struct{}{}
	}))
	defer server.Close()
	w.write(n.Hub, 150) // more than the system's buffers hold
	for range readers {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		w.must(err)
		defer conn.Close()
		conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		_, err = fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		w.must(err)
		// The stream has begun; nothing more is read.
		_, err = conn.Read(make([]byte, 100))
		w.must(err)
	}
	n.Hub.Close()
	for range readers {
		select {
		case <-ended:
		case <-time.After(patience):
			t.Fatal("a stream does not end")
		}
	}
}

// A typing indicator of a node whose clock is behind or ahead lasts as long on
// another node.
func TestTypingBetweenNodesWhoseClocksDiffer(t *testing.T) {
	url := pgtest.URL(t)
	one, two := storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})
	w := newFixture(t, one)
	ahead := func() time.Time { return time.Now().Add(time.Minute) }
	off := event{"", "typing", `{"on":false,"user":1}`}
	a, b := w.node(one), w.nodeWith(two, ahead)
	seen := w.open(b, "user=2")
	// b listens once it shows the member on a.
	w.open(a, "user=1")
	for e := range seen.events {
		if e.data == `{"on":true,"user":1}` {
			break
		}
	}
	for _, from := range []struct {
		hub *live.Hub
		now func() time.Time
		tab func() *tab
	}{{a.Hub, time.Now, func() *tab { return seen }}, {b.Hub, ahead, func() *tab { return w.open(a, "user=3") }}} {
		tab := from.tab()
		from.hub.Signal(w.ws, svcx.Indicator{Kind: svcx.IndicatorTyping, Conversation: w.conversation.ID, User: 1, On: true, At: svcx.At(from.now()).Add(svcx.TypingLife)})
		got := tab.next()
		if got == off { // a may end the first one after b did
			got = tab.next()
		}
		if got != (event{"", "typing", `{"on":true,"user":1}`}) {
			t.Fatalf("event %v", got)
		}
		begin := time.Now()
		if got := tab.next(); got != off {
			t.Fatalf("event %v", got)
		}
		if took := time.Since(begin); took < time.Second {
			t.Errorf("it was shown for %s", took)
		}
	}
}
