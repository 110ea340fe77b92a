package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// DuePing is a channel whose monitor ping is due. Due is 0 if its time was never
// set.
type DuePing struct {
	Channel *svcx.Channel
	Due     svcx.Time
}

// DuePings finds channels of any workspace whose monitor ping is due, longest due
// first, at most limit. It includes those whose next ping is later than latest,
// which no ping can be unless the clock was set back.
func (r Reads) DuePings(now, latest svcx.Time, limit int) ([]DuePing, error) {
	return sqldb.Collect(r.q, `SELECT `+channelTable.Columns()+`, next_ping_at FROM channel
		WHERE next_ping_at <= $1 OR next_ping_at > $3 ORDER BY next_ping_at LIMIT $2`, func(s sqldb.Scanner) (DuePing, error) {
		p := DuePing{Channel: new(svcx.Channel)}
		err := channelTable.ScanInto(p.Channel, s, &p.Due)
		return p, err
	}, now, limit, latest)
}

// TakePing sets the time of a channel's next ping. taken is false if another node
// was first or the settings were changed meanwhile.
func (tx *Tx) TakePing(p DuePing, next svcx.Time) (taken bool, err error) {
	n, err := tx.Exec(`UPDATE channel SET next_ping_at = $3 WHERE workspace_id = $1 AND id = $2 AND next_ping_at = $4`,
		p.Channel.Workspace, p.Channel.ID, next, p.Due)
	return n == 1, err
}

// SetPingFailed records whether the channel's latest ping failed.
func (tx *Tx) SetPingFailed(ws svcx.WorkspaceID, id svcx.ChannelID, failed bool) error {
	_, err := tx.Exec(`UPDATE channel SET ping_failed = $3 WHERE workspace_id = $1 AND id = $2 AND ping_failed <> $3`, ws, id, failed)
	return err
}

// nextPing is the time of the next ping to store with these settings: zero, to be
// set, if the channel is monitored, otherwise nil.
func nextPing(s *svcx.Settings) *svcx.Time {
	if s.WebhookURL == "" || !s.MonitoringEnabled {
		return nil
	}
	return new(svcx.Time)
}
