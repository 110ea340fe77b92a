package safehttp

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// script is a server on the other end of a pipe. Its connection is closed when it
// returns.
type script func(conn net.Conn, r *bufio.Reader)

// says reads a request's header and writes text, then waits to be closed.
func says(text string) script {
	return func(conn net.Conn, r *bufio.Reader) {
		readHeader(r)
		io.WriteString(conn, text)
		io.Copy(io.Discard, r)
	}
}

// repeats reads a request's header, writes first, and then text without end, with a
// pause before each.
func repeats(first, text string, pause time.Duration) script {
	return func(conn net.Conn, r *bufio.Reader) {
		readHeader(r)
		go io.Copy(io.Discard, r)
		_, err := io.WriteString(conn, first)
		for err == nil {
			time.Sleep(pause)
			_, err = io.WriteString(conn, text)
		}
	}
}

func readHeader(r *bufio.Reader) {
	for {
		line, err := r.ReadString('\n')
		if err != nil || line == "\r\n" {
			return
		}
	}
}

// counted counts the bytes that the server could write.
type counted struct {
	net.Conn
	n *atomic.Int64
}

func (c counted) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.n.Add(int64(n))
	return n, err
}

// piped returns a client whose connections all lead to s, and the count of the
// bytes that s wrote.
func piped(s script, o Options) (*Client, *atomic.Int64) {
	var wrote atomic.Int64
	o.AllowHTTP = true
	if o.Resolver == nil {
		o.Resolver = answer("8.8.8.8")
	}
	o.Dialer = &dials{open: func(context.Context, string) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			s(counted{far, &wrote}, bufio.NewReader(far))
		}()
		return near, nil
	}}
	return New(o), &wrote
}

