package app

import (
	"math"
	"syscall"

	"svcx/internal/deliver"
)

// enoughDescriptors is enough for a server with some hundred streams and receivers.
const enoughDescriptors = 1024

// warnOfFewDescriptors warns at start if connections may be refused for lack of file
// descriptors.
func (a *App) warnOfFewDescriptors() {
	if n := descriptors(); n < enoughDescriptors {
		a.Log.Warn("the limit of open files is low, each connection, stream and delivery needs one (ulimit -n, LimitNOFILE of systemd)",
			"limit", n, "wanted", enoughDescriptors)
	}
}

// maxInFlight leaves three quarters of the file descriptors to everything but
// deliveries.
func maxInFlight(descriptors int) int { return max(1, min(deliver.MaxInFlight, descriptors/4)) }

// descriptors is how many files and sockets the process may have open. The Go runtime
// has already raised the soft limit to the hard one.
func descriptors() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
