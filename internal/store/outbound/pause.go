package outbound

import (
	"strconv"

	"svcx"
	"svcx/internal/sqldb"
)

// Hold is what may hold up the deliveries of a channel.
type Hold struct {
	Circuit  svcx.Circuit
	PausedAt *svcx.Time
}

// settingPaused is the server setting with the time from which the deliveries of all
// channels are paused, in milliseconds; "" if they are not.
const settingPaused = "outbound_paused"

// Hold reads what holds up a channel's deliveries; nothing holds up those of one that was
// deleted.
func (r Reader) Hold(ref ChannelRef) (Hold, error) {
	return sqldb.First(r.q, `SELECT circuit_failures, circuit_opened_at, circuit_probe_at,
			COALESCE(paused_at, (SELECT CAST(NULLIF(value, '') AS BIGINT) FROM server_setting WHERE name = $3))
		FROM channel WHERE workspace_id = $1 AND id = $2`,
		func(s sqldb.Scanner) (h Hold, err error) {
			return h, s.Scan(&h.Circuit.Failures, &h.Circuit.OpenedAt, &h.Circuit.ProbeAt, &h.PausedAt)
		}, ref.Workspace, ref.Channel, settingPaused)
}

// AllPaused returns the time from which the deliveries of all channels are paused, nil if
// they are not.
func (r Reader) AllPaused() (*svcx.Time, error) {
	return sqldb.First(r.q, `SELECT CAST(NULLIF(value, '') AS BIGINT) FROM server_setting WHERE name = $1`, sqldb.ScanValue[*svcx.Time], settingPaused)
}

// PauseAll pauses the deliveries of all channels, from a time, or resumes them: nil.
func (tx Writer) PauseAll(at *svcx.Time) error {
	value := ""
	if at != nil {
		value = strconv.FormatInt(int64(*at), 10)
	}
	_, err := tx.Exec(`INSERT INTO server_setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, settingPaused, value)
	return err
}

// SetPaused pauses the deliveries of a channel, from a time, or resumes them: nil.
func (tx Writer) SetPaused(ref ChannelRef, at *svcx.Time) error {
	_, err := tx.Exec(`UPDATE channel SET paused_at = $3 WHERE workspace_id = $1 AND id = $2`, ref.Workspace, ref.Channel, at)
	return err
}

// Queue counts what waits on a channel. It reads the deliveries that are ready, the first
// of each conversation, and those that wait for them.
func (r Reader) Queue(ref ChannelRef) (q svcx.Queue, err error) {
	q, err = sqldb.One(r.q, `WITH head AS (SELECT conversation_id, state, created_at FROM delivery
			WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') ORDER BY due_at, id LIMIT $3)
		SELECT (SELECT count(*) FROM head), (SELECT MIN(created_at) FROM head WHERE state = 'ready'),
			(SELECT count(*) FROM (SELECT 1 FROM head h CROSS JOIN delivery d WHERE h.state = 'ready' AND d.workspace_id = $1
				AND d.conversation_id = h.conversation_id AND d.state IN ('ready', 'waiting') AND d.state = 'waiting' LIMIT $3) AS behind)`,
		func(s sqldb.Scanner) (q svcx.Queue, err error) {
			var behind int
			err = s.Scan(&q.Waiting, &q.OldestAt, &behind)
			q.Waiting += behind
			return q, err
		}, ref.Workspace, ref.Channel, svcx.MaxQueue+1)
	if q.Waiting > svcx.MaxQueue {
		q.Waiting, q.Capped = svcx.MaxQueue, true
	}
	return q, err
}
