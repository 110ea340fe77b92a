package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopBound is how long a graceful stop may take as a whole. Its parts have timeouts of
// their own (requests 10 s, deliveries 15 s, mail 3 s, the database); this one is for
// what they do not cover. As after a kill, nothing that was acknowledged is lost.
const stopBound = 30 * time.Second

// stopSignals are the signals that stop a command gracefully. SIGHUP, when a terminal is
// closed, stops commands but not the service, which logs that it has no effect.
func stopSignals(command string) []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if command != "serve" {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// untilStopped returns a context that ends with one of the signals. The next signal ends
// the process at once. late is called if the command has not ended within bound of the
// first. Call end when the command has ended.
func untilStopped(signals []os.Signal, bound time.Duration, late func()) (ctx context.Context, end func()) {
	ctx, release := signal.NotifyContext(context.Background(), signals...)
	ended := make(chan struct{})
	go func() {
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		release()
		timer := time.NewTimer(bound)
		defer timer.Stop()
		select {
		case <-ended:
		case <-timer.C:
			late()
		}
	}()
	return ctx, func() {
		close(ended)
		release()
	}
}

// takePipeErrors makes a write to a closed pipe return an error. By default such a write
// to standard output or standard error kills the process, even if its parent ignores
// SIGPIPE: the service because of a log line, a command before it has cleaned up.
func takePipeErrors() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// outputFailed reports whether standard output could not be written: the disk is full,
// or the reader is gone, as with "| head -1".
func outputFailed(err error) bool {
	var failed *fs.PathError
	return errors.As(err, &failed) && failed.Path == os.Stdout.Name()
}

// untilUnread is a writer that stops the command when its reader is gone.
type untilUnread struct {
	to   io.Writer
	stop context.CancelCauseFunc
}

func (w untilUnread) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if err != nil {
		w.stop(err)
	}
	return n, err
}
