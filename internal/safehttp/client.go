package safehttp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// DefaultTimeout is the default of Options.Timeout (W 4.7.4).
const DefaultTimeout = 10 * time.Second

// Limits that no caller needed to change.
const (
	defaultMaxBody = 64 << 10
	maxHeaderBytes = 64 << 10 // of an answer, including the headers of all 1xx before it
)

// Limits of idle connections. A kept connection saves two round trips (TCP and TLS)
// of three: with the four attempts in flight that a channel may have, 50 ms away,
// that is 80 deliveries a second instead of 27. Without kept ones, hundreds a
// second to one receiver would also use up the local ports within the minute that
// a closed one stays reserved. Measured on loopback, both ends together
// (BenchmarkPost): https 77 µs and 7 KB kept, 1,200 µs and 155 KB new; http 60 and
// 217 µs. An idle connection holds about 30 KiB, all of them some 8 MiB.
const (
	maxIdle        = 256
	maxIdlePerHost = 8 // of one address and name; several channels may share a receiver
	idleTimeout    = 30 * time.Second
)

// Resolver looks up the addresses of a name; *net.Resolver is one. It is called
// with network "ip" and must return the addresses of both families.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Dialer opens connections; *net.Dialer is one. It is called with network "tcp4" or
// "tcp6" and a literal address and port, never a name.
type Dialer interface {
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
}

// Options configure a Client. The zero value is the strict default.
type Options struct {
	// AllowCIDRs are ranges that may be reached although they are not public, IPv4
	// ranges in their own or in mapped form. They are for development, tests and
	// operators whose integrations run beside the server.
	AllowCIDRs []netip.Prefix
	// AllowHTTP allows http:// URLs as well as https:// ones.
	AllowHTTP bool
	// RootCAs are the authorities that a server's certificate is checked against.
	// Nil means the system's.
	RootCAs *x509.CertPool
	// Timeout bounds a whole attempt: DNS, connecting, TLS, header and body.
	// 0 means 10 s (W 4.7.4).
	Timeout time.Duration
	// StreamIdle is how long the body of a Stream may pause. 0 means 10 s.
	StreamIdle time.Duration
	// MaxBody is how many bytes of an answer's body are read; the rest is ignored.
	// 0 means 64 KiB.
	MaxBody int64
	// Resolver looks up names. Nil means DNS and the hosts file with Go's own
	// resolver, never the C library's, which takes odd spellings for addresses.
	Resolver Resolver
	// Dialer opens connections. Nil means the network.
	Dialer Dialer
	// UserAgent is sent with every request, such as "svcx/1.2.0". "" means
	// "svcx".
	UserAgent string
}

// Client makes requests to untrusted URLs. It is safe for concurrent use, and keeps
// idle connections for 30 s.
type Client struct {
	policy    policy
	allowHTTP bool
	timeout   time.Duration
	idle      time.Duration
	maxBody   int64
	userAgent string
	resolver  Resolver
	dialer    Dialer
	tls       *tls.Config
	transport *http.Transport
}

// New returns a Client. It keeps no reference to o.AllowCIDRs.
func New(o Options) *Client {
	c := &Client{
		policy:    newPolicy(o.AllowCIDRs),
		allowHTTP: o.AllowHTTP,
		timeout:   o.Timeout,
		idle:      o.StreamIdle,
		maxBody:   o.MaxBody,
		userAgent: o.UserAgent,
		resolver:  o.Resolver,
		dialer:    o.Dialer,
	}
	if c.timeout <= 0 {
		c.timeout = DefaultTimeout
	}
	if c.idle <= 0 {
		c.idle = streamIdle
	}
	if c.maxBody <= 0 {
		c.maxBody = defaultMaxBody
	}
	if c.userAgent == "" {
		c.userAgent = "svcx"
	}
	if c.resolver == nil {
		c.resolver = &net.Resolver{PreferGo: true}
	}
	if c.dialer == nil {
		c.dialer = &net.Dialer{}
	}
	c.tls = &tls.Config{
		RootCAs:            o.RootCAs,
		MinVersion:         tls.VersionTLS12,
		NextProtos:         []string{"http/1.1"},
		ClientSessionCache: tls.NewLRUClientSessionCache(maxIdle),
	}
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	c.transport = &http.Transport{
		Proxy:                  nil, // and so no proxy variable is read
		DialContext:            c.dialPlain,
		DialTLSContext:         c.dialTLS,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxHeaderBytes,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdlePerHost,
		IdleConnTimeout:        idleTimeout,
		Protocols:              &protocols,
	}
	return c
}

// Post sends body to url. See Do.
func (c *Client) Post(ctx context.Context, url string, header http.Header, body []byte) (*Response, error) {
	return c.Do(ctx, Request{Method: http.MethodPost, URL: url, Header: header, Body: body})
}

// Do makes one call within Options.Timeout or ctx, whichever ends first.
//
// Once a status has arrived there is a Response, whatever happens to the body: a
// body that breaks off or takes too long is Truncated, which is not an error. A 3xx
// status returns both a Response and an error with CodeRedirect. With every other error
// the Response is nil. Errors are *Error, except for a Method or Header that HTTP cannot
// express.
//
// A request is sent once, with one exception: a kept connection that ends before
// the first byte of an answer was most likely closed while idle, so the request is
// sent again on another one. Receivers recognize repeats by the webhook-id.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	if err := checkRequest(r); err != nil {
		return nil, err
	}
	t, err := parseTarget(r.URL, c.allowHTTP)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	addrs, err := c.addresses(ctx, t)
	if err != nil {
		return nil, err
	}
	answer, err := c.exchange(ctx, t, addrs, r)
	if err != nil {
		return nil, err
	}
	limit := c.maxBody
	if r.MaxBody > 0 {
		limit = r.MaxBody
	}
	return readAnswer(answer, limit)
}
