//go:build unix

package app

import (
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
