package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"svcx"
)

// LoadInbound is Tx.LoadInbound for who only looks: one state of the database is
// read on a connection for reading, without the workspace's turn to write. Ids
// that keys ask for ahead are not taken.
func (db *DB) LoadInbound(ctx context.Context, ws svcx.WorkspaceID, keys InboundKeys) (state InboundState, err error) {
	keys.Ahead = IDReservation{}
	err = db.snapshot(ctx, func(tx *Tx) error {
		state, err = tx.LoadInbound(ws, keys)
		return err
	})
	return state, err
}

// snapshot has fn read one state of the database. Whatever fn wrote would fail,
// or be undone. fn is run again after a connection turned out to be gone.
func (db *DB) snapshot(ctx context.Context, fn func(*Tx) error) error {
	bounded, cancel := context.WithTimeoutCause(ctx, 2*db.patience, errSlow)
	defer cancel()
	var err error
	for range maxGone {
		err = db.look(bounded, fn)
		if gone := err != nil && (db.dialect.isGone(err) || errors.Is(err, driver.ErrBadConn)); !gone || bounded.Err() != nil {
			break
		}
	}
	switch {
	case err == nil:
		db.reading.succeeded()
		return nil
	case bounded.Err() != nil && ctx.Err() == nil:
		err = fmt.Errorf("%w: %w", errSlow, err)
	}
	return db.reader(ctx).failed("reading a snapshot", err)
}

// look is one transaction of snapshot.
func (db *DB) look(ctx context.Context, fn func(*Tx) error) error {
	conn, err := db.reads.Conn(ctx)
	if err != nil {
		return err
	}
	w := &worker{dialect: db.dialect, ctx: ctx, patience: db.patience, conn: conn, stmts: make(map[string]*sql.Stmt)}
	tx := &Tx{worker: w, ctx: ctx, waiting: []step{{query: db.dialect.beginSnapshot()}}}
	err = fn(tx)
	for _, stmt := range w.stmts {
		stmt.Close()
	}
	if tx.begun || err != nil {
		// Where ctx is what ended it, the end of the transaction is still to be said.
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), db.patience)
		defer cancel()
		if _, failed := conn.ExecContext(ending, "ROLLBACK"); failed != nil {
			conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}
	conn.Close()
	return err
}
