package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// Snapshot runs fn in a transaction that sees one state of the database. Writes of
// fn fail or are undone. fn runs again when a connection turned out to be dead.
func (db *DB) Snapshot(ctx context.Context, fn func(*Tx) error) error {
	bounded, cancel := context.WithTimeoutCause(ctx, 2*db.patience, errSlow)
	defer cancel()
	var err error
	for range maxGone {
		err = db.look(bounded, fn)
		if gone := err != nil && (db.backend.isGone(err) || errors.Is(err, driver.ErrBadConn)); !gone || bounded.Err() != nil {
			break
		}
	}
	switch {
	case err == nil:
		db.reading.Succeeded()
		return nil
	case bounded.Err() != nil && ctx.Err() == nil:
		err = fmt.Errorf("%w: %w", errSlow, err)
	}
	return db.Reader(ctx).Failed("reading a snapshot", err)
}

// look runs one transaction of snapshot.
func (db *DB) look(ctx context.Context, fn func(*Tx) error) error {
	conn, err := db.backend.lender(db.reads).Conn(ctx)
	if err != nil {
		return err
	}
	w := &worker{backend: db.backend, trace: db.trace, ctx: ctx, patience: db.patience, conn: conn, stmts: make(map[string]*sql.Stmt)}
	tx := &Tx{worker: w, ctx: ctx, waiting: []step{{query: db.backend.beginSnapshot()}}}
	err = fn(tx)
	for _, stmt := range w.stmts {
		stmt.Close()
	}
	if tx.begun || err != nil {
		// ctx may have ended, but the transaction must be rolled back all the same.
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), db.patience)
		defer cancel()
		if _, failed := conn.ExecContext(ending, "ROLLBACK"); failed != nil {
			conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}
	conn.Close()
	return err
}
