package deliver

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// Hostile servers, on real sockets with real TLS, against the program's own client.

// attack is the behavior of a hostile server.
type attack struct {
	name string
	// do answers. If bare is set it gets the connection without TLS.
	do   func(conn net.Conn)
	bare bool

	state  svcx.DeliveryState
	reason string
	// keepAlive is set if the connection serves one request after the other.
	keepAlive bool
	// hangs is set if the attempt runs into its timeout.
	hangs bool
}

const (
	okLine = "HTTP/1.1 200 OK\r\n"
	drip   = 50 * time.Millisecond
)

var someBytes = bytes.Repeat([]byte("x"), 16<<10)

// answerWith answers with a text and waits for the client to hang up.
func answerWith(text string) func(net.Conn) {
	return func(conn net.Conn) {
		io.WriteString(conn, text)
		io.Copy(io.Discard, conn)
	}
}

// repeats answers with first, and then with more without end.
func repeats(first string, more []byte, pause time.Duration) func(net.Conn) {
	return func(conn net.Conn) {
		_, err := io.WriteString(conn, first)
		for err == nil {
			_, err = conn.Write(more)
			if pause > 0 {
				time.Sleep(pause)
			}
		}
	}
}

func gzipBomb() func(net.Conn) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for range 4 << 10 {
		z.Write(make([]byte, 16<<10)) // 64 MiB in 64 KiB
	}
	z.Close()
	return answerWith(fmt.Sprintf("%sContent-Type: application/json\r\nContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", okLine, bomb.Len(), bomb.Bytes()))
}

// attacks returns the attacks with their outcomes (D 4).
func attacks() []attack {
	const retried, done = svcx.DeliveryReady, svcx.DeliveryDelivered
	silent := func(conn net.Conn) { io.Copy(io.Discard, conn) }
	header := append(append([]byte("A: "), bytes.Repeat([]byte("y"), 1000)...), "\r\n"...)
	chunk := fmt.Appendf(nil, "%x\r\n%s\r\n", len(someBytes), someBytes)
	return []attack{
		{name: "hanging", do: silent, state: retried, reason: "timeout: ", hangs: true},
		{name: "hanging in TLS", do: silent, bare: true, state: retried, reason: "timeout: ", hangs: true},
		{name: "slow header", do: repeats(okLine+"A: ", []byte("y"), drip), state: retried, reason: "timeout: ", hangs: true},
		{name: "slow 1xx", do: repeats("", []byte("HTTP/1.1 103 Early Hints\r\n\r\n"), drip), state: retried, reason: "timeout: ", hangs: true},
		{name: "slow body", do: repeats(okLine+"Content-Length: 100000\r\n\r\n", []byte("x"), drip), state: done, hangs: true},
		{name: "redirecting", do: answerWith("HTTP/1.1 307 Temporary Redirect\r\nLocation: https://127.0.0.1/\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"), state: retried, reason: "redirect: "},
		{name: "500", do: answerWith("HTTP/1.1 500 No\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno"), state: retried, reason: "http_status: "},
		{name: "garbage", do: answerWith("\x00\x01what is this?\r\n\r\n"), state: retried, reason: "connect_failed: "},
		{name: "garbage for TLS", do: answerWith("HTTP/1.1 200 OK\r\n\r\n"), bare: true, state: retried, reason: "tls_failed: "},
		{name: "hanging up", do: func(net.Conn) {}, state: retried, reason: "connect_failed: "},
		{name: "endless body", do: repeats(okLine+"\r\n", someBytes, 0), state: done},
		{name: "endless error body", do: repeats("HTTP/1.1 503 No\r\n\r\n", someBytes, 0), state: retried, reason: "http_status: "},
		{name: "endless headers", do: repeats(okLine, header, 0), state: retried, reason: "connect_failed: "},
		{name: "endless header", do: repeats(okLine+"A: ", someBytes, 0), state: retried, reason: "connect_failed: "},
		{name: "endless 1xx", do: repeats("", bytes.Repeat([]byte("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"), 100), 0), state: retried, reason: "connect_failed: "},
		{name: "endless chunks", do: repeats(okLine+"Transfer-Encoding: chunked\r\n\r\n", chunk, 0), state: done},
		{name: "101", do: repeats("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", someBytes, 0), state: retried, reason: "http_status: "},
		{name: "gzip bomb", do: gzipBomb(), state: done},
	}
}

