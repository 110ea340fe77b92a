package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// silentProbes is how many probes in a row the server may leave unanswered during
// a migration.
const silentProbes = 3

// errSilent is returned when the server has left the probes unanswered.
var errSilent = fmt.Errorf("%w", errSlow)

// migrator opens a pool of one connection. A migration may work on a large table
// for as long as it needs, but waits for a lock no longer than a minute, since all
// other statements queue after it. A process with a single connection gives that
// one up meanwhile.
func (d postgresSchema) migrator(ctx context.Context) (*sql.DB, func() error, error) {
	if d.single() {
		d.reading.SetMaxIdleConns(0)
	}
	p := d.openPool(1, d.settings(0)+"; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '1min'; SET enable_seqscan = on")
	done := func() error {
		if d.single() {
			d.reading.SetMaxIdleConns(1)
		}
		return p.Close()
	}
	conn, err := p.conn(ctx)
	if err != nil {
		done()
		return nil, nil, fmt.Errorf("connecting: %w", err)
	}
	return p.DB, done, conn.Close()
}

// watched probes the server once per patience on a new connection, since the one
// that runs the migration is silent until it is done.
func (d postgresSchema) watched(ctx context.Context, fn func(context.Context) error) error {
	working, giveUp := context.WithCancel(ctx)
	defer giveUp()
	done := make(chan error, 1)
	go func() { done <- fn(working) }()
	ask := time.NewTicker(d.patience)
	defer ask.Stop()
	for silent := 0; silent < silentProbes && ctx.Err() == nil; {
		select {
		case err := <-done:
			return err
		case <-ctx.Done():
		case <-ask.C:
			silent++
			if d.answers(ctx) {
				silent = 0
			}
		}
	}
	giveUp()
	select {
	case err := <-done:
		if err == nil || ctx.Err() != nil {
			return err
		}
	case <-time.After(d.patience):
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("gave up: %w, %d times in a row", errSilent, silentProbes)
}

// answers reports whether the server answers a new connection, even if only to
// refuse it.
func (d postgresSchema) answers(ctx context.Context) bool {
	conn, err := d.connect(ctx, "SELECT 1")
	if err != nil {
		var refused *pgconn.PgError
		return errors.As(err, &refused)
	}
	ctx, cancel := context.WithTimeout(ctx, d.patience/2)
	defer cancel()
	conn.Close(ctx)
	return true
}
