//go:build !linux

package httpd

import (
	"syscall"
	"time"
)

// endVanished does nothing here: the system's own timeout holds.
func endVanished(syscall.RawConn, time.Duration) {}
