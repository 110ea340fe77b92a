package sqldb

import (
	"context"
	"fmt"
	"slices"
)

// step is a statement of a transaction and what happens with its answer.
type step struct {
	query string
	args  []any
	// row is called for every row of a SELECT; nil for other statements.
	row func(Scanner) error
	// affected is called with the number of affected rows, n, once all steps sent
	// with it are done.
	affected func(int64) error
	n        int64
}

// Pipeline sends those statements of fn together that need no answer yet: over a
// network that is one round trip for all of them. They run in order, each sees
// what the ones before it did, and the first failure ends them. A statement whose
// answer fn needs at once is sent with all that are waiting.
//
// Answers and errors of pipelined statements are there when Pipeline returns, not
// before.
func (tx *Tx) Pipeline(fn func() error) error {
	if tx.pipelining {
		return fn()
	}
	before := tx.mark()
	tx.pipelining = true
	err := fn()
	tx.pipelining = false
	if err != nil {
		tx.forget(before)
		return err
	}
	return tx.flush()
}

// Finish is Pipeline for the last statements of a group; no statement may follow
// it. Where the transaction ends with the group, COMMIT is sent with them, which
// saves a round trip. fn may only change rows that were read in the transaction:
// that a row is missing is detected after the commit, when it can only be
// reported.
func (tx *Tx) Finish(fn func() error) error {
	if tx.pipelining {
		return fn()
	}
	before := tx.mark()
	tx.pipelining = true
	err := fn()
	tx.pipelining = false
	switch {
	case err != nil:
		tx.forget(before)
		return err
	case tx.last && tx.begun && tx.worker.backend.pipelines() && onlyChanges(tx.waiting):
		return tx.flushAndCommit()
	default:
		return tx.flush()
	}
}

// onlyChanges reports whether no step has rows to read: reading them could fail
// after the commit.
func onlyChanges(steps []step) bool {
	return !slices.ContainsFunc(steps, func(s step) bool { return s.row != nil })
}

// flushAndCommit runs the waiting steps and commits in one round trip. The server
// skips what follows a statement that fails, COMMIT included: the group is then
// undone as usual. Without an answer the commit may have been reached, and the
// outcome is unknown.
func (tx *Tx) flushAndCommit() error {
	d := tx.worker.backend
	steps := append(tx.waiting, step{query: "COMMIT"})
	tx.waiting = nil
	tx.roundTrips++
	at, err := tx.worker.run(tx.ctx, steps)
	switch {
	case err == nil:
	case d.isLost(err):
		tx.broken = fmt.Errorf("committing: %w: %w", errUnknown, err)
		return tx.broken
	case at == len(steps)-1:
		tx.broken = fmt.Errorf("committing: %w", err)
		return tx.broken
	default:
		return tx.Failed(steps[at].query, err)
	}
	tx.ended = true
	d.committed()
	if err := reportAffected(steps); err != nil {
		tx.broken = fmt.Errorf("%w: %w", errUnknown, err)
		return tx.broken
	}
	return nil
}

// Enqueue runs a statement whose answer is not needed yet: within Pipeline with
// the others, elsewhere at once. affected may be nil.
func (tx *Tx) Enqueue(affected func(int64) error, query string, args ...any) error {
	return tx.add(step{query: query, args: args, affected: affected})
}

// adder is a transaction, or a type that embeds one.
type adder interface{ add(step) error }

// EnqueueCollect is Collect within Pipeline.
func EnqueueCollect[T any](tx adder, all *[]T, query string, scan func(Scanner) (T, error), args ...any) error {
	return tx.add(step{query: query, args: args, row: func(s Scanner) error {
		item, err := scan(s)
		*all = append(*all, item)
		return err
	}})
}

func (tx *Tx) add(s step) error {
	if !tx.pipelining {
		return tx.send(s)
	}
	if over := tx.over(); over != nil {
		return over
	}
	tx.steps++
	tx.waiting = append(tx.waiting, s)
	return nil
}

// send runs a step after those that are waiting.
func (tx *Tx) send(s step) error {
	if over := tx.over(); over != nil {
		return over
	}
	tx.steps++
	tx.waiting = append(tx.waiting, s)
	return tx.flush()
}

// Steps is how many statements the transaction was given. If it is the same before and
// after a function, that one wrote nothing.
func (tx *Tx) Steps() int { return tx.steps }

// mark returns the current position among the steps.
func (tx *Tx) mark() stepMark { return stepMark{len(tx.waiting), tx.roundTrips} }

type stepMark struct{ waiting, roundTrips int }

// forget drops the steps added since the mark. It reports whether any were sent
// already.
func (tx *Tx) forget(m stepMark) (sent bool) {
	if m.roundTrips != tx.roundTrips {
		tx.waiting = nil
		return true
	}
	tx.waiting = tx.waiting[:m.waiting]
	return false
}

// flush runs the waiting steps. A step that fails decides about the transaction;
// an error of a step's affected function is only its caller's.
func (tx *Tx) flush() error {
	steps := tx.waiting
	if len(steps) == 0 {
		return tx.over()
	}
	tx.waiting = nil
	tx.roundTrips++
	at, err := tx.worker.run(tx.ctx, steps)
	// BEGIN is the first step of the first round trip.
	tx.begun = tx.begun || err == nil || at > 0
	if err != nil {
		return tx.Failed(steps[at].query, err)
	}
	return reportAffected(steps)
}

// reportAffected passes each step its number of affected rows.
func reportAffected(steps []step) error {
	for _, s := range steps {
		if s.affected == nil {
			continue
		}
		if err := s.affected(s.n); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) run(ctx context.Context, steps []step) (at int, err error) {
	for _, s := range steps {
		w.trace(s.query, s.args)
	}
	return w.backend.run(ctx, w, steps)
}
