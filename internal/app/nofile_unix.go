//go:build unix

package app

import (
	"math"
	"syscall"
)

// descriptors is how many files and sockets the process may have open. The Go runtime
// has already raised the soft limit to the hard one.
func descriptors() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
