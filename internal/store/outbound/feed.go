package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Feed reads a channel's feed after an id, oldest first: at most limit events and
// sqldb.PieceBytes of text, or one event. more reports whether others follow. Ids become
// visible in their order (InsertDeliveries), so that a reader that continues after
// the last one misses nothing.
func (r Reader) Feed(ref ChannelRef, after svcx.DeliveryID, limit int) (events []*svcx.Delivery, more bool, err error) {
	q := r.q
	rows, err := sqldb.Collect(q, `SELECT id, octet_length(data) FROM delivery
		WHERE workspace_id = $1 AND channel_id = $2 AND feed AND id > $3 ORDER BY id LIMIT $4`, sqldb.ScanSized, ref.Workspace, ref.Channel, after, limit+1)
	if err != nil || len(rows) == 0 {
		return nil, false, err
	}
	ids := sqldb.FirstPiece(rows[:min(limit, len(rows))], sqldb.PieceBytes)
	d := r.q.SQL()
	from, among := d.ByIDs("id", "$2")
	events, err = sqldb.Collect(q, `SELECT `+Table.Columns()+` FROM `+from+`delivery WHERE workspace_id = $1 AND `+among, Table.Scan, ref.Workspace, d.Array(ids))
	return sqldb.InOrder(ids, events, func(d *svcx.Delivery) int64 { return int64(d.ID) }), len(ids) < len(rows), err
}