// hostileServers has the certificate of the hostile servers and counts the bytes read from
// them.
type hostileServers struct {
	testing.TB
	cert  tls.Certificate
	roots *x509.CertPool

	mu   sync.Mutex
	read map[string]*atomic.Int64 // by address, of the connection that read most
}

func newHostileServers(t testing.TB) *hostileServers {
	server := httptest.NewUnstartedServer(nil)
	server.StartTLS()
	defer server.Close()
	d := &hostileServers{TB: t, cert: server.TLS.Certificates[0], roots: x509.NewCertPool(), read: map[string]*atomic.Int64{}}
	d.roots.AddCert(server.Certificate())
	return d
}

// serve starts a server for an attack and returns its URL.
func (d *hostileServers) serve(m attack) string {
	d.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		d.Fatal(err)
	}
	var open sync.Map
	var serving sync.WaitGroup
	d.Cleanup(func() {
		listener.Close()
		open.Range(func(conn, _ any) bool { conn.(net.Conn).Close(); return true })
		serving.Wait()
	})
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			open.Store(conn, nil)
			serving.Go(func() {
				defer open.Delete(conn)
				defer conn.Close()
				if m.bare {
					m.do(conn)
					return
				}
				secure := tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{d.cert}})
				for r := bufio.NewReader(secure); readHeader(r); {
					if m.do(secure); !m.keepAlive {
						return
					}
				}
			})
		}
	})
	return "https://" + listener.Addr().String() + "/"
}

// readHeader reads to the end of a request's header. A body after it is taken for the
// beginning of the next request, which does no harm.
func readHeader(r *bufio.Reader) bool {
	for {
		line, err := r.ReadString('\n')
		if err != nil || line == "\r\n" {
			return err == nil
		}
	}
}

// client returns the program's client, with loopback addresses allowed.
func (d *hostileServers) client(timeout time.Duration) *safehttp.Client {
	return safehttp.New(safehttp.Options{
		AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, RootCAs: d.roots, Timeout: timeout, Dialer: d,
	})
}

// DialContext counts the bytes read from each connection.
func (d *hostileServers) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	most := d.read[address]
	if most == nil {
		most = new(atomic.Int64)
		d.read[address] = most
	}
	return &countedConn{Conn: conn, most: most}, nil
}

// most returns how much was read from one connection to the URL's server at most.
func (d *hostileServers) most(url string) int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.read[strings.Trim(strings.TrimPrefix(url, "https:"), "/")]
	if n == nil {
		d.Fatalf("nothing was dialled for %s", url)
	}
	return n.Load()
}

type countedConn struct {
	net.Conn
	n    atomic.Int64
	most *atomic.Int64
}

func (c *countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	total := c.n.Add(int64(n))
	for old := c.most.Load(); total > old && !c.most.CompareAndSwap(old, total); old = c.most.Load() {
	}
	return n, err
}

// mostRead bounds the bytes read from a connection: 64 KiB of headers or of a body, the
// handshake, and what TLS and the buffers read ahead.
const mostRead = 2 * 64 << 10

// bodies records the longest body that the client returns.
type bodies struct {
	Poster
	mu      sync.Mutex
	longest int
}

func (b *bodies) Post(ctx context.Context, url string, header http.Header, body []byte) (*safehttp.Response, error) {
	r, err := b.Poster.Post(ctx, url, header, body)
	if r != nil {
		b.mu.Lock()
		b.longest = max(b.longest, len(r.Body))
		b.mu.Unlock()
	}
	return r, err
}

// D 4: the outcome of each attack, its duration and the bytes read. The client's timeout is
// cut to a second; TestHostileReceiversAreCutOffInTime has all ten.
func TestHostileReceiversEndAsSpecified(t *testing.T) {
	d := newHostileServers(t)
	const timeout = time.Second
	post := &bodies{Poster: d.client(timeout)}
	w := newFixture(t)
	all := attacks()
	urls := make([]string, len(all))
	added := make([]*svcx.Delivery, len(all))
	refs := make([]store.ChannelRef, len(all))
	for i, m := range all {
		urls[i] = d.serve(m)
		refs[i] = w.channel(svcx.FormB, urls[i])
		added[i] = w.addConversations(refs[i], 1)[0]
	}
	_, stop := w.start(schedule(time.Hour), func(o *Options) { o.Post = post })
	for i, m := range all {
		e := w.firstRecord(t, refs[i])
		if !strings.HasPrefix(e.Error, m.reason) || m.reason == "" && e.Status != svcx.EventOK {
			t.Errorf("%s: logged %s, %q", m.name, e.Status, e.Error)
		}
		// A generous upper bound, for a busy machine.
		took := time.Duration(e.ResponseMS) * time.Millisecond
		if m.hangs && took < timeout-10*time.Millisecond || took > timeout+10*time.Second {
			t.Errorf("%s: took %v", m.name, took)
		}
		w.wantRow(added[i], row{m.state, 1})
		if n := d.most(urls[i]); n > mostRead {
			t.Errorf("%s: %d bytes were read", m.name, n)
		}
		if b := w.body(e); len(b.Response) > 16<<10 {
			t.Errorf("%s: %d bytes are kept", m.name, len(b.Response))
		}
	}
	stop()
	if post.longest != 64<<10 {
		t.Errorf("the longest body is %d bytes, want 64 KiB", post.longest)
	}
}

