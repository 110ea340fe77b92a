package store_test

import (
	"syscall"
	"time"
)

// processorTime returns the CPU time of the process: on a shared machine that says
// more than elapsed time. PostgreSQL's is not included.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
