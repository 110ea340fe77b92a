package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// openPool makes a pool of at most so many connections, whose failures are told
// in one line.
func openPool(config *pgx.ConnConfig, most int) *sql.DB {
	db := sql.OpenDB(connector{stdlib.GetConnector(*config)})
	db.SetConnMaxIdleTime(idleConnection)
	limitPool(db, most)
	return db
}

// plainFirst asks a server on this machine for a connection without TLS first
// where the URL leaves it open (sslmode=prefer, what it is without one): none of it
// is seen by a network, and a server without TLS, as most of them are, begins a
// process to say no, and then another one for the connection.
func plainFirst(config *pgx.ConnConfig) {
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

// limitPool keeps as many idle connections as may be open: with fewer kept each
// burst closed and made some anew, which cost more than two thirds of the
// throughput.
func limitPool(db *sql.DB, most int) {
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
}

// widen lets more connections read once it happens that all of them are busy and
// somebody has waited for one lately. The pool cannot be asked to say so.
func (d *postgresDialect) widen(ctx context.Context) {
	look := time.NewTicker(widenAfter)
	defer look.Stop()
	for waited := int64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		pool := d.db.Stats()
		if pool.InUse == pool.MaxOpenConnections && pool.WaitCount > waited {
			limitPool(d.db, postgresReaders)
			return
		}
		waited = pool.WaitCount
	}
}

type connector struct{ driver.Connector }

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, inOneLine(err)
	}
	return conn, nil
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
