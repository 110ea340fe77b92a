package messaging_test

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// proxy is a proxy to the database server that counts round trips: how often the client sends
// after the server has answered.
type proxy struct {
	listener net.Listener
	server   string
	trips    atomic.Int64
}

// newProxy returns a proxy and the database's URL through it.
func newProxy(t *testing.T, database string) (*proxy, string) {
	t.Helper()
	address, err := url.Parse(database)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p := &proxy{listener: listener, server: address.Host}
	t.Cleanup(func() { listener.Close() })
	go p.accept()
	address.Host = listener.Addr().String()
	return p, address.String()
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.server)
		if err != nil {
			client.Close()
			continue
		}
		var answered atomic.Bool
		answered.Store(true)
		go pass(server, client, func() {
			if answered.Swap(false) {
				p.trips.Add(1)
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

// Architecture, "The store": an inbound message takes two round trips after its channel is found,
// and one more if a contact or a conversation is new, including its changes for the live
// stream.
func TestInboundRoundTrips(t *testing.T) {
	p, database := newProxy(t, pgtest.URL(t))
	d := newFixtureOn(t, store.Options{URL: database}).fresh(t, "trips")
	receive := func(n int, conversation string) int64 {
		t.Helper()
		before := p.trips.Load()
		_, err := d.Receive(t.Context(), messaging.Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), InboundBody: svcx.InboundBody{Message: &svcx.InboundMessage{
			MessageID: fmt.Sprint(n), ConversationID: conversation, Content: "Hello",
			Sender: svcx.InboundSender{Type: svcx.AuthorCustomer, Source: svcx.ExternalIDGiven, ExternalID: conversation},
		}}})
		must(t, err)
		return p.trips.Load() - before
	}
	// The first ones of each kind also prepare their statements.
	for n := range 4 {
		receive(n, fmt.Sprint("conversation", n/2))
	}
	if trips := receive(10, "conversation0"); trips != 2 {
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

// Fault: the erasure of a contact with 2,500 conversations took 23 s. Of the round trips for
// each, those remain whose answers decide what is next.
func TestErasureRoundTrips(t *testing.T) {
	p, database := newProxy(t, pgtest.URL(t))
	d := newFixtureOn(t, store.Options{URL: database}).fresh(t, "trips")
	erase := func(contact string, conversations int) int64 {
		t.Helper()
		for n := range conversations {
			id := fmt.Sprint(contact, n)
			d.ReceiveMessage(t, d.channel, id, id, svcx.InboundSender{ExternalID: contact}, "Hello")
		}
		c := d.FindConversation(t, d.workspace, contact+"0")
		before := p.trips.Load()
		must(t, d.EraseContact(t.Context(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, *c.Contact))
		return p.trips.Load() - before
	}
	erase("prepares the statements", 1)
	few, many := erase("few", 1), erase("many", 11)
	if each := (many - few) / 10; each > 17 {
		t.Errorf("%d round trips for each conversation", each)
	}
}
