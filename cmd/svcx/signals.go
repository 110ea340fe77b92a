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

// stopBound is how long an orderly stop may take as a whole. Its parts have
// bounds of their own (requests 10 s, deliveries 15 s, mail 3 s, the database);
// this one is for what they do not cover. A node that is cut off here loses
// nothing that was acknowledged, as after a kill.
const stopBound = 30 * time.Second

// stopSignals are those that end a command in order. A terminal that is closed
// (SIGHUP) ends what was run in it, but not the service, which tells it that this
// has no effect.
func stopSignals(command string) []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if command != "serve" {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// untilStopped makes a context that lasts until one of the signals. The next one
// ends the process at once, and so does late, which is called when the command
// has not ended within the bound. end is to be called when it has.
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

// takePipeErrors makes a write to a pipe that nobody reads an error like any
// other. By default such a write to standard output or standard error kills the
// process, whether or not its parent ignores SIGPIPE: the service for a line of
// its log, a command before it has cleaned up.
func takePipeErrors() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// outputFailed reports whether standard output could not be written: for lack of
// room, or because nobody reads it any more, as behind "| head -1".
func outputFailed(err error) bool {
	var failed *fs.PathError
	return errors.As(err, &failed) && failed.Path == os.Stdout.Name()
}

// untilUnread writes to a reader without whom there is no point in going on.
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
