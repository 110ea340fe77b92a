package safehttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A stream's body may take longer than an attempt as long as data comes. A body that
// stalls or never ends is cut off.
func TestStreamIsCutOffWhenItStallsOrNeverEnds(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\n"
	for _, test := range []struct {
		name   string
		server script
		max    int64
		opened string // code of Open's error
		code   string // code of the last Read's error, "EOF" for none
		read   int    // bytes, at the least
		took   time.Duration
	}{
		{name: "whole", server: says(ok + "Content-Length: 5\r\n\r\nhello"), code: "EOF", read: 5},
		{name: "as long as allowed", server: says(ok + "Content-Length: 5\r\n\r\nhello"), max: 5, code: "EOF", read: 5},
		{name: "told to be too long", server: says(ok + "Content-Length: 6\r\n\r\nhello!"), max: 5, opened: CodeBodyTooLarge},
		{name: "too long without telling", server: says(ok + "Transfer-Encoding: chunked\r\n\r\n6\r\nhello!\r\n0\r\n\r\n"), max: 5, code: CodeBodyTooLarge, read: 5},
		{name: "silent", server: says(""), opened: CodeTimeout, took: 10 * time.Second},
		{name: "silent after the header", server: says(ok + "Content-Length: 5\r\n\r\nhel"), code: CodeTimeout, read: 3, took: 10 * time.Second},
		{name: "slow but coming", server: repeats(ok+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 9*time.Second), code: CodeTimeout, read: 30, took: 5 * time.Minute},
		{name: "a redirect", server: says("HTTP/1.1 302 Found\r\nLocation: http://example.com/\r\n\r\n"), opened: CodeRedirect},
		{name: "another protocol", server: says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"), opened: CodeConnectFailed},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _ := piped(test.server, Options{})
				begin := time.Now()
				s, err := c.Open(t.Context(), Request{URL: "http://example.com/", MaxBody: test.max})
				if Code(err) != test.opened || (err == nil) != (s != nil) {
					t.Fatalf("opened %v, %v", s, err)
				}
				if s != nil {
					content, err := io.ReadAll(s)
					code := Code(err)
					if err == nil {
						code = "EOF"
					}
					if code != test.code || len(content) < test.read || s.Status != 200 {
						t.Errorf("%d bytes, %v", len(content), err)
					}
					s.Close()
				}
				if took := time.Since(begin); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
				c.transport.CloseIdleConnections()
				time.Sleep(time.Minute) // for the server to notice
			})
		})
	}
}

// A reader that pauses, as for a video, can read the rest later.
func TestStreamWaitsForItsReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := piped(says("HTTP/1.1 200 OK\r\nContent-Length: 60005\r\n\r\nhello"+strings.Repeat("x", 60_000)), Options{})
		s, err := c.Open(t.Context(), Request{URL: "http://example.com/"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(s, make([]byte, 5)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if rest, err := io.ReadAll(s); len(rest) != 60_000 || err != nil {
			t.Errorf("%d bytes, %v", len(rest), err)
		}
		s.Close()
		c.transport.CloseIdleConnections()
		time.Sleep(time.Minute) // for the server to notice
	})
}

// Addresses are checked for streams too.
func TestStreamAddressesAreChecked(t *testing.T) {
	c := New(Options{})
	for _, url := range []string{"https://127.0.0.1/", "https://10.0.0.1/", "http://example.com/", "https://localhost/", "https://[::1]/"} {
		if s, err := c.Open(t.Context(), Request{URL: url}); Code(err) != CodeBlockedURL {
			t.Errorf("%s: %v, %v", url, s, err)
		}
	}
	gone, give := context.WithCancel(t.Context())
	d, server := local(t, false, func(w http.ResponseWriter, r *http.Request) { give(); <-r.Context().Done() }, Options{})
	if _, err := d.Open(gone, Request{URL: server.URL}); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gave up: %v", err)
	}
	if _, err := d.Open(t.Context(), Request{URL: server.URL, Header: http.Header{"bad name": {"x"}}}); err == nil || !strings.Contains(err.Error(), "header") {
		t.Errorf("a bad header: %v", err)
	}
}
