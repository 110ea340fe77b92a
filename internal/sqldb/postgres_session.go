package sqldb

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
	// notifyChannel is the NOTIFY channel of the bus between nodes.
	notifyChannel = "svcx_live"
	// nodeLockClass is the first half of the key of a node's advisory lock. Keys of
	// two halves are distinct from single ones, which order a workspace's writes.
	nodeLockClass = 0x73766378
	// listenPause is the wait before a lost connection is opened again.
	listenPause = time.Second
)

// nodeSession is the connection that registers a node and listens to the others.
// It is shared by its users and opened for the first of them.
type nodeSession struct {
	conn *pgx.Conn
	// alive ends with the connection.
	alive    context.Context
	end      context.CancelFunc
	received atomic.Pointer[func(payload string)]
	// calls are run by the goroutine that owns the connection; wake interrupts its
	// wait for notifications.
	calls chan func()
	wake  atomic.Pointer[context.CancelFunc]
	users int
}

// errSessionEnded is returned when a session has ended.
var errSessionEnded = errors.New("the connection ended")

// postgresNodes has the current session, if there is one.
type postgresNodes struct {
	*postgresPools
	mu      sync.Mutex
	current *nodeSession
}

// session adds a user to the session, which it opens if there is none.
func (d *postgresNodes) session(ctx context.Context) (*nodeSession, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.current; s != nil && s.alive.Err() == nil {
		s.users++
		return s, nil
	}
	// The session lives as long as the node, so idle_session_timeout is off. run
	// checks that it is alive.
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
	d.current = s
	return s, nil
}

// release removes a user of the session, which ends with its last one.
func (d *postgresNodes) release(s *nodeSession) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s.users--; s.users == 0 {
		s.end()
	}
}

// run waits for notifications. The other end of a silent connection may be gone,
// so after each patience without a notification the server is pinged.
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
			if received := s.received.Load(); received != nil {
				(*received)(n.Payload)
			}
		case s.conn.IsClosed():
			return
		case idle:
			pinging, cancel := context.WithTimeout(s.alive, patience/2)
			err := s.conn.Ping(pinging)
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

// do runs fn on the connection. It returns when fn is done, the connection ends or
// ctx is done.
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

// register takes a session-level advisory lock under a random number. The
// server releases it when the connection ends, which it notices at once when the
// process ends.
func (d *postgresNodes) register(ctx context.Context) (*Node, error) {
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
			if err := c.QueryRow(ctx, "SELECT pg_try_advisory_lock($1, $2)", nodeLockClass, int32(id)).Scan(&taken); err != nil {
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
			_, err := c.Exec(ctx, "SELECT pg_advisory_unlock($1, $2)", nodeLockClass, int32(id))
			return err
		}) != nil {
			s.end() // the lock goes with the connection
		}
		d.release(s)
	})}, nil
}

func (d *postgresNodes) registered(q Querier) ([]string, error) {
	return Collect(q, `SELECT objid::text FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objsubid = 2 AND granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, ScanValue[string], nodeLockClass)
}

func (d *postgresNodes) hasNodes() bool { return true }

// notify is a separate statement, never part of a data transaction: the COMMIT of
// a transaction with a NOTIFY takes a lock of the whole server.
func (d *postgresNodes) notify(q Querier, payload string) error {
	_, err := Collect(q, "SELECT 1 FROM pg_notify($1, $2)", ScanValue[int], notifyChannel, payload)
	return err
}

// listen calls received with the payloads from other nodes until ctx ends. An
// outage is logged once, not at each attempt.
func (d *postgresNodes) listen(ctx context.Context, connected func(), received func(payload string)) {
	lost := false
	for {
		s, err := d.session(ctx)
		if err == nil {
			err = errSessionEnded // logged below when the session ends
			if lost {
				d.log.Info("listening to the other nodes again")
			}
			lost = false
			s.received.Store(&received)
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
			d.log.Warn("the connection for listening to the other nodes was lost, reconnecting", "error", err)
		}
		lost = true
		select {
		case <-ctx.Done():
			return
		case <-time.After(listenPause):
		}
	}
}
