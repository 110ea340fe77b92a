package store

import (
	"database/sql"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
)

// BeginIdempotencyKey takes the key for its run until the given time. If the key is
// taken and has not expired, it returns the stored response, or the run that is
// under way, and body, the hash of that request. A run that has more time than this
// one would get was begun by a clock that was since set back, and counts as expired.
func (tx *Tx) BeginIdempotencyKey(o svcx.IdempotencyKey, now, until svcx.Time) (response *svcx.StoredResponse, body string, err error) {
	response, err = sqldb.One(tx, `SELECT body, status, answer, run FROM idempotency WHERE workspace_id = $1 AND key = $2 AND expires_at > $3 AND (status <> 0 OR expires_at <= $4)`,
		func(s sqldb.Scanner) (*svcx.StoredResponse, error) {
			var r svcx.StoredResponse
			err := s.Scan(&body, &r.Status, &r.Body, &r.Run)
			if r.Status != 0 {
				r.Run = ""
			}
			return &r, err
		}, o.Workspace, o.Key, now, until.Add(ClockSlack))
	if !errors.Is(err, sql.ErrNoRows) {
		return response, body, err
	}
	_, err = tx.Exec(`INSERT INTO idempotency (workspace_id, key, body, run, status, answer, expires_at) VALUES ($1, $2, $3, $4, 0, '', $5)
		ON CONFLICT (workspace_id, key) DO UPDATE SET body = excluded.body, run = excluded.run, status = 0, answer = '', expires_at = excluded.expires_at`,
		o.Workspace, o.Key, o.Body, o.Run, until)
	return nil, "", err
}

// CompleteIdempotencyKey keeps the run's response until the given time. If another run
// has taken the key it does nothing and the error is taken, which may be nil.
func (tx *Tx) CompleteIdempotencyKey(o svcx.IdempotencyKey, r svcx.StoredResponse, until svcx.Time, taken error) error {
	return tx.Enqueue(func(n int64) error {
		if n == 0 {
			return taken
		}
		return nil
	}, `UPDATE idempotency SET status = $4, answer = $5, expires_at = $6 WHERE workspace_id = $1 AND key = $2 AND run = $3`,
		o.Workspace, o.Key, o.Run, r.Status, string(r.Body), until)
}

// ReleaseIdempotencyKey frees the key, if it is still the run's and has no
// response. It has one if the commit succeeded and its confirmation came too late.
func (tx *Tx) ReleaseIdempotencyKey(o svcx.IdempotencyKey) error {
	_, err := tx.Exec(`DELETE FROM idempotency WHERE workspace_id = $1 AND key = $2 AND run = $3 AND status = 0`, o.Workspace, o.Key, o.Run)
	return err
}

// ReleaseIdempotencyKeys frees all keys without a response. Only the single server
// of an embedded store may call it, at its start, when their process has ended.
func (tx *Tx) ReleaseIdempotencyKeys() error {
	_, err := tx.Exec(`DELETE FROM idempotency WHERE status = 0`)
	return err
}

// StoredAnswer is the body of the response that is stored for an idempotency key.
type StoredAnswer struct{ Key, Body string }

// AnswersAfter reads the workspace's stored responses after a key, at most limit.
func (r *Remover) AnswersAfter(key string, limit int) ([]StoredAnswer, error) {
	return sqldb.Collect(r.Tx, `SELECT key, answer FROM idempotency WHERE workspace_id = $1 AND key > $2 ORDER BY key LIMIT $3`,
		func(s sqldb.Scanner) (a StoredAnswer, err error) { return a, s.Scan(&a.Key, &a.Body) }, r.Workspace, key, limit)
}

// ReplaceAnswer replaces the body of a stored response.
func (r *Remover) ReplaceAnswer(a StoredAnswer) error {
	return r.Tx.Enqueue(nil, `UPDATE idempotency SET answer = $3 WHERE workspace_id = $1 AND key = $2`, r.Workspace, a.Key, a.Body)
}