func TestHostileServersAreBounded(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\n"
	const second = time.Second
	silent := func(conn net.Conn, r *bufio.Reader) { io.Copy(io.Discard, r) }
	deaf := func(conn net.Conn, r *bufio.Reader) { time.Sleep(time.Minute) }
	long := strings.Repeat("x", 1000)
	big := make([]byte, 1<<20)
	tests := []struct {
		name      string
		server    script
		body      []byte
		https     bool
		code      string
		status    int
		read      int // bytes of the body, at the least
		truncated bool
		took      time.Duration
		wrote     int64 // by the server, at the most; 0: not looked at
	}{
		{name: "silent", server: silent, code: CodeTimeout, took: 10 * second},
		{name: "deaf", server: deaf, body: big, code: CodeTimeout, took: 10 * second},
		{name: "silent in TLS", server: silent, https: true, code: CodeTimeout, took: 10 * second},
		{name: "deaf in TLS", server: deaf, https: true, code: CodeTimeout, took: 10 * second},
		{name: "slow in TLS", server: repeats("\x16\x03\x03\x40\x00", "\x00", second), https: true, code: CodeTimeout, took: 10 * second},
		{name: "no TLS", server: func(conn net.Conn, r *bufio.Reader) {
			r.ReadByte()
			io.WriteString(conn, ok+"\r\n")
			io.Copy(io.Discard, r)
		}, https: true, code: CodeTLSFailed},
		{name: "closes in TLS", server: func(conn net.Conn, r *bufio.Reader) { r.ReadByte() }, https: true, code: CodeTLSFailed},
		{name: "closes", server: func(conn net.Conn, r *bufio.Reader) { readHeader(r) }, code: CodeConnectFailed},
		{name: "closes at once", server: func(net.Conn, *bufio.Reader) {}, code: CodeConnectFailed},
		{name: "not HTTP", server: says("SSH-2.0-hush\r\n\r\n"), code: CodeConnectFailed},
		{name: "bad header", server: says(ok + "hush hush\r\n\r\n"), code: CodeConnectFailed},
		{name: "bad status", server: says("HTTP/1.1 hush OK\r\n\r\n"), code: CodeConnectFailed},
		{name: "HTTP/2", server: says("\x00\x00\x12\x04\x00\x00\x00\x00\x00hush\r\n"), code: CodeConnectFailed},
		{name: "slow header", server: repeats("", "H", second), code: CodeTimeout, took: 10 * second},
		{name: "slow header fields", server: repeats(ok, "A: b\r\n", second), code: CodeTimeout, took: 10 * second},
		{name: "endless status line", server: repeats("HTTP/1.1 200 ", long, 0), code: CodeConnectFailed, wrote: 100 << 10},
		{name: "endless header", server: repeats(ok, "A: "+long+"\r\n", 0), code: CodeConnectFailed, wrote: 100 << 10},
		{name: "endless header line", server: repeats(ok+"A: ", long, 0), code: CodeConnectFailed, wrote: 100 << 10},
		{name: "endless 1xx", server: repeats("", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", 0), code: CodeConnectFailed, wrote: 100 << 10},
		{name: "slow 1xx", server: repeats("", "HTTP/1.1 100 Continue\r\n\r\n", second), code: CodeTimeout, took: 10 * second},
		{name: "1xx first", server: says("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 x\r\n\r\n" + ok + "Content-Length: 2\r\n\r\nok"), status: 200, read: 2},
		{name: "switches", server: says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhush"), status: 101},
		{name: "switches without upgrade", server: says("HTTP/1.1 101 Switching Protocols\r\n\r\nhush"), status: 101},
		{name: "whole body", server: says(ok + "Content-Length: 5\r\n\r\nwhole"), status: 200, read: 5},
		{name: "no body", server: says("HTTP/1.1 204 No Content\r\n\r\n"), status: 204},
		{name: "body of MaxBody", server: says(ok + "Content-Length: 65536\r\n\r\n" + string(big[:65536])), status: 200, read: 65536},
		{name: "body of MaxBody+1", server: says(ok + "Content-Length: 65537\r\n\r\n" + string(big[:65537])), status: 200, read: 65536, truncated: true},
		{name: "slow body", server: repeats(ok+"Content-Length: 100\r\n\r\n", "x", second), status: 200, read: 9, truncated: true, took: 10 * second},
		{name: "slow body without length", server: repeats(ok+"\r\n", "x", second), status: 200, read: 9, truncated: true, took: 10 * second},
		{name: "body never comes", server: repeats(ok+"Content-Length: 100\r\n\r\n", "", second), status: 200, truncated: true, took: 10 * second},
		{name: "endless body", server: repeats(ok+"\r\n", long, 0), status: 200, read: 64 << 10, truncated: true, wrote: 100 << 10},
		{name: "endless error body", server: repeats("HTTP/1.1 500 No\r\n\r\n", long, 0), status: 500, read: 64 << 10, truncated: true, wrote: 100 << 10},
		{name: "endless chunks", server: repeats(ok+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 0), status: 200, read: 100, truncated: true, wrote: 1 << 20},
		{name: "endless chunk extension", server: repeats(ok+"Transfer-Encoding: chunked\r\n\r\n1;", long, 0), status: 200, truncated: true, wrote: 100 << 10},
		{name: "endless trailer", server: repeats(ok+"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", "A: "+long+"\r\n", 0), status: 200, read: 1, truncated: true, wrote: 100 << 10},
		{name: "bad chunk", server: says(ok + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\nhush"), status: 200, read: 1, truncated: true, took: 10 * second},
		{name: "short body", server: func(conn net.Conn, r *bufio.Reader) {
			readHeader(r)
			io.WriteString(conn, ok+"Content-Length: 100\r\n\r\nshort")
		}, status: 200, read: 5, truncated: true},
		{name: "answers before the body is sent", body: big, server: func(conn net.Conn, r *bufio.Reader) {
			readHeader(r)
			io.WriteString(conn, ok+"Content-Length: 5\r\n\r\nearly")
			time.Sleep(time.Minute)
		}, status: 200, read: 5, took: 50 * time.Millisecond}, // net/http hopes to keep the connection
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, wrote := piped(tt.server, Options{})
				defer time.Sleep(2 * time.Minute) // the servers come to their end
				defer c.transport.CloseIdleConnections()
				url := "http://example.com/?hush"
				if tt.https {
					url = "https://example.com/?hush"
				}
				start := time.Now()
				r, err := c.Post(t.Context(), url, nil, tt.body)
				if took := time.Since(start); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				if Code(err) != tt.code {
					t.Errorf("error %v, want code %q", err, tt.code)
				}
				if tt.wrote > 0 && wrote.Load() > tt.wrote {
					t.Errorf("the server could write %d bytes", wrote.Load())
				}
				if err != nil {
					if r != nil || strings.Contains(err.Error(), "hush") {
						t.Errorf("got %v and %v", r, err)
					}
					return
				}
				if r.Status != tt.status || len(r.Body) < tt.read || len(r.Body) > 64<<10 || r.Truncated != tt.truncated || r.TooLong != (r.Truncated && len(r.Body) == 64<<10) {
					t.Errorf("got %d with %d bytes, truncated %v, too long %v", r.Status, len(r.Body), r.Truncated, r.TooLong)
				}
			})
		})
	}
}

func TestSlowDNSIsPartOfTheTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := piped(says(""), Options{Resolver: waiting{}, Timeout: 3 * time.Second})
		start := time.Now()
		_, err := c.Post(t.Context(), "https://example.com/?hush", nil, nil)
		if Code(err) != CodeTimeout || err.Error() != "timeout: time is up while asking DNS" || time.Since(start) != 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// waiting is a Resolver that never answers.
type waiting struct{}

func (waiting) LookupNetIP(ctx context.Context, _, host string) ([]netip.Addr, error) {
	<-ctx.Done()
	return nil, &net.DNSError{Err: "i/o timeout", Name: host, IsTimeout: true}
}

func TestCallEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, url := range []string{"http://example.com/", "https://example.com/"} {
			c, _ := piped(func(_ net.Conn, r *bufio.Reader) { io.Copy(io.Discard, r) }, Options{})
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			start := time.Now()
			_, err := c.Post(ctx, url, nil, nil)
			if Code(err) != CodeTimeout || !errors.Is(err, context.Canceled) || time.Since(start) != time.Second {
				t.Errorf("%v after %v", err, time.Since(start))
			}
			synctest.Wait() // a dial that went on without its attempt could never end
		}
	})
}

