package app

import (
	"io"
	"net"
	"sync"
	"testing"
)

// peer is a proxy in front of an outside service that can make it stop: it accepts what
// it is sent, and passes on only some bytes of each answer.
type peer struct {
	listener net.Listener
	target   string

	mu    sync.Mutex
	moved *sync.Cond
	conns map[*passing]bool
	// most is how many bytes of answers a connection gets after the stop; -1 means
	// all.
	most  int
	ended bool
}

// passing is a connection through a peer.
type passing struct {
	client, server net.Conn
	left           int
	cut            bool
}

// before starts a peer in front of target.
func before(t *testing.T, target string) *peer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{listener: listener, target: target, conns: make(map[*passing]bool), most: -1}
	p.moved = sync.NewCond(&p.mu)
	go p.accept()
	t.Cleanup(func() {
		listener.Close()
		p.mu.Lock()
		p.ended = true
		p.mu.Unlock()
		p.works()
	})
	return p
}

func (p *peer) address() string { return p.listener.Addr().String() }

func (p *peer) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.pass(client)
	}
}

func (p *peer) pass(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	defer server.Close()
	c := &passing{client: client, server: server}
	p.mu.Lock()
	c.left, c.cut = p.most, p.ended
	p.conns[c] = true
	p.mu.Unlock()
	go func() {
		io.Copy(server, client)
		p.mu.Lock()
		c.cut = true
		p.moved.Broadcast()
		p.mu.Unlock()
		server.Close()
	}()
	piece := make([]byte, 4<<10)
	for {
		n, err := server.Read(piece)
		if !p.hand(c, piece[:n]) || err != nil {
			break
		}
	}
	p.mu.Lock()
	delete(p.conns, c)
	p.mu.Unlock()
}

// hand passes on what the client may get, and waits if that is not all.
func (p *peer) hand(c *passing, answer []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(answer) > 0 && !c.cut {
		n := len(answer)
		if c.left >= 0 {
			n = min(n, c.left)
			c.left -= n
		}
		if n == 0 {
			p.moved.Wait()
			continue
		}
		if _, err := c.client.Write(answer[:n]); err != nil {
			return false
		}
		answer = answer[n:]
	}
	return !c.cut
}

// stops passes on that many more bytes to each connection and then nothing.
func (p *peer) stops(most int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = most
	for c := range p.conns {
		c.left = most
	}
}

// works passes on everything again, on new connections.
func (p *peer) works() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = -1
	for c := range p.conns {
		c.cut = true
		c.client.Close()
		c.server.Close()
	}
	p.moved.Broadcast()
}
