package pgtest

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// Proxy forwards between a client and the server and can simulate a failing network
// or machine.
type Proxy struct {
	target string

	mu sync.Mutex
	// thawed is closed while bytes are forwarded.
	thawed chan struct{}
	conns  map[net.Conn]bool
}

// NewProxy returns a proxy of the server, and the database's URL through it.
func NewProxy(t testing.TB, database string) (address string, p *Proxy) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p = &Proxy{target: u.Host, thawed: make(chan struct{}), conns: make(map[net.Conn]bool)}
	close(p.thawed)
	t.Cleanup(func() {
		listener.Close()
		p.Cut()
		p.Thaw()
	})
	go p.accept(listener)
	u.Host = listener.Addr().String()
	return u.String(), p
}

// Freeze stops forwarding without closing anything. Connections are still accepted,
// as by the kernel of a machine that hangs.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.thawed:
		p.thawed = make(chan struct{})
	default:
	}
}

// Frozen reports whether the proxy is frozen.
func (p *Proxy) Frozen() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.thawed:
		return false
	default:
		return true
	}
}

// Thaw resumes forwarding, beginning with what was held back.
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.thawed:
	default:
		close(p.thawed)
	}
}

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
	}
}

func (p *Proxy) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		go p.serve(client)
	}
}

func (p *Proxy) serve(client net.Conn) {
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		client.Close()
		return
	}
	p.mu.Lock()
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	go p.pump(server, client)
	p.pump(client, server)
}

// pump copies until either side ends; while frozen, the other side is closed only
// after Thaw.
func (p *Proxy) pump(to, from net.Conn) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		p.wait()
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			break
		}
	}
	to.Close()
	from.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, to)
	delete(p.conns, from)
}

func (p *Proxy) wait() {
	p.mu.Lock()
	thawed := p.thawed
	p.mu.Unlock()
	<-thawed
}
