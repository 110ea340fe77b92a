package sqldb

import (
	"context"
	"database/sql"
	"sync/atomic"

	"github.com/jackc/pgx/v5/stdlib"

	"svcx"
)

// Access to internals for the tests of this package.

// Kill closes the transaction's connection. With the embedded database, which has
// none to close, it ends the transaction.
func (tx *Tx) Kill() {
	tx.worker.conn.Raw(func(c any) error {
		if c, ok := c.(*stdlib.Conn); ok {
			return c.Conn().PgConn().Conn().Close()
		}
		return nil
	})
	if tx.worker.backend.name == "sqlite" {
		tx.control("ROLLBACK")
	}
}

// Migrator is the pool of the migrations.
func (db *DB) Migrator(ctx context.Context) (*sql.DB, func() error, error) {
	return db.backend.migrator(ctx)
}

// Closing reports whether new writes are refused.
func (db *DB) Closing() bool {
	db.committer.mu.Lock()
	defer db.committer.mu.Unlock()
	return db.committer.closed
}

// Spy counts what the committer does with its database and can make it fail.
type Spy struct {
	writers
	transactions
	Commits     atomic.Int64
	Connections atomic.Int64
	// OnConnect runs after connecting and OnBegin before BEGIN, if they are set.
	OnConnect func(*sql.Conn) error
	OnBegin   func() error
}

func (s *Spy) writer(ctx context.Context) (*sql.Conn, error) {
	c, err := s.writers.writer(ctx)
	if err == nil && s.OnConnect != nil {
		err = s.OnConnect(c)
	}
	s.Connections.Add(1)
	return c, err
}

func (s *Spy) begin(tx *Tx, workspaces []svcx.WorkspaceID) error {
	if s.OnBegin != nil {
		if err := s.OnBegin(); err != nil {
			return err
		}
	}
	return s.transactions.begin(tx, workspaces)
}

func (s *Spy) committed() {
	s.Commits.Add(1)
	s.transactions.committed()
}

// Watch puts a spy between the committer and the database. set prepares it before
// the first write.
func (db *DB) Watch(set func(*Spy)) *Spy {
	db.committer.close()
	s := &Spy{writers: db.backend.writers, transactions: db.backend.transactions}
	if set != nil {
		set(s)
	}
	spied := *db.backend
	spied.writers, spied.transactions = s, s
	db.committer = newCommitter(&spied, Options{Now: db.now, Patience: db.patience, Schema: db.schema, Log: db.log, Trace: db.trace})
	return s
}

// CheckpointPast sets the sizes past which Checkpoint checkpoints the embedded
// database's log and resets it. It stops the background's checkpoints, which would
// interfere with the test's.
func (db *DB) CheckpointPast(soft, hard int) {
	db.stop()
	db.running.Wait()
	d := db.backend.file.(*sqliteFile)
	d.walSoft, d.walHard = soft, hard
}

// Checkpoint checks the log once, as the background does, and returns the next limit
// and the bytes of log.
func (db *DB) Checkpoint(ctx context.Context, limit int) (next, size int, err error) {
	d := db.backend.file.(*sqliteFile)
	if next, err = d.checkpoint(ctx, limit); err != nil {
		return 0, 0, err
	}
	s, err := d.walCheckpoint(ctx, d.writers, "NOOP")
	return next, s.bytes(), err
}

// WantsProof reports whether a write has found no room and no later one has shown
// that there is some.
func (db *DB) WantsProof() bool {
	wanted, _ := db.committer.outage.wantsProof()
	return wanted
}

// Raw is the database without the engine, also for writing.
func (db *DB) Raw() *sql.DB {
	_, writes := db.Pools()
	return writes
}

// Reads is the pool of the reads.
func (db *DB) Reads() *sql.DB { return db.reads }
