package main

import (
	"net"
	"strings"
	"syscall"
	"testing"
)

// Fault 114: with more connections than file descriptors, no request was answered and
// nothing was logged.
func TestFault114FewDescriptors(t *testing.T) {
	p := starts(t, `ulimit -n 64 && exec "$@"`, "serve")
	if line := p.says(t, "the limit of open files is low"); !strings.Contains(line, `"limit":64`) {
		t.Error(line)
	}
	p.listens(t)
	p.answers(t)
	var open []net.Conn
	for range 120 {
		conn, err := net.Dial("tcp", p.address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		open = append(open, conn)
	}
	if line := p.says(t, "connections cannot be accepted"); !strings.Contains(line, "too many open files") || !strings.Contains(line, `"level":"ERROR"`) {
		t.Error(line)
	}
	for _, conn := range open {
		conn.Close()
	}
	p.answers(t)
	p.signal(t, syscall.SIGTERM)
	p.says(t, `"msg":"stopped"`)
	if status := p.status(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}
