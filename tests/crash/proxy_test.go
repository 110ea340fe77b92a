package crash

import (
	"net"
	"sync"
)

// proxy forwards connections to an address. While frozen it forwards nothing and
// closes nothing, like a stalled host.
type proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	moves *sync.Cond
	still bool
	conns map[*net.TCPConn]bool
}

func newProxy(to string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l, to: to, conns: make(map[*net.TCPConn]bool)}
	p.moves = sync.NewCond(&p.mu)
	go p.accept()
	return p, nil
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.serve(conn.(*net.TCPConn))
	}
}

func (p *proxy) serve(client *net.TCPConn) {
	p.add(client)
	defer p.remove(client)
	p.wait()
	conn, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	server := conn.(*net.TCPConn)
	p.add(server)
	defer p.remove(server)
	var both sync.WaitGroup
	both.Go(func() { p.copy(server, client) })
	both.Go(func() { p.copy(client, server) })
	both.Wait()
}

// copy ends both directions when one ends: neither side of this protocol half-closes
// a connection.
func (p *proxy) copy(to, from *net.TCPConn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.wait()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// wait returns when the proxy is not frozen.
func (p *proxy) wait() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.still {
		p.moves.Wait()
	}
}

func (p *proxy) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.still = true
}

func (p *proxy) thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.still = false
	p.moves.Broadcast()
}

// cut resets all connections; data held back while they were frozen is lost.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.conns {
		conn.SetLinger(0)
		conn.Close()
	}
}

func (p *proxy) close() {
	p.listener.Close()
	p.cut()
	p.thaw()
}

func (p *proxy) add(conn *net.TCPConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[conn] = true
}

func (p *proxy) remove(conn *net.TCPConn) {
	conn.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, conn)
}
