package httpd

import (
	"syscall"
	"time"
)

// tcpUserTimeout is TCP_USER_TIMEOUT, which package syscall lacks.
const tcpUserTimeout = 0x12

// endVanished makes the system close a connection whose peer has acknowledged nothing
// for that long. It is set on the listening socket, from which accepted ones inherit
// it. If it cannot be set, the system's own timeout holds, some 15 minutes.
func endVanished(c syscall.RawConn, after time.Duration) {
	_ = c.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(after.Milliseconds()))
	})
}
