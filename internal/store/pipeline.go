package store

import (
	"fmt"
	"slices"

	"svcx"
)

// step is a statement of a transaction and what is done with its answer.
type step struct {
	query string
	args  []any
	// row gets every row of a SELECT; nil for a statement that has none.
	row func(scanner) error
	// touched is told how many rows were, once all steps sent with it are done.
	touched func(int64) error
	n       int64
}

// Pipeline sends the statements of fn that need no answer yet with one another:
// over a network that is one round trip for all of them. They run in order, each
// sees what those before it did, and the first that fails ends them. What fn
// runs and needs the answer of takes along what waits.
//
// What such statements are told, and their errors, are there when Together
// returns, not before.
func (tx *Tx) Pipeline(fn func() error) error {
	if tx.gathering {
		return fn()
	}
	before := tx.mark()
	tx.gathering = true
	err := fn()
	tx.gathering = false
	if err != nil {
		tx.forget(before)
		return err
	}
	return tx.flush()
}

// Finish is Together for the last statements of a unit: nothing is asked of the
// database behind it. Where the transaction ends with the unit they take its
// COMMIT along, which saves a round trip. It may only change rows that were read
// in the transaction: one that is missing is found out behind the commit, when
// it can only be reported.
func (tx *Tx) Finish(fn func() error) error {
	if tx.gathering {
		return fn()
	}
	before := tx.mark()
	tx.gathering = true
	err := fn()
	tx.gathering = false
	switch {
	case err != nil:
		tx.forget(before)
		return err
	case tx.last && tx.begun && tx.worker.dialect.pipelines() && onlyChanges(tx.waiting):
		return tx.flushAndCommit()
	default:
		return tx.flush()
	}
}

// onlyChanges says that no step has an answer to be read, which may fail by
// itself, behind the commit.
func onlyChanges(steps []step) bool {
	return !slices.ContainsFunc(steps, func(s step) bool { return s.row != nil })
}

// flushAndCommit runs what waits and commits in one flight. The server skips
// what stands behind a statement that fails, COMMIT too: the unit is undone then
// as in any other flight. Where no answer came the commit may have been reached:
// the outcome is unknown.
func (tx *Tx) flushAndCommit() error {
	d := tx.worker.dialect
	steps := append(tx.waiting, step{query: "COMMIT"})
	tx.waiting = nil
	tx.roundTrips++
	at, err := d.run(tx.ctx, tx.worker, steps)
	switch {
	case err == nil:
	case d.isLost(err):
		tx.broken = fmt.Errorf("committing: %w: %w", errUnknown, err)
		return tx.broken
	case at == len(steps)-1:
		tx.broken = fmt.Errorf("committing: %w", err)
		return tx.broken
	default:
		return tx.failed(steps[at].query, err)
	}
	tx.ended = true
	d.committed()
	if err := touch(steps); err != nil {
		tx.broken = fmt.Errorf("%w: %w", errUnknown, err)
		return tx.broken
	}
	return nil
}

// enqueue runs a statement whose answer nobody waits for: at once, or with the
// others of Together. touched may be nil.
func (tx *Tx) enqueue(touched func(int64) error, query string, args ...any) error {
	return tx.add(step{query: query, args: args, touched: touched})
}

// enqueueCollect is collect for Together.
func enqueueCollect[T any](tx *Tx, all *[]T, query string, scan func(scanner) (T, error), args ...any) error {
	return tx.add(step{query: query, args: args, row: func(s scanner) error {
		item, err := scan(s)
		*all = append(*all, item)
		return err
	}})
}

func (tx *Tx) add(s step) error {
	if !tx.gathering {
		return tx.send(s)
	}
	if over := tx.over(); over != nil {
		return over
	}
	tx.waiting = append(tx.waiting, s)
	return nil
}

// send runs a step behind those that wait.
func (tx *Tx) send(s step) error {
	if over := tx.over(); over != nil {
		return over
	}
	tx.waiting = append(tx.waiting, s)
	return tx.flush()
}

// mark is a place among the steps.
func (tx *Tx) mark() stepMark { return stepMark{len(tx.waiting), tx.roundTrips} }

type stepMark struct{ waiting, roundTrips int }

// forget drops what waits since the mark. sent says that something was sent
// since.
func (tx *Tx) forget(m stepMark) (sent bool) {
	if m.roundTrips != tx.roundTrips {
		tx.waiting = nil
		return true
	}
	tx.waiting = tx.waiting[:m.waiting]
	return false
}

// flush runs what waits. The failure of a step is what became of the
// transaction; what a step's touched says of it is its caller's error.
func (tx *Tx) flush() error {
	steps := tx.waiting
	if len(steps) == 0 {
		return tx.over()
	}
	tx.waiting = nil
	tx.roundTrips++
	at, err := tx.worker.dialect.run(tx.ctx, tx.worker, steps)
	// Whatever the first flight brings along stands behind BEGIN in it.
	tx.begun = tx.begun || err == nil || at > 0
	if err != nil {
		return tx.failed(steps[at].query, err)
	}
	return touch(steps)
}

// touch tells the steps' callers how many rows there were.
func touch(steps []step) error {
	for _, s := range steps {
		if s.touched == nil {
			continue
		}
		if err := s.touched(s.n); err != nil {
			return err
		}
	}
	return nil
}

// mustExist says that a change of a row found none.
func mustExist(what string) func(int64) error {
	return func(n int64) error {
		if n == 0 {
			return svcx.NotFound(what)
		}
		return nil
	}
}
