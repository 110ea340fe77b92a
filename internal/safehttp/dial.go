package safehttp

import (
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// minShare is the least time that one address of several has to accept a
// connection: with less, slow but working ones would fail.
const minShare = 2 * time.Second

// loopbacks are the addresses of localhost, the more common family first.
var loopbacks = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}

// addresses returns the addresses of t, in the order to try. It asks DNS at every
// attempt, so that a name moved to a refused address is refused even while a
// connection to the old one is kept.
func (c *Client) addresses(ctx context.Context, t *target) ([]netip.Addr, error) {
	if t.addr.IsValid() || t.isLocalhost() {
		return c.fixedAddresses(t)
	}
	answers, err := c.resolver.LookupNetIP(ctx, "ip", t.lookup)
	switch {
	case err != nil && over(ctx):
		return nil, timedOut(ctx, "asking DNS")
	case err != nil:
		return nil, lookupFailed(t.name, err)
	case len(answers) == 0:
		return nil, lookupFailed(t.name, &net.DNSError{Err: "no addresses", Name: t.name, IsNotFound: true})
	}
	var addrs []netip.Addr
	for _, a := range answers {
		// net.Resolver returns IPv4 answers in mapped form.
		a = a.Unmap()
		if !c.policy.permits(a) {
			return nil, blocked("the host leads to an address that is not public")
		}
		if !slices.Contains(addrs, a) {
			addrs = append(addrs, a)
		}
	}
	return addrs, nil
}

// fixedAddresses is addresses for a target that needs no DNS. For localhost the
// allowed ones of both addresses are returned, so that an operator who allows
// 127.0.0.0/8 need not add ::1.
func (c *Client) fixedAddresses(t *target) ([]netip.Addr, error) {
	candidates := loopbacks
	if t.addr.IsValid() {
		candidates = []netip.Addr{t.addr}
	}
	var addrs []netip.Addr
	for _, a := range candidates {
		if c.policy.permits(a) {
			addrs = append(addrs, a.Unmap())
		}
	}
	if addrs == nil {
		return nil, &Error{Code: CodeBlockedURL, Err: ErrNotPublic}
	}
	return addrs, nil
}

// exchange sends r to the first of the checked addresses that accepts a connection,
// and returns the answer with its body unread.
func (c *Client) exchange(ctx context.Context, t *target, addrs []netip.Addr, r Request) (*http.Response, error) {
	var failed error
	for i, a := range addrs {
		p := &plan{ctx: ctx, connect: share(ctx, len(addrs)-i)}
		p.stage.Store("waiting for the answer")
		req := c.newRequest(context.WithValue(ctx, planKey{}, p), t, a, r)
		// RoundTrip, not http.Client: it follows no redirects, keeps no cookies and
		// does not put the URL into its errors.
		answer, err := c.transport.RoundTrip(req)
		if err == nil && ctx.Err() == nil {
			return answer, nil
		}
		if err == nil {
			// A receiver that hangs may answer when the request is canceled, and that
			// answer can still be read before the connection is closed.
			answer.Body.Close()
		}
		if over(ctx) {
			return nil, timedOut(ctx, p.stage.Load().(string))
		}
		var unreached *connectError
		if !errors.As(err, &unreached) {
			var e *Error
			if errors.As(err, &e) {
				return nil, e
			}
			return nil, answerFailed(err)
		}
		failed = withoutSource(unreached.error)
	}
	return nil, &Error{Code: CodeConnectFailed, Err: failed}
}

// share returns how long the first of n addresses has to accept a connection; 0
// means all that is left, for the last address. Only the time for connecting is
// divided, since nothing after that is tried at another address.
func share(ctx context.Context, n int) time.Duration {
	deadline, ok := ctx.Deadline()
	if n <= 1 || !ok {
		return 0
	}
	return max(minShare, time.Until(deadline)/time.Duration(n)) // monotonic
}

// over reports whether the time of an attempt has ended. Sockets have the same
// deadline as ctx, and may notice it first.
func over(ctx context.Context) bool {
	deadline, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && time.Until(deadline) <= 0
}

// plan is what the dial functions need to know about their attempt. net/http
// detaches the context of a dial from that of its request and keeps only the
// values.
type plan struct {
	ctx     context.Context // of the attempt
	connect time.Duration   // for this address to accept the connection; 0: no separate limit
	stage   atomic.Value    // string, what the attempt is waiting for
}

