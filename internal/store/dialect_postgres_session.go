package store

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// notifyChannel is the name under which nodes hear each other.
	notifyChannel = "svcx_live"
	// presenceClass is the first half of the key of a node's advisory lock. Keys
	// of two halves are apart from those of one, which order a workspace's writes.
	presenceClass = 0x73766378
	// listenPause is the wait before a lost connection is made again.
	listenPause = time.Second
)

// nodeSession is the one connection by which a node is present and hears the
// others. It is shared by all who need it and made when the first one does.
type nodeSession struct {
	conn *pgx.Conn
	// alive ends with the connection.
	alive context.Context
	end   context.CancelFunc
	heard atomic.Pointer[func(payload string)]
	// calls are run by the goroutine that has the connection, which wake calls
	// away from waiting for notifications.
	calls chan func()
	wake  atomic.Pointer[context.CancelFunc]
	users int
}

// errSessionEnded is for a session that was there and is no more.
var errSessionEnded = errors.New("the connection ended")

// nodeSessions has the session, if there is one.
type nodeSessions struct {
	mu      sync.Mutex
	current *nodeSession
}

// session takes part in the session, and makes it where there is none.
func (d *postgresDialect) session(ctx context.Context) (*nodeSession, error) {
	d.sessions.mu.Lock()
	defer d.sessions.mu.Unlock()
	if s := d.sessions.current; s != nil && s.alive.Err() == nil {
		s.users++
		return s, nil
	}
	// It lives as long as the node does, and is looked after by itself.
	conn, err := d.connect(ctx, d.settings(d.patience/2)+"; SET idle_session_timeout = 0; LISTEN "+notifyChannel)
	if err != nil {
		if isFull(err) {
			d.makeRoom()
		}
		return nil, inOneLine(err)
	}
	s := &nodeSession{conn: conn, calls: make(chan func(), 8), users: 1}
	s.alive, s.end = context.WithCancel(context.Background())
	go s.run(d.patience)
	d.sessions.current = s
	return s, nil
}

// release gives up a part in the session, which ends with the last one.
func (d *postgresDialect) release(s *nodeSession) {
	d.sessions.mu.Lock()
	defer d.sessions.mu.Unlock()
	if s.users--; s.users == 0 {
		s.end()
	}
}

// run waits for notifications. A connection on which nothing comes may be one
// whose other end is gone: as often as a caller's patience ends the server is
// asked whether it is there.
func (s *nodeSession) run(patience time.Duration) {
	defer func() {
		s.end()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		s.conn.Close(ctx)
	}()
	for s.alive.Err() == nil {
		wait, cancel := context.WithTimeout(s.alive, patience)
		s.wake.Store(&cancel)
		if s.runCalls() {
			cancel()
			continue
		}
		n, err := s.conn.WaitForNotification(wait)
		idle := wait.Err() == context.DeadlineExceeded
		cancel()
		switch {
		case err == nil:
			if heard := s.heard.Load(); heard != nil {
				(*heard)(n.Payload)
			}
		case s.conn.IsClosed():
			return
		case idle:
			ask, cancel := context.WithTimeout(s.alive, patience/2)
			err := s.conn.Ping(ask)
			cancel()
			if err != nil {
				return
			}
		}
	}
}

func (s *nodeSession) runCalls() (ran bool) {
	for {
		select {
		case call := <-s.calls:
			call()
			ran = true
		default:
			return ran
		}
	}
}

// do has fn work on the connection, and returns when that is done, or when the
// connection is gone or ctx ends.
func (s *nodeSession) do(ctx context.Context, fn func(ctx context.Context, c *pgx.Conn) error) error {
	done := make(chan error, 1)
	select {
	case s.calls <- func() { done <- fn(ctx, s.conn) }:
	case <-s.alive.Done():
		return s.alive.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
	if wake := s.wake.Load(); wake != nil {
		(*wake)()
	}
	select {
	case err := <-done:
		return err
	case <-s.alive.Done():
		return s.alive.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// registerNode takes an advisory lock of the session under a number of the node's own.
// The server lets go of it when the connection ends, which it learns at once when
// the process does.
func (d *postgresDialect) registerNode(ctx context.Context) (*Node, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, d.patience, errSlow)
	defer cancel()
	s, err := d.session(ctx)
	if err != nil {
		return nil, err
	}
	var id uint32
	err = s.do(ctx, func(ctx context.Context, c *pgx.Conn) error {
		for taken := false; !taken; {
			var b [4]byte
			rand.Read(b[:]) // never fails, by its documentation
			id = binary.BigEndian.Uint32(b[:]) >> 1
			if err := c.QueryRow(ctx, "SELECT pg_try_advisory_lock($1, $2)", presenceClass, int32(id)).Scan(&taken); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.release(s)
		return nil, err
	}
	lost, leave := context.WithCancel(s.alive)
	return &Node{Name: strconv.FormatUint(uint64(id), 10), Lost: lost, Leave: sync.OnceFunc(func() {
		leave()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if s.do(ctx, func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "SELECT pg_advisory_unlock($1, $2)", presenceClass, int32(id))
			return err
		}) != nil {
			s.end() // the lock goes with the connection
		}
		d.release(s)
	})}, nil
}

func (d *postgresDialect) nodes(q querier) ([]string, error) {
	return collect(q, `SELECT objid::text FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objsubid = 2 AND granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, scanValue[string], presenceClass)
}

func (d *postgresDialect) hasNodes() bool { return true }

// notify is a statement of its own, never part of a data transaction: COMMIT
// with a NOTIFY in it takes a lock of the whole server.
func (d *postgresDialect) notify(q querier, payload string) error {
	_, err := collect(q, "SELECT 1 FROM pg_notify($1, $2)", scanValue[int], notifyChannel, payload)
	return err
}

// listen hears the other nodes until ctx ends. The log is told of an outage once,
// not at each try.
func (d *postgresDialect) listen(ctx context.Context, connected func(), heard func(payload string)) {
	lost := false
	for {
		s, err := d.session(ctx)
		if err == nil {
			err = errSessionEnded // when it is over
			if lost {
				d.log.Info("the other nodes are heard again")
			}
			lost = false
			s.heard.Store(&heard)
			connected()
			select {
			case <-ctx.Done():
			case <-s.alive.Done():
			}
			d.release(s)
		}
		if ctx.Err() != nil {
			return
		}
		if !lost {
			d.log.Warn("the connection that hears the other nodes was lost, it is made again", "error", err)
		}
		lost = true
		select {
		case <-ctx.Done():
			return
		case <-time.After(listenPause):
		}
	}
}