// firstRecord waits for the first event log entry of a channel.
func (w *fixture) firstRecord(t *testing.T, ref store.ChannelRef) *svcx.EventLogEntry {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if events := w.events(ref); len(events) > 0 {
			return events[0]
		}
	}
	t.Fatalf("no event log entry of channel %d", ref.Channel)
	return nil
}

// With the timeout of the contract every attempt ends within 10.5 seconds, and a healthy
// channel has delivered everything before the first hanging attempt ends.
func TestHostileReceiversAreCutOffInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	t.Parallel()
	d := newHostileServers(t)
	client := d.client(0)
	w := newFixture(t)
	all := attacks()
	refs := make([]store.ChannelRef, len(all))
	for i, m := range all {
		refs[i] = w.channel(svcx.FormB, d.serve(m))
		w.addConversations(refs[i], perChannel)
	}
	healthy := w.channel(svcx.FormB, d.serve(attack{do: func(conn net.Conn) { io.WriteString(conn, okLine+"Content-Length: 2\r\n\r\nok") }, keepAlive: true}))
	deliverer, stop := w.start(schedule(time.Hour), func(o *Options) { o.Post = client })
	// Once the quick ones have ended, all that hang have begun.
	for i, m := range all {
		if !m.hangs {
			w.firstRecord(t, refs[i])
		}
	}
	const backlog = 40
	conv := &conversation{ref: healthy, id: 1}
	added := w.add(conv, backlog)
	deliverer.Wake(healthy)
	for deadline := time.Now().Add(9 * time.Second); w.row(added[backlog-1]).state != svcx.DeliveryDelivered && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	for i, m := range all {
		if n := len(w.events(refs[i])); m.hangs && n > 0 {
			t.Errorf("%s: %d attempts ended before the healthy channel was done", m.name, n)
		}
	}
	if events := w.events(healthy); len(events) != backlog {
		t.Errorf("the healthy channel has delivered %d of %d", len(events), backlog)
	}
	for i, m := range all {
		w.firstRecord(t, refs[i])
		for _, e := range w.events(refs[i]) {
			if took := time.Duration(e.ResponseMS) * time.Millisecond; took > 15*time.Second || m.hangs && took < 9900*time.Millisecond {
				t.Errorf("%s: took %v", m.name, took)
			}
		}
	}
	stop()
}

// The memory that hostile answers take does not grow with their size or the number of
// attempts.
func TestHostileAnswersTakeBoundedMemory(t *testing.T) {
	d := newHostileServers(t)
	client := d.client(0)
	w := newFixture(t)
	deliverer, _ := w.start(func(o *Options) { o.Post = client })
	live := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	for _, m := range attacks() {
		if m.hangs {
			continue
		}
		ch := w.get(w.channel(svcx.FormB, d.serve(m)))
		ping := func(n int) {
			for range n {
				deliverer.Ping(t.Context(), ch)
			}
		}
		ping(3) // one-time allocations
		var before, after runtime.MemStats
		was := live()
		runtime.ReadMemStats(&before)
		const n = 15
		ping(n)
		runtime.ReadMemStats(&after)
		// Both ends of the connection are in this process, and 1xx answers alone take 2 MiB of
		// short-lived headers until their limit is reached.
		if each := (after.TotalAlloc - before.TotalAlloc) / n; each > 4<<20 {
			t.Errorf("%s: %d bytes an attempt", m.name, each)
		}
		if grown := live() - was; grown > 2<<20 {
			t.Errorf("%s: %d bytes more after %d attempts", m.name, grown, n)
		}
	}
}
