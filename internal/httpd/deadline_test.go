package httpd

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// An endpoint can give a body more time than the server does, or take the bound away; the
// deadline is that of the system's clock, whatever the service's shows.
func TestEndpointGivesABodyMoreTime(t *testing.T) {
	f := New(Options{Now: func() time.Time { return time.Unix(0, 0) }})
	for name, give := range map[string]func(http.ResponseWriter){
		"more time": func(w http.ResponseWriter) { f.ReadWithin(w, time.Minute) },
		"no bound":  EndReadDeadline,
	} {
		t.Run(name, func(t *testing.T) {
			given, sent := make(chan struct{}), make(chan error, 1)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				// The server's own bound has passed.
				_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
				give(w)
				close(given)
				_, err := io.ReadAll(r.Body)
				sent <- err
			}))
			server.Start()
			defer server.Close()
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n")
			<-given
			io.Copy(conn, strings.NewReader("body"))
			if err := <-sent; err != nil {
				t.Error(err)
			}
		})
	}
}
