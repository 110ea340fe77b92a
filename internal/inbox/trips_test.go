package inbox

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// wire is a way to the database server that counts round trips: how often
// something is said after the server has answered.
type wire struct {
	listener net.Listener
	server   string
	trips    atomic.Int64
}

// through returns the database's URL by way of a wire.
func through(t *testing.T, database string) (*wire, string) {
	t.Helper()
	address, err := url.Parse(database)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	w := &wire{listener: listener, server: address.Host}
	t.Cleanup(func() { listener.Close() })
	go w.accept()
	address.Host = listener.Addr().String()
	return w, address.String()
}

func (w *wire) accept() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", w.server)
		if err != nil {
			client.Close()
			continue
		}
		var answered atomic.Bool
		answered.Store(true)
		go pass(server, client, func() {
			if answered.Swap(false) {
				w.trips.Add(1)
			}
		})
		go pass(client, server, func() { answered.Store(true) })
	}
}

func pass(to, from net.Conn, seen func()) {
	defer to.Close()
	io.Copy(writing{to, seen}, from)
}

type writing struct {
	io.Writer
	seen func()
}

func (w writing) Write(p []byte) (int, error) { w.seen(); return w.Writer.Write(p) }

// Architecture, "The store": an inbound message takes three round trips after
// the look-up of its channel, and one more where a contact or a conversation is
// new. What the live stream keeps of it goes along.
func TestInboundRoundTrips(t *testing.T) {
	w, database := through(t, pgtest.URL(t))
	d := newDeskOn(t, store.Options{URL: database}).fresh(t, "trips")
	receive := func(n int, thread string) int64 {
		t.Helper()
		before := w.trips.Load()
		_, err := d.Receive(t.Context(), Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), InboundBody: svcx.InboundBody{Message: &svcx.InboundMessage{
			MessageID: fmt.Sprint(n), ConversationID: thread, Content: "Hello",
			Sender: svcx.InboundSender{Type: svcx.AuthorCustomer, Source: svcx.ExternalIDGiven, ExternalID: thread},
		}}})
		must(t, err)
		return w.trips.Load() - before
	}
	// The first of each kind have their statements parsed as well.
	for n := range 4 {
		receive(n, fmt.Sprint("thread", n/2))
	}
	if trips := receive(10, "thread0"); trips != 2 {
		t.Errorf("a message of a known conversation takes %d round trips", trips)
	}
	if trips := receive(11, "new"); trips != 3 {
		t.Errorf("a message of a new conversation takes %d round trips", trips)
	}
	seq, err := d.Sequence(t.Context(), d.workspace)
	must(t, err)
	if seq != 12 {
		t.Errorf("six messages are %d events", seq)
	}
}
