package store

import (
	"context"

	"svcx"
)

// trimStep is how many rows one transaction of a trim deletes: few enough that
// nobody waits for it.
const trimStep = 500

// Retention says until when things are kept: what is older goes. The zero time
// keeps all.
type Retention struct {
	// Events are the event log's records and the deliveries that are over;
	// Bodies the bodies of the records.
	Events, Bodies svcx.Time
	// Audit are the entries of the audit log.
	Audit svcx.Time
	// Now is when the answers go whose time is over.
	Now svcx.Time
}

// Trim deletes what is too old, in small steps between other writes, and
// returns when nothing is left to delete or ctx ends. It may run on several
// nodes at once and again.
func (db *DB) Trim(ctx context.Context, r Retention) error {
	if err := db.dialect.trimEvents(ctx, db, r.Events); err != nil {
		return err
	}
	// The time stands outside too: a key that is used again meanwhile stays.
	if err := db.trim(ctx, `DELETE FROM idempotency WHERE expires_at < $1 AND (workspace_id, key) IN
		(SELECT workspace_id, key FROM idempotency WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`, r.Now); err != nil {
		return err
	}
	if err := db.trimAudit(ctx, r.Audit); err != nil {
		return err
	}
	if err := db.trim(ctx, `DELETE FROM event_body WHERE (workspace_id, event_id) IN
		(SELECT workspace_id, event_id FROM event_body WHERE created_at < $1 ORDER BY created_at LIMIT $2)`, r.Bodies); err != nil {
		return err
	}
	// The time stands outside too: one that is made due again meanwhile stays.
	return db.trim(ctx, `DELETE FROM delivery WHERE ended_at < $1 AND (workspace_id, id) IN
		(SELECT workspace_id, id FROM delivery WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`, r.Events)
}

// trim runs a statement that deletes at most $2 rows older than $1 until it
// finds none.
func (db *DB) trim(ctx context.Context, statement string, before svcx.Time) error {
	for {
		var n int64
		err := db.Write(ctx, 0, func(tx *Tx) (err error) {
			n, err = tx.exec(statement, before, trimStep)
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
}