func TestCompressedAnswerIsLeftAlone(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	z.Write(make([]byte, 8<<20))
	z.Close()
	synctest.Test(t, func(t *testing.T) {
		var head string
		c, _ := piped(func(conn net.Conn, r *bufio.Reader) {
			for line := "x"; line != "\r\n"; head += line {
				line, _ = r.ReadString('\n')
			}
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", bomb.Len(), bomb.Bytes())
		}, Options{})
		defer c.transport.CloseIdleConnections()
		r, err := c.Do(t.Context(), Request{URL: "http://example.com/", Header: http.Header{"accept-encoding": {"gzip"}}})
		if err != nil || !bytes.Equal(r.Body, bomb.Bytes()) || r.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%d bytes of %d, %v", len(r.Body), bomb.Len(), err)
		}
		if strings.Contains(strings.ToLower(head), "accept-encoding") {
			t.Errorf("sent %q", head)
		}
	})
}

// The memory that an endless answer costs does not grow with its length.
func TestMemoryStaysFlat(t *testing.T) {
	const each = 1 << 20
	long := strings.Repeat("x", 1000)
	for name, s := range map[string]script{
		"header": repeats("HTTP/1.1 200 OK\r\n", "A: "+long+"\r\n", 0),
		"1xx":    repeats("", "HTTP/1.1 103 x\r\nA: "+long+"\r\n\r\n", 0),
		"body":   repeats("HTTP/1.1 200 OK\r\n\r\n", long, 0),
	} {
		c, _ := piped(s, Options{})
		const n = 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			c.Post(t.Context(), "http://example.com/", nil, nil)
		}
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) / n; got > each {
			t.Errorf("endless %s: %d bytes an attempt", name, got)
		}
	}
}
