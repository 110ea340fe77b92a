package safehttp

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// local serves h on loopback, with or without TLS, and returns a client that may
// reach it. The certificate is for example.com and 127.0.0.1.
func local(t testing.TB, https bool, h http.HandlerFunc, o Options) (*Client, *httptest.Server) {
	t.Helper()
	server := httptest.NewUnstartedServer(h)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	if https {
		server.StartTLS()
		o.RootCAs = x509.NewCertPool()
		o.RootCAs.AddCert(server.Certificate())
	} else {
		server.Start()
		o.AllowHTTP = true
	}
	o.AllowCIDRs = append(o.AllowCIDRs, netip.MustParsePrefix("127.0.0.0/8"))
	c := New(o)
	t.Cleanup(func() {
		c.transport.CloseIdleConnections()
		server.Close()
	})
	return c, server
}

func TestRequestAsSent(t *testing.T) {
	var got *http.Request
	var body []byte
	c, server := local(t, true, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("X-Answer", "yes")
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, "thanks")
	}, Options{UserAgent: "svcx/1.2"})
	header := http.Header{
		"Content-Type": {"application/json"}, "webhook-id": {"msg_1"}, "X-Two": {"a", "b"},
		"User-Agent": {"other"}, "Accept-Encoding": {"gzip"}, "cookie": {"a=b"}, "Referer": {"https://x"}, "Expect": {"100-continue"},
		"Connection": {"upgrade"}, "Upgrade": {"websocket"}, "Host": {"evil.example"}, "Transfer-Encoding": {"chunked"},
	}
	r, err := c.Post(t.Context(), server.URL+"/hook?token=hush#part", header, []byte(`{"a":1}`))
	if err != nil || r.Status != 202 || string(r.Body) != "thanks" || r.Truncated || r.Header.Get("X-Answer") != "yes" {
		t.Fatalf("%+v, %v", r, err)
	}
	if got.Method != "POST" || got.RequestURI != "/hook?token=hush" || got.Host != server.Listener.Addr().String() || string(body) != `{"a":1}` || got.ContentLength != 7 || got.ProtoMajor != 1 {
		t.Errorf("got %+v with %q", got, body)
	}
	want := http.Header{"Content-Type": {"application/json"}, "Webhook-Id": {"msg_1"}, "X-Two": {"a", "b"}, "User-Agent": {"svcx/1.2"}, "Content-Length": {"7"}}
	for name, values := range got.Header {
		if !slices.Equal(values, want[name]) {
			t.Errorf("sent %s: %q", name, values)
		}
	}
	if len(got.Header) != len(want) || len(header) != 12 {
		t.Errorf("sent %v of %v", got.Header, header)
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	var served atomic.Int32
	c, server := local(t, false, func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		w.Header().Set("Location", "/elsewhere?hush")
		w.WriteHeader(int(r.URL.Query().Get("status")[2]-'0') + 300)
	}, Options{})
	for _, status := range []string{"300", "301", "302", "303", "304", "307", "308"} {
		for _, do := range []func() (*Response, error){
			func() (*Response, error) { return c.Post(t.Context(), server.URL+"?status="+status, nil, []byte("x")) },
			func() (*Response, error) { return c.Do(t.Context(), Request{URL: server.URL + "?status=" + status}) },
		} {
			r, err := do()
			if Code(err) != CodeRedirect || r == nil || r.Status/100 != 3 || strings.Contains(err.Error(), "hush") {
				t.Errorf("%s: %+v, %v", status, r, err)
			}
		}
	}
	if served.Load() != 14 {
		t.Errorf("%d requests", served.Load())
	}
}

// Of a longer body MaxBody bytes are read, whether its length is known or not.
func TestLongBodyIsTruncated(t *testing.T) {
	c, server := local(t, false, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/chunked" {
			w.(http.Flusher).Flush()
		}
		w.Write(make([]byte, 1000))
	}, Options{MaxBody: 500})
	for _, path := range []string{"/", "/chunked"} {
		for limit, want := range map[int64]int{0: 500, 999: 999, 1000: 1000} {
			r, err := c.Do(t.Context(), Request{URL: server.URL + path, MaxBody: limit})
			if err != nil || len(r.Body) != want || r.Truncated != (want < 1000) || r.TooLong != r.Truncated {
				t.Errorf("%s, at most %d: %+v, %v", path, limit, r, err)
			}
		}
	}
}

func TestCertificateIsForTheHost(t *testing.T) {
	var names sync.Map
	o := Options{Resolver: answer("127.0.0.1")}
	c, server := local(t, true, func(_ http.ResponseWriter, r *http.Request) { names.Store(r.TLS.ServerName, true) }, o)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	for host, code := range map[string]string{
		"example.com": "", "EXAMPLE.com.": "", "www.example.com": "", "127.0.0.1": "",
		"example.org": CodeTLSFailed, "xn--bcher-kva.example": CodeTLSFailed, "app.localhost": CodeTLSFailed,
	} {
		if _, err := c.Post(t.Context(), "https://"+host+":"+port+"/?hush", nil, nil); Code(err) != code {
			t.Errorf("%s: %v, want %q", host, err, code)
		}
	}
	if _, ok := names.Load("example.com"); !ok {
		t.Error("example.com was not asked for")
	}
	o.AllowCIDRs = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	if _, err := New(o).Post(t.Context(), "https://example.com:"+port, nil, nil); Code(err) != CodeTLSFailed {
		t.Errorf("without the authority: %v", err)
	}
}

