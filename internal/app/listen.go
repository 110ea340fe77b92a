package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"syscall"
	"time"

	"svcx/internal/deliver"
)

const (
	// acceptEvery is how often it is logged that no connections can be accepted.
	acceptEvery = time.Minute
	// acceptSettled is how long accepting must have gone well to be well.
	acceptSettled = 10 * time.Second
	// vanishedAfter is as long as a reader who is there may take nothing
	// (stallTime): a window that stays closed counts too.
	vanishedAfter = stallTime
	// enoughDescriptors is what a server with some hundred streams and receivers
	// needs.
	enoughDescriptors = 1024
)

// listen listens on an address of the configuration. A connection whose other
// side has vanished without a word ends a minute after its first sign: what was
// sent, and each stream sends something every 25 s, is not confirmed, or the
// probes of an idle one are not answered.
func listen(ctx context.Context, address string) (net.Listener, error) {
	config := net.ListenConfig{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: vanishedAfter / 4, Interval: vanishedAfter / 4, Count: 3},
		Control: func(_, _ string, c syscall.RawConn) error {
			endVanished(c, vanishedAfter)
			return nil
		},
	}
	// Go listens for multipath TCP unless told otherwise, which knows no such bound.
	config.SetMultipathTCP(false)
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: choose another address with --addr (SVCX_ADDR)", err)
	}
	return listener, nil
}

// acceptingListener says in the log when connections cannot be accepted, for lack
// of descriptors or memory, once a minute, and when they can be again. Nothing of
// the kind ends the server. It is used by one goroutine.
type acceptingListener struct {
	net.Listener
	now func() time.Time
	log *slog.Logger

	failed, said time.Time
	// open says that the log does not say yet that all is well.
	open bool
}

func (l *acceptingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	now := l.now()
	switch {
	case err == nil:
		if l.open && now.Sub(l.failed) >= acceptSettled {
			l.open = false
			l.log.Info("connections are accepted again")
		}
		return conn, nil
	case unusable(err):
		return nil, err
	}
	l.failed = now
	if l.said.IsZero() || now.Sub(l.said) >= acceptEvery {
		l.said, l.open = now, true
		l.log.Error("connections cannot be accepted, will try again", "error", err)
	}
	return nil, passingError{err}
}

// unusable reports whether a listener is at its end, or never was one.
func unusable(err error) bool {
	return slices.ContainsFunc([]error{net.ErrClosed, syscall.EBADF, syscall.EINVAL, syscall.ENOTSOCK}, func(end error) bool { return errors.Is(err, end) })
}

// passingError has net/http try again a little later. By itself it does so for
// some of the errors that pass; the others, a network that is down or memory that
// is short for a moment, would end the server.
type passingError struct{ error }

func (passingError) Timeout() bool   { return false }
func (passingError) Temporary() bool { return true }
func (e passingError) Unwrap() error { return e.error }

// warnOfFewDescriptors says at start that connections may be refused for lack of
// descriptors.
func (a *App) warnOfFewDescriptors() {
	if n := descriptors(); n < enoughDescriptors {
		a.Log.Warn("the process may open few files and sockets: each connection, stream and delivery needs one (ulimit -n, LimitNOFILE of systemd)",
			"limit", n, "wanted", enoughDescriptors)
	}
}

// maxInFlight leaves three quarters of the descriptors to all that is not a
// delivery.
func maxInFlight(descriptors int) int { return max(1, min(deliver.MaxInFlight, descriptors/4)) }