type planKey struct{}

// connectError is a failure to connect: nothing was sent, so the next address
// may be tried.
type connectError struct{ error }

// poolKey replaces the URL's host, by which http.Transport dials and keeps
// connections: the pinned address in hex (16 bytes, IPv4 mapped) and, after a dot,
// the name, if there is one. So a kept connection is used only by a request whose
// own lookup just returned the same address, for the same name that the certificate
// was checked against, and dialing needs no lookup.
func poolKey(pinned netip.Addr, t *target) string {
	b := pinned.As16()
	key := hex.EncodeToString(b[:])
	if t.name != "" {
		key += "." + t.name
	}
	return net.JoinHostPort(key, strconv.Itoa(int(t.port)))
}

// splitKey parses what poolKey returned. The server's name for TLS is the address
// itself if the URL has no name.
func splitKey(key string) (pinned netip.AddrPort, serverName string, err error) {
	host, port, err := net.SplitHostPort(key)
	if err != nil {
		return netip.AddrPort{}, "", err
	}
	digits, serverName, named := strings.Cut(host, ".")
	b, err := hex.DecodeString(digits)
	if err != nil || len(b) != 16 {
		return netip.AddrPort{}, "", errors.New("safehttp: dial without a pinned address")
	}
	addr := netip.AddrFrom16([16]byte(b)).Unmap()
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return netip.AddrPort{}, "", err
	}
	if !named {
		serverName = addr.String()
	}
	return netip.AddrPortFrom(addr, uint16(n)), serverName, nil
}

// dialPlain is http.Transport's dial function for http.
func (c *Client) dialPlain(ctx context.Context, _, key string) (net.Conn, error) {
	conn, _, _, err := c.connect(ctx, key)
	return conn, err
}

// dialTLS is http.Transport's dial function for https.
func (c *Client) dialTLS(ctx context.Context, _, key string) (net.Conn, error) {
	conn, p, serverName, err := c.connect(ctx, key)
	if err != nil {
		return nil, err
	}
	p.stage.Store("waiting for the TLS handshake")
	config := c.tls.Clone()
	config.ServerName = serverName
	secured := tls.Client(conn, config)
	if err := secured.HandshakeContext(p.ctx); err != nil {
		conn.Close()
		return nil, handshakeFailed(err)
	}
	p.stage.Store("waiting for the answer")
	return secured, nil
}

// connect dials the address in key, which addresses has checked. The check is
// repeated here, next to the dial, so that no later change of the code above can
// bypass it.
func (c *Client) connect(ctx context.Context, key string) (net.Conn, *plan, string, error) {
	p, ok := ctx.Value(planKey{}).(*plan)
	if !ok {
		return nil, nil, "", errors.New("safehttp: dial outside of an attempt")
	}
	pinned, serverName, err := splitKey(key)
	if err != nil {
		return nil, nil, "", err
	}
	if !c.policy.permits(pinned.Addr()) {
		return nil, nil, "", blocked("the host leads to an address that is not public")
	}
	dialCtx, cancel := p.ctx, context.CancelFunc(func() {})
	if p.connect > 0 {
		dialCtx, cancel = context.WithTimeout(p.ctx, p.connect)
	}
	defer cancel()
	network := "tcp6"
	if pinned.Addr().Is4() {
		network = "tcp4"
	}
	p.stage.Store("connecting")
	conn, err := c.dialer.DialContext(dialCtx, network, pinned.String())
	if err != nil {
		return nil, nil, "", &connectError{err}
	}
	p.stage.Store("waiting for the answer")
	return &readLed{Conn: conn}, p, serverName, nil
}

// readLed is a connection on which no write fails; that the peer is gone is
// detected by reading. A receiver may answer and close before it has read the whole
// body. net/http returns whichever comes first, the answer or the failed write, so
// a delivery that was accepted would count as failed and be sent again. A read
// after a reset still returns what had arrived before it and then fails, which
// net/http can distinguish from a malformed answer.
type readLed struct {
	net.Conn
	broken atomic.Bool // a write failed: the rest is not sent, since it would follow a gap
}

func (c *readLed) Write(p []byte) (int, error) {
	if !c.broken.Load() {
		if _, err := c.Conn.Write(p); err != nil {
			c.broken.Store(true)
		}
	}
	return len(p), nil
}