func TestOldTLSIsRefused(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	_, err := New(Options{AllowCIDRs: everything, RootCAs: roots}).Post(t.Context(), server.URL, nil, nil)
	if Code(err) != CodeTLSFailed {
		t.Error(err)
	}
}

func TestServerThatRequiresAClientCertificate(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	_, err := New(Options{AllowCIDRs: everything, RootCAs: roots}).Post(t.Context(), server.URL, nil, nil)
	if Code(err) != CodeTLSFailed {
		t.Error(err)
	}
}

func TestEnvironmentIsIgnored(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	d := &dials{}
	_, err := New(Options{Resolver: answer("8.8.8.8"), Dialer: d}).Post(t.Context(), "https://example.com/", nil, nil)
	if Code(err) != CodeConnectFailed || !slices.Equal(d.addrs, []string{"tcp4 8.8.8.8:443"}) {
		t.Errorf("%v, dialed %q", err, d.addrs)
	}
}

func TestInvalidMethodOrHeaderIsRefused(t *testing.T) {
	d := &dials{}
	c := New(Options{Resolver: answer("8.8.8.8"), Dialer: d})
	for _, r := range []Request{
		{Method: "GET /", URL: "https://example.com/"},
		{URL: "https://example.com/", Header: http.Header{"A b": {"x"}}},
		{URL: "https://example.com/", Header: http.Header{"A": {"hush\r\nB: c"}}},
	} {
		got, err := c.Do(t.Context(), r)
		if err == nil || got != nil || Code(err) != "" || strings.Contains(err.Error(), "hush") || len(d.addrs) > 0 {
			t.Errorf("%+v: %v, %v", r, got, err)
		}
	}
}

// A receiver closes a kept connection just when it is used again: the attempt does
// not fail.
func TestStaleConnectionIsReplaced(t *testing.T) {
	var conns atomic.Int32
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conns.Add(1)
			go func() {
				// One answer that keeps the connection open, then none to the second request.
				buf := make([]byte, 4<<10)
				conn.Read(buf)
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
				conn.Read(buf)
				conn.Close()
			}()
		}
	}()
	c := New(Options{AllowHTTP: true, AllowCIDRs: everything})
	defer c.transport.CloseIdleConnections()
	for range 4 {
		r, err := c.Post(t.Context(), "http://"+l.Addr().String()+"/", nil, []byte("body"))
		if err != nil || string(r.Body) != "ok" {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	if conns.Load() < 2 {
		t.Errorf("%d connections", conns.Load())
	}
}

// A receiver answers without reading the body and resets the connection: the status
// counts, although sending failed.
func TestStatusOutlivesFailedSending(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Read(make([]byte, 10))
			io.WriteString(conn, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")
			conn.Close() // with unread bytes: a reset
		}
	}()
	c := New(Options{AllowHTTP: true, AllowCIDRs: everything})
	body := make([]byte, 1<<20)
	for i := range 300 {
		r, err := c.Post(t.Context(), "http://"+l.Addr().String()+"/", nil, body)
		if err != nil || r.Status != 202 {
			t.Fatalf("attempt %d: %+v, %v", i+1, r, err)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	c, server := local(t, true, func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }, Options{})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			body := bytes.Repeat([]byte{byte('a' + i)}, 1000)
			for range 20 {
				r, err := c.Post(t.Context(), server.URL, nil, body)
				if err != nil || !bytes.Equal(r.Body, body) {
					t.Errorf("%v", err)
				}
			}
		})
	}
	wg.Wait()
}

func TestRealDialer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := l.Addr().String()
	l.Close()
	_, err = New(Options{AllowCIDRs: everything}).Post(t.Context(), "https://"+closed+"/?hush", nil, nil)
	var op *net.OpError
	if Code(err) != CodeConnectFailed || !errors.As(err, &op) || strings.Contains(err.Error(), "hush") {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err = New(Options{Resolver: waiting{}}).Post(ctx, "https://example.com/", nil, nil); Code(err) != CodeTimeout {
		t.Error(err)
	}
}

// BenchmarkPost compares kept connections with a new one for each request; the
// comment at maxIdle has its results.
func BenchmarkPost(b *testing.B) {
	body := bytes.Repeat([]byte("x"), 2<<10)
	for _, https := range []bool{false, true} {
		for _, keep := range []bool{true, false} {
			name := map[bool]string{false: "http", true: "https"}[https] + "/" + map[bool]string{false: "new", true: "kept"}[keep]
			b.Run(name, func(b *testing.B) {
				c, server := local(b, https, func(w http.ResponseWriter, r *http.Request) {
					io.Copy(io.Discard, r.Body)
					io.WriteString(w, "ok")
				}, Options{})
				b.ReportAllocs()
				for b.Loop() {
					if r, err := c.Post(b.Context(), server.URL, nil, body); err != nil || r.Status != 200 {
						b.Fatal(err)
					}
					if !keep {
						c.transport.CloseIdleConnections()
					}
				}
			})
		}
	}
}
