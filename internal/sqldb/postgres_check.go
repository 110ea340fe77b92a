package sqldb

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// check returns an error that explains why the database cannot be used: it does
// not answer, its encoding cannot hold every message, or it is behind a pooler
// that gives each transaction another session.
func (d *postgresPools) check(ctx context.Context) error {
	where := fmt.Sprintf("PostgreSQL at %s:%d", d.config.Host, d.config.Port)
	ctx, cancel := context.WithTimeoutCause(ctx, d.patience, errSlow)
	defer cancel()
	conn, err := d.reading.conn(ctx)
	if err != nil {
		return fmt.Errorf("connecting to %s: %w", where, err)
	}
	defer conn.Close()
	var failed error
	err = conn.Raw(func(c any) error {
		failed = d.checkOn(ctx, c.(interface{ Conn() *pgx.Conn }).Conn(), where)
		return nil
	})
	return errors.Join(failed, err)
}

func (d *postgresPools) checkOn(ctx context.Context, conn *pgx.Conn, where string) error {
	var backend uint32
	var encoding, fsync string
	if err := conn.QueryRow(ctx, "SELECT pg_backend_pid(), current_setting('server_encoding'), current_setting('fsync')", pgx.QueryExecModeSimpleProtocol).Scan(&backend, &encoding, &fsync); err != nil {
		return fmt.Errorf("querying %s: %w", where, err)
	}
	if encoding != "UTF8" {
		return fmt.Errorf("the database at %s is encoded as %s, which cannot hold every message: make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0", where, encoding)
	}
	if fsync == "off" && !d.single() {
		d.log.Warn("PostgreSQL runs with fsync off: when its machine crashes, acknowledged messages may be lost", "address", where)
	}
	// A pooler reports a process id of its own when a connection is made.
	if conn.PgConn().PID() == backend {
		return nil
	}
	kept, err := d.keepsSessions(ctx, conn)
	if err != nil {
		return fmt.Errorf("querying %s, which is a pooler: %w", where, err)
	}
	if !kept {
		return fmt.Errorf("%s is a pooler that does not keep a session for a connection, as PgBouncer in transaction mode: "+
			"give SVCX_DATABASE_URL the server's own address, or that of a pool in session mode (svcx keeps a pool itself, see SVCX_DATABASE_MAX_CONNS)", where)
	}
	d.log.Info("PostgreSQL is behind a pooler in session mode: it must allow this node SVCX_DATABASE_MAX_CONNS connections", "address", where)
	return nil
}

// keepsSessions reports whether a pooler keeps one session per connection: a
// setting made on one connection is still there while another connection is in a
// transaction, which would get the session used last if sessions were shared.
func (d *postgresPools) keepsSessions(ctx context.Context, c *pgx.Conn) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, d.patience/2)
	defer cancel()
	other, err := d.connect(ctx, "SELECT 1")
	if err != nil {
		return false, err
	}
	defer other.Close(ctx)
	simple := pgx.QueryExecModeSimpleProtocol
	if _, err := c.Exec(ctx, "SET svcx.session = 'kept'", simple); err != nil {
		return false, err
	}
	if _, err := other.Exec(ctx, "BEGIN", simple); err != nil {
		return false, nil // a pooler in statement mode refuses it
	}
	if _, err := other.Exec(ctx, "SELECT 1", simple); err != nil {
		return false, err
	}
	var value *string
	err = c.QueryRow(ctx, "SELECT current_setting('svcx.session', true)", simple).Scan(&value)
	if errors.Is(err, context.DeadlineExceeded) {
		return false, nil // all share one session, which other holds
	}
	return value != nil && *value == "kept", err
}
