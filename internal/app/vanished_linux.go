package app

import (
	"syscall"
	"time"
)

// tcpUserTimeout is TCP_USER_TIMEOUT, which package syscall does not name.
const tcpUserTimeout = 0x12

// endVanished has the system end a connection whose other side has confirmed
// nothing of what was sent for so long. It is set on the socket that listens;
// those that are accepted inherit it. Where it cannot be set, the system's own
// patience holds: some 15 minutes.
func endVanished(c syscall.RawConn, after time.Duration) {
	_ = c.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(after.Milliseconds()))
	})
}
