package httpd

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// stalling connects to a server whose readers have patience for a piece of an answer.
func stalling(t *testing.T, patience time.Duration, handle http.HandlerFunc) (conn net.Conn) {
	t.Helper()
	server := httptest.NewUnstartedServer(handle)
	server.Listener = stallingListener{server.Listener, patience, time.Now}
	server.Start()
	t.Cleanup(server.Close)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return conn
}

const large = 32 << 20 // more than what the system takes for a reader

// A reader that never reads is cut off, whatever it requested.
func TestReaderThatNeverReadsIsCutOff(t *testing.T) {
	for name, write := range map[string]func(http.ResponseWriter) error{
		"at once": func(w http.ResponseWriter) error {
			_, err := w.Write(make([]byte, large))
			return err
		},
		"as a file": func(w http.ResponseWriter) error {
			_, err := io.Copy(w, bytes.NewReader(make([]byte, large)))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ended := make(chan error, 1)
			stalling(t, 100*time.Millisecond, func(w http.ResponseWriter, _ *http.Request) { ended <- write(w) })
			select {
			case err := <-ended:
				if err == nil {
					t.Error("the write succeeded")
				}
			case <-time.After(20 * time.Second):
				t.Error("the reader is not cut off")
			}
		})
	}
}

// A slow reader gets everything, however long that takes.
func TestSlowReaderGetsEverything(t *testing.T) {
	const patience = 500 * time.Millisecond
	conn := stalling(t, patience, func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, large)) })
	begin, got := time.Now(), 0
	for buffer, pause := make([]byte, 1<<20), time.NewTicker(patience/10); ; {
		n, err := conn.Read(buffer)
		got += n
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if time.Since(begin) < 3*patience {
			<-pause.C
		}
	}
	if got < large || time.Since(begin) < 2*patience {
		t.Errorf("%d bytes in %s", got, time.Since(begin))
	}
}

// A deadline that a handler sets holds, and writes do not move it.
func TestOwnDeadlineHolds(t *testing.T) {
	ended := make(chan time.Duration, 1)
	stalling(t, time.Minute, func(w http.ResponseWriter, _ *http.Request) {
		begin, control := time.Now(), http.NewResponseController(w)
		time.AfterFunc(100*time.Millisecond, func() { control.SetWriteDeadline(time.Unix(1, 0)) })
		w.Write(make([]byte, large))
		ended <- time.Since(begin)
	})
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the write goes on")
	}
}
