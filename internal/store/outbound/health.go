package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

// HealthTable describes the table of changes of the health of channels.
var HealthTable = sqldb.NewTable("channel_health", func(c *svcx.HealthChange) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &c.Workspace),
		sqldb.Field("channel_id", &c.Channel),
		sqldb.Field("at", &c.At),
		sqldb.Field("health", &c.Health),
	}
}).Replacing("workspace_id", "channel_id", "at")

// NoteHealth keeps the changes of a channel's health when it becomes next, and deletes those
// that are too old. Most heartbeats change nothing and write nothing.
func (tx Writer) NoteHealth(was, next *svcx.Channel, now svcx.Time) error {
	changes := was.HealthChangesTo(next, now)
	if len(changes) == 0 {
		return nil
	}
	rows := make([]*svcx.HealthChange, len(changes))
	for i := range changes {
		rows[i] = &changes[i]
	}
	if err := HealthTable.Insert(tx.Tx, rows...); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM channel_health WHERE workspace_id = $1 AND channel_id = $2 AND at < $3`, was.Workspace, was.ID, now.Add(-svcx.HealthKept))
	return err
}

// HealthChanges reads the latest changes of a channel's health that were kept, at most limit.
func (r Reader) HealthChanges(ref ChannelRef, limit int) ([]svcx.HealthChange, error) {
	return sqldb.Collect(r.q, `SELECT `+HealthTable.Columns()+` FROM channel_health WHERE workspace_id = $1 AND channel_id = $2 ORDER BY at DESC LIMIT $3`,
		HealthTable.ScanRow, ref.Workspace, ref.Channel, limit)
}

// ForgetHealth deletes the history of a channel's health.
func (tx Writer) ForgetHealth(ws svcx.WorkspaceID, id svcx.ChannelID) error {
	_, err := tx.Exec(`DELETE FROM channel_health WHERE workspace_id = $1 AND channel_id = $2`, ws, id)
	return err
}
