package httpd

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// failingListener returns its errors before it accepts.
type failingListener struct {
	net.Listener
	failures []error
}

func (l *failingListener) Accept() (net.Conn, error) {
	if len(l.failures) == 0 {
		return l.Listener.Accept()
	}
	err := l.failures[0]
	l.failures = l.failures[1:]
	if err == nil {
		conn, _ := net.Pipe()
		return conn, nil
	}
	return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", err)}
}

func listenLocally(t *testing.T) net.Listener {
	t.Helper()
	l, err := listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// Fault 114: without file descriptors the server logged nothing. Neither that nor any
// other error of accepting ends it.
func TestFault114ServerGoesOnAccepting(t *testing.T) {
	for _, failure := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED, syscall.ENETDOWN, syscall.EPERM} {
		t.Run(failure.Error(), func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			listener := listenLocally(t)
			server := &http.Server{
				Handler:  http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok") }),
				ErrorLog: quietLog(slog.New(slog.DiscardHandler)),
			}
			ended := make(chan error, 1)
			go func() {
				ended <- server.Serve(&acceptingListener{
					Listener: &failingListener{listener, []error{failure, failure, failure}}, now: time.Now, log: slog.New(slog.NewTextHandler(&log, nil)),
				})
			}()
			res, err := http.Get("http://" + listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			server.Close()
			if err := <-ended; err != http.ErrServerClosed {
				t.Error(err)
			}
			if strings.Count(log.String(), "level=ERROR") != 1 || !strings.Contains(log.String(), failure.Error()) {
				t.Error(log.String())
			}
		})
	}
}

// The failure is logged once a minute, and its end once.
func TestFault114LogOfAccepting(t *testing.T) {
	var log bytes.Buffer
	now := time.Now()
	source := &failingListener{}
	l := &acceptingListener{Listener: source, now: func() time.Time { return now }, log: slog.New(slog.NewTextHandler(&log, nil))}
	for _, step := range []struct {
		after time.Duration
		err   error
		want  string
	}{
		{0, nil, ""},
		{0, syscall.EMFILE, "ERROR"},
		{time.Second, syscall.EMFILE, ""},
		{time.Second, nil, ""}, // one that another has let go of: not well yet
		{57 * time.Second, syscall.EMFILE, ""},
		{time.Second, syscall.EMFILE, "ERROR"},
		{9 * time.Second, nil, ""},
		{time.Second, nil, "INFO"},
		{time.Second, nil, ""},
		{time.Second, syscall.EMFILE, ""},
		{time.Minute, syscall.EMFILE, "ERROR"},
	} {
		now = now.Add(step.after)
		log.Reset()
		source.failures = []error{step.err}
		l.Accept()
		if got := log.String(); (got == "") != (step.want == "") || !strings.Contains(got, step.want) {
			t.Errorf("%+v: %q", step, got)
		}
	}
}

// An error of a closed listener ends the server.
func TestClosedListenerEndsTheServer(t *testing.T) {
	for _, err := range []error{syscall.EBADF, syscall.EINVAL, syscall.ENOTSOCK} {
		l := &acceptingListener{Listener: &failingListener{listenLocally(t), []error{err}}, now: time.Now, log: slog.New(slog.DiscardHandler)}
		if got := http.Serve(l, nil); got == nil {
			t.Error(err)
		}
	}
}
