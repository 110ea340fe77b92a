package browser

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// line is the network between a browser and the service; it can be cut.
type line struct {
	*testing.T
	url, from string

	mu       sync.Mutex
	to       string
	listener net.Listener
	open     []net.Conn
}

func newLine(t *testing.T, to string) *line {
	l := &line{T: t, from: "127.0.0.1:0", to: strings.TrimPrefix(to, "http://")}
	l.mend()
	l.from = l.listener.Addr().String()
	l.url = "http://" + l.from
	t.Cleanup(l.cut)
	return l
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
			l.open = append(l.open, near, far)
			l.mu.Unlock()
			go pass(near, far)
			go pass(far, near)
		}
	}()
}

// cut ends all connections and refuses new ones.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.listener.Close()
	for _, c := range l.open {
		c.Close()
	}
	l.open = nil
}

// pass copies until either end closes its connection, and then closes both.
func pass(to, from net.Conn) {
	io.Copy(to, from)
	to.Close()
	from.Close()
}

// lead leads new connections to another server, as a load balancer does.
func (l *line) lead(to *node) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.to = strings.TrimPrefix(to.url, "http://")
}
