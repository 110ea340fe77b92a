package store

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"svcx"
	"svcx/internal/store/assist"
)

// trimStep is how many rows one transaction of a trim deletes: few enough that no
// other write waits long for it.
const trimStep = 500

// forgetStep is how far ForgetTime advances at most per call.
const forgetStep = time.Hour

const settingForgetTime = "forget_time"

// ForgetTime returns the time by which rows are deleted for their age, in place of
// now, the clock's: a clock can be set forward by mistake, and a deletion cannot be
// undone. It is never later than the clock, and at most an hour later than at its
// last call on any node. Called every few minutes it follows the clock, except for
// some hours after a long stop.
func (db *DB) ForgetTime(ctx context.Context, now svcx.Time) (at svcx.Time, err error) {
	err = db.Write(ctx, 0, func(tx *Tx) error {
		at = now
		text, err := tx.ServerSetting(settingForgetTime)
		if err != nil {
			return err
		}
		if text != "" {
			last, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return fmt.Errorf("reading the setting %s: %w", settingForgetTime, err)
			}
			at = min(at, svcx.Time(last).Add(forgetStep))
		}
		return tx.SetServerSetting(settingForgetTime, strconv.FormatInt(int64(at), 10))
	})
	return at, err
}

// Retention has the times before which things are deleted. The zero time keeps all.
type Retention struct {
	// Events is for the event log's entries and for ended deliveries, except those in
	// a feed, for which Feed is. Bodies is for the bodies of entries.
	Events, Bodies, Feed svcx.Time
	// Audit is for the audit log.
	Audit svcx.Time
	// Now is for what has an expiry of its own: stored responses, sessions, sign-in
	// links, bulk actions, what package assist stores, and what was handed to members.
	Now svcx.Time
}

// Trim deletes what is too old, in small steps between other writes, and returns
// when nothing is left to delete or ctx ends. It may run repeatedly, and on several
// nodes at once.
func (db *DB) Trim(ctx context.Context, r Retention) error {
	if err := db.DeleteDaily(ctx, "event_log", r.Events); err != nil {
		return err
	}
	if err := db.DeleteOlder(ctx, `DELETE FROM event_count WHERE (workspace_id, channel_id, slot, measure, bucket) IN
		(SELECT workspace_id, channel_id, slot, measure, bucket FROM event_count WHERE slot < $1 LIMIT $2)`, r.Now.Add(-countsKept)); err != nil {
		return err
	}
	// The time is checked outside too: a key that is used again meanwhile stays.
	if err := db.DeleteOlder(ctx, `DELETE FROM idempotency WHERE expires_at < $1 AND (workspace_id, key) IN
		(SELECT workspace_id, key FROM idempotency WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`, r.Now); err != nil {
		return err
	}
	if err := assist.Trim(ctx, db.DB, r.Now); err != nil {
		return err
	}
	if err := db.trimAudit(ctx, r.Audit); err != nil {
		return err
	}
	if err := db.trimBulk(ctx, r.Now.Add(-svcx.BulkRetention)); err != nil {
		return err
	}
	if err := db.trimHanded(ctx, r.Now.Add(-svcx.HandedRetention)); err != nil {
		return err
	}
	if err := db.DeleteOlder(ctx, `DELETE FROM login_token WHERE hash IN (SELECT hash FROM login_token WHERE expires_at < $1 LIMIT $2)`, r.Now); err != nil {
		return err
	}
	if err := db.DeleteOlder(ctx, `DELETE FROM session WHERE hash IN (SELECT hash FROM session WHERE created_at <= $1 LIMIT $2)`, r.Now.Add(-svcx.SessionLife)); err != nil {
		return err
	}
	// Checked outside too: a session that is used again meanwhile stays.
	if err := db.DeleteOlder(ctx, `DELETE FROM session WHERE last_seen_at <= $1 AND hash IN
		(SELECT hash FROM session WHERE last_seen_at <= $1 LIMIT $2)`, r.Now.Add(-svcx.SessionIdle)); err != nil {
		return err
	}
	if err := db.DeleteOlder(ctx, `DELETE FROM event_body WHERE (workspace_id, event_id) IN
		(SELECT workspace_id, event_id FROM event_body WHERE created_at < $1 ORDER BY created_at LIMIT $2)`, r.Bodies); err != nil {
		return err
	}
	// Checked outside too: more may have failed meanwhile.
	if err := db.DeleteOlder(ctx, `DELETE FROM undelivered WHERE failed_at < $1 AND (workspace_id, conversation_id) IN
		(SELECT workspace_id, conversation_id FROM undelivered WHERE failed_at < $1 ORDER BY failed_at LIMIT $2)`, r.Events); err != nil {
		return err
	}
	// Checked outside too: a delivery that is made due again meanwhile stays.
	if err := db.DeleteOlder(ctx, `DELETE FROM delivery WHERE ended_at < $1 AND (workspace_id, id) IN
		(SELECT workspace_id, id FROM delivery WHERE ended_at < $1 AND NOT feed ORDER BY ended_at LIMIT $2)`, r.Events); err != nil {
		return err
	}
	return db.DeleteOlder(ctx, `DELETE FROM delivery WHERE ended_at < $1 AND (workspace_id, id) IN
		(SELECT workspace_id, id FROM delivery WHERE ended_at < $1 AND feed ORDER BY ended_at LIMIT $2)`, r.Feed)
}
