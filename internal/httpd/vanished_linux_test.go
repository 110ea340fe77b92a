package httpd

import (
	"net"
	"syscall"
	"testing"
)

// Fault 117: streams of a machine that vanished stayed open for as long as the system
// retransmits.
func TestFault117AcceptedConnectionsHaveABound(t *testing.T) {
	listener := listenLocally(t)
	client, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := conn.(syscall.Conn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range []struct {
		name              string
		level, code, want int
	}{
		{"TCP_USER_TIMEOUT", syscall.IPPROTO_TCP, tcpUserTimeout, 60_000},
		{"SO_KEEPALIVE", syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1},
		{"TCP_KEEPIDLE", syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE, 15},
		{"TCP_KEEPINTVL", syscall.IPPROTO_TCP, syscall.TCP_KEEPINTVL, 15},
		{"TCP_KEEPCNT", syscall.IPPROTO_TCP, syscall.TCP_KEEPCNT, 3},
	} {
		var got int
		var failed error
		if err := raw.Control(func(fd uintptr) { got, failed = syscall.GetsockoptInt(int(fd), option.level, option.code) }); err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		if got != option.want {
			t.Errorf("%s is %d, want %d", option.name, got, option.want)
		}
	}
}
