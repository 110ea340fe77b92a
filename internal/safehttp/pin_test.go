package safehttp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var everything = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}

var errNoNetwork = errors.New("no network in this test")

// lookups is a Resolver that returns the next of its answers each time, then the
// last one again, and records what it was asked.
type lookups struct {
	mu      sync.Mutex
	answers [][]string
	asked   []string
}

func answer(addrs ...string) *lookups { return &lookups{answers: [][]string{addrs}} }

func (l *lookups) LookupNetIP(_ context.Context, network, host string) ([]netip.Addr, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = append(l.asked, network+" "+host)
	if len(l.answers) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, Server: "10.9.9.9:53", IsNotFound: true}
	}
	now := l.answers[0]
	if len(l.answers) > 1 {
		l.answers = l.answers[1:]
	}
	var addrs []netip.Addr
	for _, s := range now {
		addrs = append(addrs, netip.MustParseAddr(s))
	}
	return addrs, nil
}

// dials is a Dialer that records its addresses. It returns what open returns, or an
// error if open is nil.
type dials struct {
	mu    sync.Mutex
	addrs []string
	open  func(ctx context.Context, address string) (net.Conn, error)
}

func (d *dials) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	d.mu.Lock()
	d.addrs = append(d.addrs, network+" "+address)
	d.mu.Unlock()
	if d.open == nil {
		return nil, errNoNetwork
	}
	return d.open(ctx, address)
}

func (d *dials) all() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.addrs)
}

// to dials the same server for every address.
func to(server *httptest.Server) func(context.Context, string) (net.Conn, error) {
	return func(ctx context.Context, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", server.Listener.Addr().String())
	}
}

func bracketed(addr string) string {
	if strings.Contains(addr, ":") {
		return "[" + addr + "]"
	}
	return addr
}

func TestRefusedSpellingsReachNeitherDNSNorNetwork(t *testing.T) {
	urls := slices.Concat(refusedURLs, localURLs)
	for _, s := range slices.Concat(refusedAddresses, refusedMapped) {
		urls = append(urls, "https://"+bracketed(s)+"/", "https://"+bracketed(s)+":8443")
	}
	if len(urls) < 150 {
		t.Fatalf("only %d URLs", len(urls))
	}
	// The resolver returns a public address for every name.
	l, d := answer("8.8.8.8"), &dials{}
	c := New(Options{Resolver: l, Dialer: d})
	for _, raw := range urls {
		if r, err := c.Post(t.Context(), raw, nil, nil); Code(err) != CodeBlockedURL || r != nil {
			t.Errorf("Post to %q = %v, %v", raw, r, err)
		}
		if err := c.CheckURL(raw); Code(err) != CodeBlockedURL {
			t.Errorf("CheckURL(%q) = %v", raw, err)
		}
	}
	if len(l.asked) > 0 || len(d.addrs) > 0 {
		t.Fatalf("asked %q, dialed %q", l.asked, d.addrs)
	}
}

func TestRefusedAnswersAreNotDialed(t *testing.T) {
	refused := append(slices.Concat(refusedAddresses, refusedMapped), "fe80::1%eth0", "2606:4700::1%eth0", "8.8.8.8%eth0")
	for _, s := range refused {
		if _, err := netip.ParseAddr(s); err != nil {
			continue // IPv4 has no zones
		}
		for _, answers := range [][]string{{s}, {s, "8.8.8.8"}, {"8.8.8.8", s}, {"2606:4700::1", "8.8.8.8", s}, {"1.1.1.1", s, "1.0.0.1"}, {"::ffff:8.8.8.8", s}} {
			l, d := answer(answers...), &dials{}
			c := New(Options{Resolver: l, Dialer: d, AllowHTTP: true})
			_, err := c.Post(t.Context(), "https://metadata.example/?hush", nil, nil)
			if Code(err) != CodeBlockedURL || len(d.addrs) > 0 || strings.Contains(err.Error(), s) && len(s) > 3 {
				t.Errorf("answers %q: %v, dialed %q", answers, err, d.addrs)
			}
			if _, err = c.Do(t.Context(), Request{URL: "http://metadata.example"}); Code(err) != CodeBlockedURL || len(d.addrs) > 0 {
				t.Errorf("answers %q over http: %v, dialed %q", answers, err, d.addrs)
			}
		}
	}
}

