package app

import "svcx/internal/deliver"

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
