package pgtest

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Bouncer starts a PgBouncer in front of the server, with settings that override its
// defaults, and returns a function that rewrites a database's URL to go through it.
// Without the program the test is skipped, or fails if RequireVariable is set.
func Bouncer(t testing.TB, settings ...string) (through func(database string) string) {
	t.Helper()
	server, err := url.Parse(Server(t))
	if err != nil {
		t.Fatalf("%s is not a URL", ServerVariable)
	}
	program := bouncer(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	_, port, _ := net.SplitHostPort(address)
	database := fmt.Sprintf("* = host=%s port=%s user=%s", server.Hostname(), server.Port(), server.User.Username())
	if password, ok := server.User.Password(); ok {
		database += " password=" + password
	}
	config := filepath.Join(t.TempDir(), "pgbouncer.ini")
	text := "[databases]\n" + database + "\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = " + port +
		"\nunix_socket_dir =\nauth_type = any\n" + strings.Join(settings, "\n") + "\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{config}
	if os.Geteuid() == 0 { // it refuses to run as root
		args = append([]string{"-u", "postgres"}, args...)
	}
	process := exec.Command(program, args...)
	var log bytes.Buffer
	process.Stderr = &log
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	t.Cleanup(func() {
		process.Process.Signal(syscall.SIGQUIT) // shuts down at once
		<-ended
	})
	for deadline := time.Now().Add(30 * time.Second); ; {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
			break
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("PgBouncer ended: %v\n%s", err, log.String())
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("PgBouncer does not listen: %v", err)
		}
	}
	return func(database string) string {
		u, err := url.Parse(database)
		if err != nil {
			t.Fatal(err)
		}
		u.Host = address
		return u.String()
	}
}

func bouncer(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} { // the folder is not in every PATH
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	missing := t.Skip
	if os.Getenv(RequireVariable) == "1" {
		missing = t.Fatal
	}
	missing("no PgBouncer")
	return ""
}
