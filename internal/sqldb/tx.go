package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"svcx"
)

// Tx is a transaction in progress, shared by the writes of one commit. It is
// used by one goroutine.
type Tx struct {
	worker *worker
	ctx    context.Context
	// broken is set by any failure but a violated constraint: the transaction may
	// be gone, so nothing more may run in it.
	broken error
	// conflict is set when the group violates a unique index. PostgreSQL has
	// aborted the group by then, so nothing more runs in it and it fails, even if
	// its function ignores the error.
	conflict error
	// begun says that BEGIN was answered.
	begun bool
	// last says that the transaction ends with the running group.
	last bool
	// ended says that it was rolled back, with nothing left to commit, or
	// committed by Finish.
	ended bool
	// hooks are those of the running group.
	hooks []func()
	// reserved is the highest id taken per table in this transaction (SQLite).
	reserved map[string]int64
	// reservedIDs are the ids that the group took in advance, per table.
	reservedIDs map[string][]int64
	// waiting are steps that will be sent with the next one.
	waiting []step
	// roundTrips counts how often steps were sent, steps those that were added.
	roundTrips, steps int
	// pipelining says that Pipeline or Finish is running.
	pipelining bool
}

// transactions is how a transaction is run.
type transactions interface {
	// begin opens a transaction and locks the workspaces, either itself or by
	// adding steps to tx.waiting, which are sent with the first statement. Commits
	// of a workspace happen in the order in which the lock was granted.
	begin(tx *Tx, workspaces []svcx.WorkspaceID) error
	// beginSnapshot returns the statement that opens a read transaction in which
	// every statement sees the same state.
	beginSnapshot() string
	// run runs the steps of a transaction in order up to the first that fails,
	// whose index it returns.
	run(ctx context.Context, w *worker, steps []step) (at int, err error)
	// commit ends the transaction. nil means durable, errUnknown that it may or may
	// not be stored, any other error that nothing is. committed is called after each
	// commit.
	commit(ctx context.Context, c *sql.Conn) error
	committed()
	// pipelines reports whether steps are sent together, so that COMMIT may go with
	// them. isLost reports whether the answer to a statement was lost; the
	// statement may have run.
	pipelines() bool
	isLost(err error) bool
	// isConstraint reports whether a statement violated a unique index, and names
	// the index.
	isConstraint(err error) (constraint string, ok bool)
}

// errUnknown is the outcome of a commit whose answer was lost. Only rows that the
// transaction wrote could tell whether it is stored. pg_xact_status was tried: a
// server that recovers from a crash reuses the transaction ids whose log never
// reached the disk, another transaction commits under the same id, and a batch
// that did not exist was acknowledged. The caller gets 503 and repeats, which
// messageId and Idempotency-Key make harmless.
var errUnknown = errors.New("the database did not say whether it was stored")

// errConstraint is the failure of a statement that violated a unique index.
type errConstraint struct {
	name string
	err  error
}

func (e *errConstraint) Error() string { return "constraint " + e.name + ": " + e.err.Error() }
func (e *errConstraint) Unwrap() error { return e.err }

// errEnded is a bug of the program: a statement after Finish.
var errEnded = errors.New("the transaction has ended")

// IsConstraint reports whether err is a violation of the named unique index.
func IsConstraint(err error, name string) bool {
	var c *errConstraint
	return errors.As(err, &c) && c.name == name
}

// OnCommit registers fn to run after the commit, on the goroutine that called
// DB.Write and before DB.Write returns. This is how the rest of the program is
// notified: first commit, then notify.
func (tx *Tx) OnCommit(fn func()) { tx.hooks = append(tx.hooks, fn) }

// begin opens the transaction, at once or with its first statement.
func (tx *Tx) begin(workspaces []svcx.WorkspaceID) error {
	err := tx.worker.backend.begin(tx, workspaces)
	tx.begun = err == nil && len(tx.waiting) == 0
	return err
}

// commit commits the transaction. Steps that are still waiting only release
// savepoints, which end with it.
func (tx *Tx) commit() error {
	if !tx.begun {
		if err := tx.flush(); err != nil {
			return err
		}
	}
	d := tx.worker.backend
	if err := d.commit(tx.ctx, tx.worker.conn); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	d.committed()
	return nil
}

