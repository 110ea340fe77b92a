package app

import (
	"io"
	"math"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// With Content-Length and Transfer-Encoding, what follows the body, however a proxy reads
// its length, is never read as a request.
func TestNothingFollowsARequestOfUnclearLength(t *testing.T) {
	a, err := Open(t.Context(), testConfig(t), discard())
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	handler, _, err := a.handler("http://inbox.test", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	const next = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
	for _, tt := range []struct {
		name, request string
		answers       int
	}{
		{"a length", "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", 2},
		{"both", "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 1},
		{"both, the other way round", "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 1},
		{"chunks", "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 1},
		{"HTTP/1.0 with both", "POST %s HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 1},
		{"two lengths", "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 1},
		{"another encoding", "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: gzip, chunked\r\n\r\n{}", 1},
	} {
		for _, path := range []string{"/api/webhooks/custom/1", "/api/v1/main/contacts", "/api/auth/verify", "/nowhere"} {
			t.Run(tt.name+path, func(t *testing.T) {
				conn, err := net.Dial("tcp", server.Listener.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				defer conn.Close()
				conn.SetDeadline(time.Now().Add(20 * time.Second))
				io.WriteString(conn, strings.Replace(tt.request, "%s", path, 1)+next)
				got, err := io.ReadAll(conn)
				if err != nil {
					t.Fatal(err)
				}
				if n := strings.Count(string(got), "HTTP/1."); n != tt.answers {
					t.Errorf("%d answers, want %d:\n%s", n, tt.answers, got)
				}
			})
		}
	}
}
