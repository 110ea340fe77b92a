//go:build !linux

package app

import (
	"syscall"
	"time"
)

// endVanished does nothing here: the system's own timeout holds.
func endVanished(syscall.RawConn, time.Duration) {}
