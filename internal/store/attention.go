package store

import (
	"context"

	"svcx"
	"svcx/internal/store/attention"
)

type (
	AttentionReads  = attention.Reads
	AttentionWrites = attention.Writes
)

// AttentionOf returns the reads of what waits for members.
func AttentionOf(r Reads) AttentionReads { return attention.Of(r.q) }

// AttentionIn returns the writes of what waits for members.
func AttentionIn(tx *Tx) AttentionWrites { return attention.In(tx.Tx) }

// trimHanded ends the waiting for members who did not come.
func (db *DB) trimHanded(ctx context.Context, before svcx.Time) error {
	// Checked outside too: it may have been handed over again meanwhile.
	return db.DeleteOlder(ctx, `DELETE FROM attention WHERE created_at < $1 AND message_id = 0 AND (workspace_id, conversation_id, user_id) IN
		(SELECT workspace_id, conversation_id, user_id FROM attention WHERE created_at < $1 AND message_id = 0 ORDER BY created_at LIMIT $2)`, before)
}