// attempt runs the group, which is undone as a whole if it fails.
func (tx *Tx) attempt(group []*job, savepoint bool) error {
	tx.hooks, tx.conflict, tx.reservedIDs = nil, nil, nil
	before := tx.mark()
	if savepoint {
		tx.waiting = append(tx.waiting, step{query: "SAVEPOINT unit"})
	}
	err := runJobs(tx, group)
	tx.pipelining = false
	if err == nil {
		err = tx.conflict
	}
	switch {
	case tx.broken != nil:
		return tx.broken
	case tx.ended:
		if err != nil {
			// It was stored all the same and must not run again.
			tx.broken = fmt.Errorf("%w: %w", errUnknown, err)
			return tx.broken
		}
	case err == nil && savepoint:
		tx.waiting = append(tx.waiting, step{query: "RELEASE SAVEPOINT unit"})
	case err != nil && savepoint:
		if !tx.forget(before) {
			break // its savepoint was not sent yet
		}
		if failed := tx.control("ROLLBACK TO SAVEPOINT unit"); failed != nil {
			return failed
		}
		tx.waiting = append(tx.waiting, step{query: "RELEASE SAVEPOINT unit"})
	case err != nil:
		// The group is alone in its transaction: there is nothing else to commit.
		tx.ended = true
		if tx.forget(before) || tx.begun {
			tx.control("ROLLBACK")
		}
	}
	if err == nil {
		group[0].hooks = tx.hooks
	}
	return err
}

func runJobs(tx *Tx, group []*job) (err error) {
	defer func() {
		// A panic in one write must not end the process and, with it, all other
		// writes.
		if p := recover(); p != nil {
			tx.broken = fmt.Errorf("panic in a write: %v\n%s", p, debug.Stack())
			err = tx.broken
		}
	}()
	if group[0].batch == nil {
		return group[0].run(tx)
	}
	items := make([]any, len(group))
	for i, j := range group {
		items[i] = j.item
	}
	return group[0].batch.run(tx, group[0].workspace, items)
}

// control runs a statement such as ROLLBACK, whose failure breaks the
// transaction.
func (tx *Tx) control(statement string) error {
	if _, err := tx.worker.conn.ExecContext(tx.ctx, statement); err != nil {
		tx.broken = fmt.Errorf("%s: %w", statement, err)
	}
	return tx.broken
}

// SQL implements Querier.
func (tx *Tx) SQL() Dialect { return tx.worker.backend }

// Each implements Querier.
func (tx *Tx) Each(query string, args []any, row func(Scanner) error) error {
	return tx.send(step{query: query, args: args, row: row})
}

// Exec runs a statement and returns how many rows it affected.
func (tx *Tx) Exec(query string, args ...any) (n int64, err error) {
	err = tx.send(step{query: query, args: args, affected: func(affected int64) error { n = affected; return nil }})
	return n, err
}

// over returns why nothing more may run in the group; nil if something may.
func (tx *Tx) over() error {
	switch {
	case tx.broken != nil:
		return tx.broken
	case tx.ended:
		return errEnded
	}
	return tx.conflict
}

// Failed classifies a statement's failure: a violated constraint is the write's
// own fault, everything else ends the transaction.
func (tx *Tx) Failed(query string, err error) error {
	if over := tx.over(); over != nil {
		return over
	}
	if name, ok := tx.worker.backend.isConstraint(err); ok {
		tx.conflict = &errConstraint{name: name, err: err}
		return tx.conflict
	}
	if isDamage(err) {
		// The statement ran: the transaction is sound.
		return fmt.Errorf("%s: %w", firstLine(query), err)
	}
	tx.broken = fmt.Errorf("%s: %w", firstLine(query), err)
	return tx.broken
}

// ReserveAhead takes ids of several tables in advance, in one statement, where each
// later Reserve and Insert would send its own. They are valid for the rest of the
// group; those that are not used are lost.
func (tx *Tx) ReserveAhead(n map[string]int) error {
	if tx.reservedIDs == nil {
		tx.reservedIDs = make(map[string][]int64)
	}
	wanted := make(map[string]int)
	for table, n := range n {
		if missing := n - len(tx.reservedIDs[table]); missing > 0 {
			wanted[table] = missing
		}
	}
	return tx.worker.backend.reserveAhead(tx, wanted)
}

// Reserve takes n ids of the table.
func (tx *Tx) Reserve(table string, n int) ([]int64, error) {
	if n == 0 {
		return nil, nil
	}
	if ahead := tx.reservedIDs[table]; len(ahead) >= n {
		tx.reservedIDs[table] = ahead[n:]
		return ahead[:n], nil
	}
	delete(tx.reservedIDs, table) // ids of a table are used in order
	return tx.worker.backend.reserve(tx, table, n)
}

// LastID returns a lower bound for the ids of future rows in the transaction's
// workspaces: at least the highest that the table has had there, 0 if none.
func (tx *Tx) LastID(table string) (int64, error) { return tx.worker.backend.lastID(tx, table) }

func (tx *Tx) insert(n *insertion, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.worker.backend.insert(tx, n, rows)
}

// Placeholder is the n-th parameter in a statement.
func Placeholder(n int) string { return "$" + strconv.Itoa(n) }

// firstLine shortens a statement for an error or a log line.
func firstLine(query string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(query), "\n")
	if len(line) > 80 {
		line = line[:80] + "…"
	}
	return line
}
