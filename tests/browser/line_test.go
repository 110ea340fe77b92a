package browser

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
)

// line is the network between a browser and the service; it can be cut, and it can stall.
type line struct {
	*testing.T
	url, from string

	mu       sync.Mutex
	to       string
	listener net.Listener
	open     []net.Conn
	// flows is closed while what is sent passes.
	flows chan struct{}
}

func newLine(t *testing.T, to string) *line {
	l := &line{T: t, from: freeAddress(t), to: strings.TrimPrefix(to, "http://"), flows: make(chan struct{})}
	close(l.flows)
	l.mend()
	l.url = "http://" + l.from
	t.Cleanup(func() { l.cut(); l.flow() })
	return l
}

// freeAddress is an address that nobody listens at. Its port is below those that a system hands out: one
// of these might be another test's by the time that a server comes back to it.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000))
		if l, err := net.Listen("tcp", address); err == nil {
			l.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

// mend lets the browser reach the service again.
func (l *line) mend() {
	listener, err := net.Listen("tcp", l.from)
	if err != nil {
		l.Fatal(err)
	}
	l.mu.Lock()
	l.listener = listener
	l.mu.Unlock()
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			l.mu.Lock()
			to := l.to
			l.mu.Unlock()
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			l.mu.Lock()
			if l.listener != listener { // it was cut meanwhile
				l.mu.Unlock()
				near.Close()
				far.Close()
				return
			}
			l.open = append(l.open, near, far)
			l.mu.Unlock()
			go l.pass(near, far)
			go l.pass(far, near)
		}
	}()
}

// cut ends all connections and refuses new ones.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.listener != nil {
		l.listener.Close()
	}
	l.listener = nil
	for _, c := range l.open {
		c.Close()
	}
	l.open = nil
}

// pass copies until either end closes its connection, and then closes both.
func (l *line) pass(to, from net.Conn) {
	io.Copy(to, held{from, l})
	to.Close()
	from.Close()
}

// held is what comes from one end; while the line stalls it waits.
type held struct {
	net.Conn
	line *line
}

func (h held) Read(p []byte) (int, error) {
	n, err := h.Conn.Read(p)
	h.line.mu.Lock()
	flows := h.line.flows
	h.line.mu.Unlock()
	<-flows
	return n, err
}

// stall has nothing pass any more, and closes no connection, as in a tunnel.
func (l *line) stall() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flows = make(chan struct{})
}

// flow ends a stall: what was sent arrives.
func (l *line) flow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.flows:
	default:
		close(l.flows)
	}
}

// lead leads new connections to another server, as a load balancer does.
func (l *line) lead(to *node) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.to = strings.TrimPrefix(to.url, "http://")
}

// connections is how many were made.
func (l *line) connections() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}
