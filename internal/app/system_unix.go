//go:build unix

package app

import (
	"math"
	"os"
	"os/signal"
	"syscall"
)

// levelSignals receives the signal that switches the level of the log.
func levelSignals() (signaled chan os.Signal, stop func()) {
	signaled = make(chan os.Signal, 1)
	signal.Notify(signaled, syscall.SIGUSR1)
	return signaled, func() { signal.Stop(signaled) }
}

// descriptors is how many files and sockets the process may have open. The Go runtime
// has already raised the soft limit to the hard one.
func descriptors() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}

// freeSpace is how many bytes can be written to the file system of a folder.
func freeSpace(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}