func TestPublicAnswersAreDialedInOrder(t *testing.T) {
	for _, s := range publicAddresses {
		network := "tcp6"
		if netip.MustParseAddr(s).Is4() {
			network = "tcp4"
		}
		for _, raw := range []string{"https://example.com/", "https://" + bracketed(s) + "/"} {
			d := &dials{}
			c := New(Options{Resolver: answer(s), Dialer: d})
			_, err := c.Post(t.Context(), raw, nil, nil)
			if want := network + " " + bracketed(s) + ":443"; Code(err) != CodeConnectFailed || !errors.Is(err, errNoNetwork) || !slices.Equal(d.addrs, []string{want}) {
				t.Errorf("%s at %s: %v, dialed %q", raw, s, err, d.addrs)
			}
		}
	}
	l, d := answer("2606:4700::1", "::ffff:8.8.8.8", "8.8.8.8", "2606:4700::1", "1.1.1.1"), &dials{}
	_, err := New(Options{Resolver: l, Dialer: d}).Post(t.Context(), "https://Example.COM.:8443/", nil, nil)
	want := []string{"tcp6 [2606:4700::1]:8443", "tcp4 8.8.8.8:8443", "tcp4 1.1.1.1:8443"}
	if Code(err) != CodeConnectFailed || !slices.Equal(d.addrs, want) || !slices.Equal(l.asked, []string{"ip example.com."}) {
		t.Errorf("%v, dialed %q, asked %q", err, d.addrs, l.asked)
	}
}

func TestLocalhostNeedsNoDNS(t *testing.T) {
	for allow, want := range map[string][]string{
		"127.0.0.0/8": {"tcp4 127.0.0.1:443"},
		"::1/128":     {"tcp6 [::1]:443"},
	} {
		l, d := answer("8.8.8.8"), &dials{}
		c := New(Options{Resolver: l, Dialer: d, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix(allow)}})
		_, err := c.Post(t.Context(), "https://app.localhost/", nil, nil)
		if Code(err) != CodeConnectFailed || !slices.Equal(d.addrs, want) || len(l.asked) > 0 {
			t.Errorf("%s allowed: %v, dialed %q, asked %q", allow, err, d.addrs, l.asked)
		}
	}
}

func TestNoAddressAcceptsTheConnection(t *testing.T) {
	for _, l := range []*lookups{{}, answer()} {
		_, err := New(Options{Resolver: l, Dialer: &dials{}}).Post(t.Context(), "https://nowhere.example/?hush", nil, nil)
		if Code(err) != CodeDNSFailed || err.Error() != "dns_failed: nowhere.example: no such host" {
			t.Error(err)
		}
	}
}

// For a name that resolves to another address the second time, the first attempt
// uses the first answer, and the next attempt is refused although a connection to
// the first address is still open.
func TestRebindingHasNoEffect(t *testing.T) {
	var served int
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }))
	defer server.Close()
	l := &lookups{answers: [][]string{{"8.8.8.8"}, {"127.0.0.1"}, {"8.8.8.8", "10.0.0.1"}, {"8.8.8.8"}, {"8.8.4.4"}, {"1.1.1.1", "8.8.4.4"}}}
	d := &dials{open: to(server)}
	c := New(Options{Resolver: l, Dialer: d, AllowHTTP: true})
	defer c.transport.CloseIdleConnections()
	for i, want := range []string{"", CodeBlockedURL, CodeBlockedURL, "", "", ""} {
		if _, err := c.Post(t.Context(), "http://rebind.example/", nil, nil); Code(err) != want {
			t.Errorf("attempt %d: %v, want %q", i+1, err, want)
		}
	}
	// The fourth attempt reuses the connection of the first. The others have
	// an address that no open connection was dialed to.
	want := []string{"tcp4 8.8.8.8:80", "tcp4 8.8.4.4:80", "tcp4 1.1.1.1:80"}
	if !slices.Equal(d.all(), want) || served != 4 || len(l.asked) != 6 {
		t.Errorf("dialed %q, served %d, asked %d times", d.all(), served, len(l.asked))
	}
}

