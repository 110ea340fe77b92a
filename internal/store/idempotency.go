package store

import (
	"context"
	"database/sql"
	"errors"

	"svcx"
)

// BeginIdempotencyKey takes the request for its run until the given time, unless it was
// taken and that is not over at the moment: then it returns what was answered, or
// the run that is at it, and body, the hash of what was asked for. A run that has
// longer than this one would was begun by a clock that was set back since, and is
// over.
func (tx *Tx) BeginIdempotencyKey(o svcx.IdempotencyKey, now, until svcx.Time) (answer *svcx.StoredResponse, body string, err error) {
	answer, err = one(tx, `SELECT body, status, answer, run FROM idempotency WHERE workspace_id = $1 AND key = $2 AND expires_at > $3 AND (status <> 0 OR expires_at <= $4)`,
		func(s scanner) (*svcx.StoredResponse, error) {
			var a svcx.StoredResponse
			err := s.Scan(&body, &a.Status, &a.Body, &a.Run)
			if a.Status != 0 {
				a.Run = ""
			}
			return &a, err
		}, o.Workspace, o.Key, now, until.Add(ClockSlack))
	if !errors.Is(err, sql.ErrNoRows) {
		return answer, body, err
	}
	_, err = tx.exec(`INSERT INTO idempotency (workspace_id, key, body, run, status, answer, expires_at) VALUES ($1, $2, $3, $4, 0, '', $5)
		ON CONFLICT (workspace_id, key) DO UPDATE SET body = excluded.body, run = excluded.run, status = 0, answer = '', expires_at = excluded.expires_at`,
		o.Workspace, o.Key, o.Body, o.Run, until)
	return nil, "", err
}

// CompleteIdempotencyKey keeps what the run was answered until the given time. One that is
// over and was taken by another run changes nothing.
func (tx *Tx) CompleteIdempotencyKey(o svcx.IdempotencyKey, a svcx.StoredResponse, until svcx.Time) error {
	_, err := tx.storeResponse(o, a, until)
	return err
}

func (tx *Tx) storeResponse(o svcx.IdempotencyKey, a svcx.StoredResponse, until svcx.Time) (kept int64, err error) {
	return tx.exec(`UPDATE idempotency SET status = $4, answer = $5, expires_at = $6 WHERE workspace_id = $1 AND key = $2 AND run = $3`,
		o.Workspace, o.Key, o.Run, a.Status, string(a.Body), until)
}

// ReleaseIdempotencyKey gives the request free again, if it is still the run's and has no
// answer: one whose commit was heard of too late has.
func (tx *Tx) ReleaseIdempotencyKey(o svcx.IdempotencyKey) error {
	_, err := tx.exec(`DELETE FROM idempotency WHERE workspace_id = $1 AND key = $2 AND run = $3 AND status = 0`, o.Workspace, o.Key, o.Run)
	return err
}

// ReleaseIdempotencyKeys frees all requests that were being carried out. Only the one server
// of an embedded store may do that, when it starts: their process is gone.
func (tx *Tx) ReleaseIdempotencyKeys() error {
	_, err := tx.exec(`DELETE FROM idempotency WHERE status = 0`)
	return err
}

// errRunOver is for a run that took so long that the request was given to another.
var errRunOver = &svcx.Error{Kind: svcx.KindConflict, Message: "this request with an Idempotency-Key took too long, and another was let in: nothing was stored"}

// idempotentWrite is a request that is carried out once, on its way to the write
// that it is about.
type idempotentWrite struct {
	key    svcx.IdempotencyKey
	until  svcx.Time
	answer func(result any) (svcx.StoredResponse, error)
	// made is what the write makes or changes; nil for any other write.
	result func() any
}

type idempotentWriteKey struct{}

// WithIdempotencyKey has the write that the request is about (see Making) keep the
// answer to it, in its own transaction and until the given time. However soon
// the process ends behind that write, the answer is there. It is made of what
// was written by answer, which must ask nobody. A write of a run whose request
// was given to another is a Conflict and undone.
func WithIdempotencyKey(ctx context.Context, o svcx.IdempotencyKey, until svcx.Time, answer func(made any) (svcx.StoredResponse, error)) context.Context {
	return context.WithValue(ctx, idempotentWriteKey{}, idempotentWrite{key: o, until: until, answer: answer})
}

// WithResult is for the write that a request is about: made is what the caller gets
// of it, once its function has run. The outermost caller says what.
func WithResult(ctx context.Context, made func() any) context.Context {
	c, ok := ctx.Value(idempotentWriteKey{}).(idempotentWrite)
	if !ok || c.result != nil {
		return ctx
	}
	c.result = made
	return context.WithValue(ctx, idempotentWriteKey{}, c)
}

// storingResponse is fn with the answer of WithIdempotencyKey behind it.
func storingResponse(ctx context.Context, fn func(*Tx) error) func(*Tx) error {
	c, ok := ctx.Value(idempotentWriteKey{}).(idempotentWrite)
	if !ok || c.result == nil {
		return fn
	}
	return func(tx *Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		answer, err := c.answer(c.result())
		if err != nil {
			return err
		}
		kept, err := tx.storeResponse(c.key, answer, c.until)
		if err == nil && kept == 0 {
			err = errRunOver
		}
		return err
	}
}
