package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// settings are those of a connection, made by SET after connecting and not sent
// with the start of it: a pooler refuses what it does not know there. A statement
// is ended by the server after the time given, 0 is never.
func (d *postgresDialect) settings(statement time.Duration) string {
	sets := []string{
		"SET client_encoding = 'UTF8'",
		"SET statement_timeout = " + strconv.FormatInt(statement.Milliseconds(), 10),
		"SET idle_in_transaction_session_timeout = " + abandonedTransaction,
		// What is asked here is quick, and compiling it takes longer than running
		// it: where many buckets might be looked through, PostgreSQL would.
		"SET jit = off",
		"SET tcp_keepalives_idle = " + silentAfter,
		"SET tcp_keepalives_interval = " + askAgain,
		"SET tcp_keepalives_count = " + askTimes,
		// The database or the role may have been told otherwise. A snapshot from
		// before a turn to write would be one of what others have changed since.
		"SET default_transaction_isolation = 'read committed'",
		"SET lock_timeout = 0",
		"SET standard_conforming_strings = on",
		// A commit is durable when it is answered, whatever the database or the
		// role has been told; what is stricter stays.
		"SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
	}
	return strings.Join(sets, "; ")
}

// openPool makes a pool of at most so many connections with these settings.
func (d *postgresDialect) openPool(most int, settings string) *pool {
	c := &connector{d: d, Connector: stdlib.GetConnector(*d.with(settings),
		// One that is gone is found out by who uses it, and another one taken.
		stdlib.OptionShouldPing(func(context.Context, stdlib.ShouldPingParams) bool { return false }))}
	c.pool = newPool(sql.OpenDB(c), most, &d.fewer, d.log)
	return c.pool
}

// with is the configuration of a connection with these settings.
func (d *postgresDialect) with(settings string) *pgx.ConnConfig {
	config := d.config.Copy()
	config.AfterConnect = func(ctx context.Context, c *pgconn.PgConn) error {
		_, err := c.Exec(ctx, settings).ReadAll()
		return err
	}
	return config
}

// connect makes a connection outside of the pools.
func (d *postgresDialect) connect(ctx context.Context, settings string) (*pgx.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, d.patience/2)
	defer cancel()
	conn, err := pgx.ConnectConfig(bounded, d.with(settings))
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("no answer within %s: %w", d.patience/2, err)
	}
	return conn, err
}

// withoutTLSFirst asks a server on this machine for a connection without TLS first
// where the URL leaves it open (sslmode=prefer, what it is without one): none of it
// is seen by a network, and a server without TLS, as most of them are, begins a
// process to say no, and then another one for the connection.
func withoutTLSFirst(config *pgx.ConnConfig) {
	if config.TLSConfig == nil || len(config.Fallbacks) != 1 {
		return
	}
	next := config.Fallbacks[0]
	if next.TLSConfig != nil || next.Host != config.Host || next.Port != config.Port || !isLoopback(config.Host) {
		return
	}
	config.TLSConfig, next.TLSConfig = nil, config.TLSConfig
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// connector makes the connections of a pool, each within half a caller's
// patience.
type connector struct {
	driver.Connector
	d    *postgresDialect
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

// connectFailure is an error of pgx with its text in one line.
type connectFailure struct {
	error
	text string
}

func (f connectFailure) Error() string { return f.text }
func (f connectFailure) Unwrap() error { return f.error }

// inOneLine tells a failed connection once: pgx has a line for every address
// that it tried, for each with TLS and without, mostly with the same words.
func inOneLine(err error) error {
	var failed *pgconn.ConnectError
	if !errors.As(err, &failed) {
		return err
	}
	head, rest, _ := strings.Cut(err.Error(), "\n")
	var causes []string
	for line := range strings.Lines(rest) {
		line = strings.TrimSpace(line)
		known := slices.ContainsFunc(causes, func(c string) bool { return strings.Contains(c, line) })
		if line != "" && !known {
			causes = append(causes, line)
		}
	}
	// Without TLS was tried next: that one's failure is the one that counts.
	if others := slices.DeleteFunc(slices.Clone(causes), func(c string) bool { return strings.HasSuffix(c, "server refused TLS connection") }); len(others) > 0 {
		causes = others
	}
	text := strings.TrimSpace(head + " " + strings.Join(causes, "; "))
	return connectFailure{err, text}
}