// Two names at one address share no connection, since the certificate was checked
// for only one of them.
func TestNamesDoNotShareConnections(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(r.Host)) }))
	defer server.Close()
	d := &dials{open: to(server)}
	c := New(Options{Resolver: answer("8.8.8.8"), Dialer: d, AllowHTTP: true})
	defer c.transport.CloseIdleConnections()
	for range 3 {
		for _, host := range []string{"a.example", "b.example", "8.8.8.8", "a.example:8080"} {
			r, err := c.Do(t.Context(), Request{URL: "http://" + host + "/"})
			if err != nil || string(r.Body) != host {
				t.Fatalf("%s: %v, %v", host, r, err)
			}
		}
	}
	if len(d.all()) != 4 {
		t.Errorf("dialed %q", d.all())
	}
}

// The dial functions do not rely on earlier checks.
func TestDialFunctionsCheckAgain(t *testing.T) {
	d := &dials{}
	c := New(Options{Dialer: d})
	attempt := context.WithValue(t.Context(), planKey{}, &plan{ctx: t.Context()})
	key := func(s string) string { return poolKey(netip.MustParseAddr(s), &target{name: "example.com", port: 443}) }
	for _, k := range []string{key("127.0.0.1"), key("fe80::1"), key("64:ff9b::1"), "example.com:443", "127.0.0.1:443", "[::1]:443", "8.8.8.8:443", "", strings.Repeat("0", 30) + ".example.com:443", key("8.8.8.8") + "0000"} {
		if _, err := c.dialTLS(attempt, "tcp", k); err == nil {
			t.Errorf("dialed %q", k)
		}
		if _, err := c.dialPlain(attempt, "tcp", k); err == nil {
			t.Errorf("dialed %q", k)
		}
	}
	if _, err := c.dialTLS(t.Context(), "tcp", key("8.8.8.8")); err == nil {
		t.Error("dialed outside of an attempt")
	}
	if len(d.addrs) > 0 {
		t.Errorf("dialed %q", d.addrs)
	}
	for _, s := range []string{"8.8.8.8", "2606:4700::1"} {
		for name, want := range map[string]string{"": s, "example.com": "example.com"} {
			got, serverName, err := splitKey(poolKey(netip.MustParseAddr(s), &target{name: name, port: 8443}))
			if err != nil || serverName != want || got != netip.AddrPortFrom(netip.MustParseAddr(s), 8443) {
				t.Errorf("%s and %q came back as %v, %q, %v", s, name, got, serverName, err)
			}
		}
	}
}

// A dead address takes its share of the time, then the next one is used.
func TestAddressesShareTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &dials{open: func(ctx context.Context, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}
		c := New(Options{Resolver: answer("8.8.8.8", "2606:4700::1", "8.8.4.4"), Dialer: d})
		for addrs, want := range map[string]time.Duration{"one": 10 * time.Second, "all": 10 * time.Second} {
			start := time.Now()
			url := "https://example.com/"
			if addrs == "one" {
				url = "https://8.8.8.8/"
			}
			_, err := c.Post(t.Context(), url, nil, nil)
			if Code(err) != CodeTimeout || time.Since(start) != want {
				t.Errorf("%s: %v after %v", addrs, err, time.Since(start))
			}
		}
		if len(d.all()) != 4 {
			t.Errorf("dialed %q", d.all())
		}

		// Hundreds of answers cannot reduce the share to nothing.
		many := make([]string, 200)
		for i := range many {
			many[i] = netip.AddrFrom4([4]byte{8, 8, 8, byte(i)}).String()
		}
		d.addrs = nil
		start := time.Now()
		_, err := New(Options{Resolver: answer(many...), Dialer: d}).Post(t.Context(), "https://example.com/", nil, nil)
		if Code(err) != CodeTimeout || time.Since(start) != 10*time.Second || len(d.all()) != 5 {
			t.Errorf("%v after %v, %d dials", err, time.Since(start), len(d.all()))
		}
	})
}
