package httpd

import (
	"net"
	"sync/atomic"
	"time"
)

const (
	// stallTime is how long the reader of an answer may take nothing of it. An answer
	// as a whole may take as long as its reader keeps reading.
	stallTime = time.Minute
	// stallPiece is how many bytes must be taken in that time.
	stallPiece = 64 << 10
)

// stallingListener closes the connections of readers that take nothing for that long.
// A client that never reads could otherwise hold a connection, its handler and what
// that has open for as long as it likes.
type stallingListener struct {
	net.Listener
	patience time.Duration
	now      func() time.Time
}

func (l stallingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &stallingConn{Conn: conn, patience: l.patience, now: l.now}, nil
}

type stallingConn struct {
	net.Conn
	patience time.Duration
	now      func() time.Time
	// own is the deadline that a handler has set, as streams do; nil or zero if none.
	own atomic.Pointer[time.Time]
}

func (c *stallingConn) SetWriteDeadline(t time.Time) error {
	c.own.Store(&t)
	return c.Conn.SetWriteDeadline(t)
}

func (c *stallingConn) hasOwn() bool {
	own := c.own.Load()
	return own != nil && !own.IsZero()
}

func (c *stallingConn) Write(p []byte) (n int, err error) {
	for err == nil && n < len(p) {
		if !c.hasOwn() {
			_ = c.Conn.SetWriteDeadline(c.now().Add(c.patience))
			if c.hasOwn() { // set concurrently
				_ = c.Conn.SetWriteDeadline(*c.own.Load())
			}
		}
		var k int
		k, err = c.Conn.Write(p[n:min(len(p), n+stallPiece)])
		n += k
	}
	return n, err
}
