package store

import (
	"context"
	"database/sql"
	"errors"

	"svcx"
)

// BeginOnce takes the request for its run until the given time, unless it was
// taken and that is not over at the moment: then it returns what was answered,
// and body, the hash of what was asked for.
func (tx *Tx) BeginOnce(o svcx.Once, now, until svcx.Time) (answer *svcx.OnceAnswer, body string, err error) {
	answer, err = one(tx, `SELECT body, status, answer FROM idempotency WHERE workspace_id = $1 AND key = $2 AND expires_at > $3`,
		func(s scanner) (*svcx.OnceAnswer, error) {
			var a svcx.OnceAnswer
			return &a, s.Scan(&body, &a.Status, &a.Body)
		}, o.Workspace, o.Key, now)
	if !errors.Is(err, sql.ErrNoRows) {
		return answer, body, err
	}
	_, err = tx.exec(`INSERT INTO idempotency (workspace_id, key, body, run, status, answer, expires_at) VALUES ($1, $2, $3, $4, 0, '', $5)
		ON CONFLICT (workspace_id, key) DO UPDATE SET body = excluded.body, run = excluded.run, status = 0, answer = '', expires_at = excluded.expires_at`,
		o.Workspace, o.Key, o.Body, o.Run, until)
	return nil, "", err
}

// FinishOnce keeps what the run was answered until the given time. One that is
// over and was taken by another run changes nothing.
func (tx *Tx) FinishOnce(o svcx.Once, a svcx.OnceAnswer, until svcx.Time) error {
	_, err := tx.exec(`UPDATE idempotency SET status = $4, answer = $5, expires_at = $6 WHERE workspace_id = $1 AND key = $2 AND run = $3`,
		o.Workspace, o.Key, o.Run, a.Status, string(a.Body), until)
	return err
}

// ForgetOnce gives the request free again, if it is still the run's.
func (tx *Tx) ForgetOnce(o svcx.Once) error {
	_, err := tx.exec(`DELETE FROM idempotency WHERE workspace_id = $1 AND key = $2 AND run = $3`, o.Workspace, o.Key, o.Run)
	return err
}

// errRunOver is for a run that took so long that the request was given to another.
var errRunOver = &svcx.Error{Kind: svcx.KindConflict, Message: "this request with an Idempotency-Key took too long, and another was let in: nothing was stored"}

type carryingOut struct {
	once  svcx.Once
	until svcx.Time
}

type carryingOutKey struct{}

// CarryingOut has the first of the caller's writes under the context note, in its
// own transaction and until the given time, that the request was carried out. A
// process that ends between that write and FinishOnce then leaves a request that
// is known to be done: it was carried out a second time before. A write of a run
// whose request was given to another is a Conflict and undone.
func CarryingOut(ctx context.Context, o svcx.Once, until svcx.Time) context.Context {
	return context.WithValue(ctx, carryingOutKey{}, carryingOut{o, until})
}

// notingOnce is fn with the note of CarryingOut behind it.
func notingOnce(ctx context.Context, fn func(*Tx) error) func(*Tx) error {
	c, ok := ctx.Value(carryingOutKey{}).(carryingOut)
	if !ok {
		return fn
	}
	return func(tx *Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		n, err := tx.exec(`UPDATE idempotency SET status = $4, expires_at = $5 WHERE workspace_id = $1 AND key = $2 AND run = $3 AND status IN (0, $4)`,
			c.once.Workspace, c.once.Key, c.once.Run, svcx.OnceCarriedOut, c.until)
		if err == nil && n == 0 {
			err = errRunOver
		}
		return err
	}
}
