package store

import (
	"context"
	"database/sql"
	"svcx"
	"sync/atomic"

	"github.com/jackc/pgx/v5/stdlib"
)

// Access to internals for the tests of this package.

// Kill closes the transaction's connection. With the embedded database, which has
// none to close, it ends the transaction.
func (tx *coreTx) Kill() {
	tx.worker.conn.Raw(func(c any) error {
		if c, ok := c.(*stdlib.Conn); ok {
			return c.Conn().PgConn().Conn().Close()
		}
		return nil
	})
	if tx.worker.dialect.name() == "sqlite" {
		tx.control("ROLLBACK")
	}
}

// Migrator is the pool of the migrations.
func (db *coreDB) Migrator(ctx context.Context) (*sql.DB, func() error, error) {
	return db.dialect.migrator(ctx)
}

// Waiting is how many writes wait.
func (db *coreDB) Waiting() int {
	db.committer.mu.Lock()
	defer db.committer.mu.Unlock()
	n := 0
	for _, l := range db.committer.queues {
		n += len(l.jobs)
	}
	return n
}

// Closing reports whether new writes are refused.
func (db *coreDB) Closing() bool {
	db.committer.mu.Lock()
	defer db.committer.mu.Unlock()
	return db.committer.closed
}

// Spy counts what the committer does with its database and can make it fail.
type Spy struct {
	dialect
	Commits     atomic.Int64
	Connections atomic.Int64
	// OnConnect runs after connecting and OnBegin before BEGIN, if they are set.
	OnConnect func(*sql.Conn) error
	OnBegin   func() error
}

func (s *Spy) writer(ctx context.Context) (*sql.Conn, error) {
	c, err := s.dialect.writer(ctx)
	if err == nil && s.OnConnect != nil {
		err = s.OnConnect(c)
	}
	s.Connections.Add(1)
	return c, err
}

func (s *Spy) begin(tx *coreTx, workspaces []svcx.WorkspaceID) error {
	if s.OnBegin != nil {
		if err := s.OnBegin(); err != nil {
			return err
		}
	}
	return s.dialect.begin(tx, workspaces)
}

func (s *Spy) committed() {
	s.Commits.Add(1)
	s.dialect.committed()
}

// Watch puts a spy between the committer and the database. set prepares it before
// the first write.
func (db *coreDB) Watch(set func(*Spy)) *Spy {
	db.committer.close()
	s := &Spy{dialect: db.dialect}
	if set != nil {
		set(s)
	}
	db.committer = newCommitter(s, coreOptions{Now: db.now, Patience: db.patience, Schema: db.schema, Log: db.log, Trace: db.trace})
	return s
}

// CheckpointPast sets the sizes past which Checkpoint checkpoints the embedded
// database's log and resets it. It stops the background's checkpoints, which would
// interfere with the test's.
func (db *coreDB) CheckpointPast(soft, hard int) {
	db.stop()
	db.running.Wait()
	d := db.dialect.(*sqliteDialect)
	d.walSoft, d.walHard = soft, hard
}

// Checkpoint checks the log once, as the background does, and returns the next limit
// and the bytes of log.
func (db *coreDB) Checkpoint(ctx context.Context, limit int) (next, size int, err error) {
	d := db.dialect.(*sqliteDialect)
	if next, err = d.checkpoint(ctx, limit); err != nil {
		return 0, 0, err
	}
	s, err := d.walCheckpoint(ctx, d.writers, "NOOP")
	return next, s.bytes(), err
}

// WantsProof reports whether a write has found no room and no later one has shown
// that there is some.
func (db *coreDB) WantsProof() bool {
	wanted, _ := db.committer.outage.wantsProof()
	return wanted
}
