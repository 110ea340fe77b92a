package store

import (
	"context"

	"svcx"
)

// DuePing is a channel whose monitor ping is due. Due 0 means that its time was
// never decided.
type DuePing struct {
	Channel *svcx.Channel
	Due     svcx.Time
}

// DuePings finds channels of any workspace whose monitor ping is due, longest
// due first, at most limit; also those whose next is behind latest, when no ping
// can be: the clock was set back.
func (db *DB) DuePings(ctx context.Context, now, latest svcx.Time, limit int) ([]DuePing, error) {
	return collect(db.reader(ctx), `SELECT `+channelColumns+`, c.next_ping_at FROM channel c
		WHERE c.next_ping_at <= $1 OR c.next_ping_at > $3 ORDER BY c.next_ping_at LIMIT $2`, func(s scanner) (DuePing, error) {
		p := DuePing{Channel: new(svcx.Channel)}
		err := scanChannelInto(s, p.Channel, &p.Due)
		return p, err
	}, now, limit, latest)
}

// TakePing moves a channel's ping to its next time. taken is false where another
// node was first, or the settings were changed meanwhile.
func (tx *Tx) TakePing(p DuePing, next svcx.Time) (taken bool, err error) {
	n, err := tx.exec(`UPDATE channel SET next_ping_at = $3 WHERE workspace_id = $1 AND id = $2 AND next_ping_at = $4`,
		p.Channel.Workspace, p.Channel.ID, next, p.Due)
	return n == 1, err
}

// SetPingFailed notes whether the channel's latest ping failed.
func (tx *Tx) SetPingFailed(ws svcx.WorkspaceID, id svcx.ChannelID, failed bool) error {
	_, err := tx.exec(`UPDATE channel SET ping_failed = $3 WHERE workspace_id = $1 AND id = $2 AND ping_failed <> $3`, ws, id, failed)
	return err
}

// nextPing is the column of a channel that is stored with these settings: to be
// decided where it wants to be monitored, else never.
func nextPing(s *svcx.Settings) *svcx.Time {
	if s.WebhookURL == "" || !s.MonitoringEnabled {
		return nil
	}
	return new(svcx.Time)
}
