package httpd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"syscall"
	"time"
)

const (
	// acceptEvery is how often a failure to accept connections is logged.
	acceptEvery = time.Minute
	// acceptSettled is how long accepting must work before it is logged as working.
	acceptSettled = 10 * time.Second
	// vanishedAfter is when a peer that acknowledges nothing counts as gone. It is
	// not shorter than stallTime, since a receive window that stays closed counts too.
	vanishedAfter = stallTime
)

// Listen listens on an address for a server that NewServer has made. Failures to accept
// connections are logged and do not end it; the connection of a reader that takes
// nothing for a minute is closed.
func Listen(ctx context.Context, address string, now func() time.Time, log *slog.Logger) (net.Listener, error) {
	listener, err := listen(ctx, address)
	if err != nil {
		return nil, err
	}
	// Deadlines of connections are the system clock's, whatever now returns.
	return stallingListener{&acceptingListener{Listener: listener, now: now, log: log}, stallTime, time.Now}, nil
}

// listen listens on an address. A connection whose peer has vanished is closed
// within a minute: data stays unacknowledged (each stream sends something every
// 25 s), or the keepalive probes of an idle connection are not answered.
func listen(ctx context.Context, address string) (net.Listener, error) {
	config := net.ListenConfig{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: vanishedAfter / 4, Interval: vanishedAfter / 4, Count: 3},
		Control: func(_, _ string, c syscall.RawConn) error {
			endVanished(c, vanishedAfter)
			return nil
		},
	}
	// Multipath TCP, the default, does not have this timeout.
	config.SetMultipathTCP(false)
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: choose another address with --addr (SVCX_ADDR)", err)
	}
	return listener, nil
}

// acceptingListener logs when connections cannot be accepted, for lack of file
// descriptors or memory, once a minute, and when they can be again. No such failure
// ends the server. It is used by one goroutine.
type acceptingListener struct {
	net.Listener
	now func() time.Time
	log *slog.Logger

	failed, said time.Time
	// open is set while a logged failure is not yet logged as over.
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

// unusable reports whether an error says that the listener is closed or invalid.
func unusable(err error) bool {
	return slices.ContainsFunc([]error{net.ErrClosed, syscall.EBADF, syscall.EINVAL, syscall.ENOTSOCK}, func(end error) bool { return errors.Is(err, end) })
}

// passingError makes net/http try again a little later. By itself it does so for
// some temporary errors only; others, such as a network that is down or a lack of
// memory, would end the server.
type passingError struct{ error }

func (passingError) Timeout() bool   { return false }
func (passingError) Temporary() bool { return true }
func (e passingError) Unwrap() error { return e.error }
