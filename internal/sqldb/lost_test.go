package sqldb_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// lossyProxy forwards between the store and its server and can cut a connection at
// its commit.
type lossyProxy struct {
	target string
	// cut says what to cut at the next COMMIT.
	cut atomic.Int32
	// statement is the client's name for its prepared COMMIT.
	statement atomic.Value
}

const (
	cutNothing int32 = iota
	cutQuestion
	cutAnswer // the server has committed, the client gets no answer
)

// proxied returns the URL through a proxy of the database.
func proxied(t *testing.T, address string) (string, *lossyProxy) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p := &lossyProxy{target: u.Host}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	u.Host = listener.Addr().String()
	return u.String(), p
}

func (p *lossyProxy) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		client.Close()
		return
	}
	go p.pump(server, client, cutQuestion)
	p.pump(client, server, cutAnswer)
}

// pump copies until either side ends, or until a COMMIT is to be cut.
func (p *lossyProxy) pump(to, from net.Conn, cut int32) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if p.commits(buffer[:n], cut) && p.cut.CompareAndSwap(cut, cutNothing) {
			return
		}
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}

// commits reports whether a message requests a commit or answers one. The client
// sends a simple query ("Q"), or has the statement prepared ("P", which commits
// nothing yet) and binds it ("B", with an unnamed portal before the name of the
// statement).
func (p *lossyProxy) commits(message []byte, cut int32) bool {
	before, _, found := bytes.Cut(message, []byte("COMMIT\x00"))
	if cut == cutAnswer {
		return found
	}
	if found {
		if bytes.HasSuffix(before, []byte("Q\x00\x00\x00\x0b")) {
			return true
		}
		before = bytes.TrimSuffix(before, []byte{0})
		_, name, _ := bytes.Cut(before[bytes.LastIndexByte(before, 'P'):], []byte("\x00\x00\x00"))
		p.statement.Store(string(name[1:])) // after the last byte of the length
	}
	name, _ := p.statement.Load().(string)
	return name != "" && bytes.Contains(message, []byte("\x00"+name+"\x00"))
}

// A commit whose answer was lost is not run again and not acknowledged, whether it is
// stored or not: no write is stored twice, and none is acknowledged that is not
// stored (D 2: 503, and the sender repeats).
func TestLostAnswerToCommit(t *testing.T) {
	address, proxy := proxied(t, pgtest.URL(t))
	db := storetest.Open(t, store.Options{URL: address})
	insert := func(tx *store.Tx) error { return tx.InsertEvents(&svcx.EventLogEntry{Workspace: 1, Channel: 1}) }
	// The same with the commit in the round trip of the insert.
	finish := func(tx *store.Tx) error { return tx.Finish(func() error { return insert(tx) }) }
	stored := func() (n int) {
		if err := db.Raw().QueryRow("SELECT count(*) FROM event_log").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, test := range []struct {
		cut    int32
		write  func(*store.Tx) error
		writes int
		fails  bool
		stored int
	}{
		{cutAnswer, insert, 1, true, 1},
		{cutAnswer, insert, 5, true, 5},
		{cutQuestion, insert, 1, true, 0},
		{cutQuestion, insert, 5, true, 0},
		{cutAnswer, finish, 1, true, 1},
		{cutAnswer, finish, 5, true, 5},
		{cutQuestion, finish, 1, true, 0},
		{cutQuestion, finish, 5, true, 0},
	} {
		t.Run(fmt.Sprintf("cut %d, %d writes", test.cut, test.writes), func(t *testing.T) {
			before := stored()
			crowd := newCrowd(t, db)
			var once sync.Once
			for range test.writes {
				crowd.write(func(tx *store.Tx) error {
					once.Do(func() { proxy.cut.Store(test.cut) })
					return test.write(tx)
				})
			}
			for _, err := range crowd.run() {
				if (err != nil) != test.fails {
					t.Errorf("a write: %v", err)
				}
			}
			if proxy.cut.Load() != cutNothing {
				t.Error("no commit was cut")
			}
			if got := stored() - before; got != test.stored {
				t.Errorf("%d rows for %d writes, want %d", got, test.writes, test.stored)
			}
		})
	}
	storetest.WantNil(t, db.Write(context.Background(), 1, insert))
}
