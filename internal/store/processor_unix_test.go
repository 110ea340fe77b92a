//go:build unix

package store_test

import (
	"syscall"
	"time"
)

// processorTime is what the process has computed: beside others on the machine
// that says more than the clock. PostgreSQL's own is not in it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
