package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// settings returns the SET statements of a new connection. They are not startup
// parameters, since a pooler refuses those that it does not know. The server ends
// a statement after the given time; 0 means never.
func (d *postgresPools) settings(statement time.Duration) string {
	sets := []string{
		"SET client_encoding = 'UTF8'",
		"SET statement_timeout = " + strconv.FormatInt(statement.Milliseconds(), 10),
		"SET idle_in_transaction_session_timeout = " + idleTransactionTimeout,
		// All statements are quick, and compiling one takes longer than running it.
		// PostgreSQL would compile searches that may read many buckets.
		"SET jit = off",
		// What is read has an index. A plan that is made while a table is small reads all of
		// it, and is kept until there are new statistics: in the first minutes of a store,
		// and of a table such as deliveries, each statement took a hundred times as long.
		"SET enable_seqscan = off",
		"SET tcp_keepalives_idle = " + keepaliveIdle,
		"SET tcp_keepalives_interval = " + keepaliveInterval,
		"SET tcp_keepalives_count = " + keepaliveCount,
		// The database or the role may be configured otherwise. A snapshot taken
		// before the workspace's lock would not show what others have changed since.
		"SET default_transaction_isolation = 'read committed'",
		"SET lock_timeout = 0",
		"SET standard_conforming_strings = on",
		// A commit is durable when it is answered, however the database or the role
		// is configured; stricter values stay.
		"SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
	}
	return strings.Join(sets, "; ")
}

// openPool opens a pool of at most most connections with these settings.
func (d *postgresPools) openPool(most int, settings string) *pool {
	c := &connector{d: d, Connector: stdlib.GetConnector(*d.with(settings),
		// A dead connection is detected when it is used, and another one is taken.
		stdlib.OptionShouldPing(func(context.Context, stdlib.ShouldPingParams) bool { return false }))}
	c.pool = newPool(sql.OpenDB(c), most, &d.fewer, d.log)
	return c.pool
}

// with returns the configuration of a connection with these settings.
func (d *postgresPools) with(settings string) *pgx.ConnConfig {
	config := d.config.Copy()
	config.AfterConnect = func(ctx context.Context, c *pgconn.PgConn) error {
		_, err := c.Exec(ctx, settings).ReadAll()
		return err
	}
	return config
}

// connect opens a connection outside of the pools.
func (d *postgresPools) connect(ctx context.Context, settings string) (*pgx.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, d.patience/2)
	defer cancel()
	conn, err := pgx.ConnectConfig(bounded, d.with(settings))
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("no answer within %s: %w", d.patience/2, err)
	}
	return conn, err
}

// connector opens the connections of a pool, each within half the patience.
type connector struct {
	driver.Connector
	d    *postgresPools
	pool *pool
}

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, c.d.patience/2)
	defer cancel()
	conn, err := c.Connector.Connect(bounded)
	switch {
	case err == nil:
		return conn, nil
	case isFull(err):
		if c.pool.refused() == 0 {
			c.d.makeRoom()
			pause(ctx, fullPause)
		}
	case bounded.Err() != nil && ctx.Err() == nil:
		return nil, connectFailure{err, fmt.Sprintf("no answer within %s", c.d.patience/2)}
	}
	return nil, inOneLine(err)
}

// pause waits, or ends with ctx.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// connectFailure is an error of pgx with its text on one line.
type connectFailure struct {
	error
	text string
}

func (f connectFailure) Error() string { return f.text }
func (f connectFailure) Unwrap() error { return f.error }

// inOneLine shortens the error of a failed connection: pgx has a line for every
// address that it tried, with TLS and without, mostly with the same text.
func inOneLine(err error) error {
	var failed *pgconn.ConnectError
	if !errors.As(err, &failed) {
		return err
	}
	head, rest, _ := strings.Cut(err.Error(), "\n")
	var causes []string
	for line := range strings.Lines(rest) {
		line = strings.TrimSpace(line)
		repeated := slices.ContainsFunc(causes, func(c string) bool { return strings.Contains(c, line) })
		if line != "" && !repeated {
			causes = append(causes, line)
		}
	}
	// After a refusal of TLS the attempt without TLS is the one that counts.
	if others := slices.DeleteFunc(slices.Clone(causes), func(c string) bool { return strings.HasSuffix(c, "server refused TLS connection") }); len(others) > 0 {
		causes = others
	}
	text := strings.TrimSpace(head + " " + strings.Join(causes, "; "))
	return connectFailure{err, text}
}
