// Package bulk stores bulk actions: what is set in which conversations, and the outcome of each.
package bulk

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Table describes the table of bulk actions.
var Table = sqldb.NewTable("bulk", func(b *svcx.Bulk) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &b.ID),
		sqldb.Field("workspace_id", &b.Workspace),
		sqldb.Field("user_id", &b.User),
		sqldb.Field("property", &b.Property),
		sqldb.Field("mode", &b.Mode),
		sqldb.Field("value", &b.To),
		sqldb.Field("fill_key", &b.FillKey),
		sqldb.Field("fill_value", &b.FillValue),
		sqldb.Field("undoes", &b.Undoes),
		sqldb.Field("state", &b.State),
		sqldb.Field("created_at", &b.CreatedAt),
		sqldb.Field("ended_at", &b.EndedAt),
		sqldb.Field("lease", &b.Lease),
		sqldb.Field("leased_until", &b.LeasedUntil),
	}
})

// ItemTable describes the table of the conversations of bulk actions.
var ItemTable = sqldb.NewTable("bulk_item", func(i *svcx.BulkItem) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &i.Workspace),
		sqldb.Field("bulk_id", &i.Bulk),
		sqldb.Field("conversation_id", &i.Conversation),
		sqldb.Field("state", &i.State),
		sqldb.Field("was", &i.Was),
		sqldb.Field("became", &i.Is),
		sqldb.Field("failure", &i.Failure),
		sqldb.Field("reason", &i.Reason),
	}
})

// Reads reads bulk actions.
type Reads struct{ q sqldb.Querier }

// Of returns the reads of bulk actions.
func Of(q sqldb.Querier) Reads { return Reads{q} }

// Bulk finds a member's bulk action.
func (r Reads) Bulk(ws svcx.WorkspaceID, user svcx.UserID, id svcx.BulkID) (*svcx.Bulk, error) {
	b, err := sqldb.One(r.q, `SELECT `+Table.Columns()+` FROM bulk WHERE workspace_id = $1 AND user_id = $2 AND id = $3`, Table.Scan, ws, user, id)
	return sqldb.Found(b, err, "bulk action")
}

// LatestBulk finds a member's latest bulk action that has begun; nil if there is none.
func (r Reads) LatestBulk(ws svcx.WorkspaceID, user svcx.UserID) (*svcx.Bulk, error) {
	return sqldb.First(r.q, `SELECT `+Table.Columns()+` FROM bulk WHERE workspace_id = $1 AND user_id = $2 AND state <> 'listed' ORDER BY id DESC LIMIT 1`, Table.Scan, ws, user)
}

// UndoneBy finds what undoes a member's bulk action; nil if nothing does.
func (r Reads) UndoneBy(ws svcx.WorkspaceID, user svcx.UserID, id svcx.BulkID) (*svcx.Bulk, error) {
	return sqldb.First(r.q, `SELECT `+Table.Columns()+` FROM bulk WHERE workspace_id = $1 AND user_id = $2 AND undoes = $3 AND state <> 'listed' ORDER BY id DESC LIMIT 1`, Table.Scan, ws, user, id)
}

// BulkProgress counts the conversations of a bulk action.
func (r Reads) BulkProgress(ws svcx.WorkspaceID, id svcx.BulkID) (p svcx.BulkProgress, err error) {
	type count struct {
		state svcx.BulkItemState
		n     int
	}
	counts, err := sqldb.Collect(r.q, `SELECT state, count(*) FROM bulk_item WHERE workspace_id = $1 AND bulk_id = $2 GROUP BY state`,
		func(s sqldb.Scanner) (c count, err error) { return c, s.Scan(&c.state, &c.n) }, ws, id)
	for _, c := range counts {
		p.Total += c.n
		switch c.state {
		case svcx.ItemDone:
			p.Done = c.n
		case svcx.ItemFailed:
			p.Failed = c.n
		}
	}
	return p, err
}

// FailedItems lists the conversations that a bulk action could not change.
func (r Reads) FailedItems(ws svcx.WorkspaceID, id svcx.BulkID) ([]svcx.BulkItem, error) {
	return sqldb.Collect(r.q, `SELECT `+ItemTable.Columns()+` FROM bulk_item WHERE workspace_id = $1 AND bulk_id = $2 AND state = 'failed' ORDER BY conversation_id`,
		ItemTable.ScanRow, ws, id)
}

// ChangedItems lists the conversations that a bulk action has changed.
func (r Reads) ChangedItems(ws svcx.WorkspaceID, id svcx.BulkID) ([]svcx.ConversationID, error) {
	return sqldb.Collect(r.q, `SELECT conversation_id FROM bulk_item WHERE workspace_id = $1 AND bulk_id = $2 AND state = 'done' AND was <> became ORDER BY conversation_id`,
		sqldb.ScanValue[svcx.ConversationID], ws, id)
}

// WaitingItem is a conversation that a bulk action has still to change. One that undoes another
// action sets it to Was, where it still is Is.
type WaitingItem struct {
	Conversation svcx.ConversationID
	Was, Is      *string
}

// WaitingItems lists conversations that a bulk action has still to change, at most limit.
func (r Reads) WaitingItems(b *svcx.Bulk, limit int) ([]WaitingItem, error) {
	return sqldb.Collect(r.q, `SELECT item.conversation_id, undone.was, undone.became FROM bulk_item AS item
		LEFT JOIN bulk_item AS undone ON undone.workspace_id = $1 AND undone.bulk_id = $3 AND undone.conversation_id = item.conversation_id
		WHERE item.workspace_id = $1 AND item.bulk_id = $2 AND item.state = 'waits' ORDER BY item.conversation_id LIMIT $4`,
		func(s sqldb.Scanner) (i WaitingItem, err error) { return i, s.Scan(&i.Conversation, &i.Was, &i.Is) }, b.Workspace, b.ID, b.Undoes, limit)
}

// RunningBulks lists the first bulk action of each workspace that has not ended.
func (r Reads) RunningBulks() ([]*svcx.Bulk, error) {
	return sqldb.Collect(r.q, `SELECT `+Table.Columns()+` FROM bulk WHERE state = 'running' AND id =
		(SELECT MIN(first.id) FROM bulk AS first WHERE first.workspace_id = bulk.workspace_id AND first.state = 'running') ORDER BY workspace_id`, Table.Scan)
}

// Writes writes bulk actions in a transaction.
type Writes struct {
	Reads
	tx *sqldb.Tx
}

// In returns the writes of bulk actions.
func In(tx *sqldb.Tx) Writes { return Writes{Of(tx), tx} }

// InsertBulk stores a new bulk action and sets its id.
func (w Writes) InsertBulk(b *svcx.Bulk) error {
	if err := Table.Reserve(w.tx, b); err != nil {
		return err
	}
	return Table.Insert(w.tx, b)
}

// InsertBulkItems adds conversations to a bulk action.
func (w Writes) InsertBulkItems(b *svcx.Bulk, ids ...svcx.ConversationID) error {
	items := make([]*svcx.BulkItem, len(ids))
	for i, id := range ids {
		items[i] = &svcx.BulkItem{Workspace: b.Workspace, Bulk: b.ID, Conversation: id, State: svcx.ItemWaits}
	}
	return ItemTable.Insert(w.tx, items...)
}

// MoveBulk moves a bulk action from one state to another, without a lease, and reports whether it
// was in the first. ended is nil unless it ends.
func (w Writes) MoveBulk(b *svcx.Bulk, from, to svcx.BulkState, ended *svcx.Time) (bool, error) {
	n, err := w.tx.Exec(`UPDATE bulk SET state = $4, ended_at = $5, lease = '', leased_until = 0 WHERE workspace_id = $1 AND id = $2 AND state = $3`, b.Workspace, b.ID, from, to, ended)
	return n > 0, err
}

// LeaseBulk takes or extends the lease of a bulk action, and reports whether it now holds it: the
// action runs, and no other lease holds it.
func (w Writes) LeaseBulk(b *svcx.Bulk, lease string, now, until svcx.Time) (bool, error) {
	n, err := w.tx.Exec(`UPDATE bulk SET lease = $3, leased_until = $5 WHERE workspace_id = $1 AND id = $2 AND state = 'running' AND (lease = $3 OR leased_until <= $4)`,
		b.Workspace, b.ID, lease, now, until)
	return n > 0, err
}

// ReleaseBulk ends the lease.
func (w Writes) ReleaseBulk(b *svcx.Bulk, lease string) error {
	_, err := w.tx.Exec(`UPDATE bulk SET lease = '', leased_until = 0 WHERE workspace_id = $1 AND id = $2 AND lease = $3`, b.Workspace, b.ID, lease)
	return err
}

// EndItem stores the outcome of a conversation, and reports whether it had none and its bulk
// action runs. One that already has an outcome keeps it; one of an action that has ended gets none.
func (w Writes) EndItem(i svcx.BulkItem) (bool, error) {
	n, err := w.tx.Exec(`UPDATE bulk_item SET state = $4, was = $5, became = $6, failure = $7, reason = $8
		WHERE workspace_id = $1 AND bulk_id = $2 AND conversation_id = $3 AND state = 'waits'
		AND EXISTS (SELECT 1 FROM bulk WHERE workspace_id = $1 AND id = $2 AND state = 'running')`, i.Workspace, i.Bulk, i.Conversation, i.State, i.Was, i.Is, i.Failure, i.Reason)
	return n > 0, err
}

// RetryItems stores what a bulk action fills in, and makes its failed conversations wait again: all or,
// if it fills in a field, those that lacked it.
func (w Writes) RetryItems(b *svcx.Bulk) error {
	if _, err := w.tx.Exec(`UPDATE bulk SET fill_key = $3, fill_value = $4 WHERE workspace_id = $1 AND id = $2`, b.Workspace, b.ID, b.FillKey, b.FillValue); err != nil {
		return err
	}
	lacking, arguments := "", []any{b.Workspace, b.ID}
	if b.FillKey != "" {
		lacking, arguments = ` AND failure = 'field' AND reason = $3`, append(arguments, b.FillKey)
	}
	_, err := w.tx.Exec(`UPDATE bulk_item SET state = 'waits', failure = '', reason = '' WHERE workspace_id = $1 AND bulk_id = $2 AND conversation_id IN
		(SELECT conversation_id FROM bulk_item WHERE workspace_id = $1 AND bulk_id = $2 AND state = 'failed'`+lacking+`)`, arguments...)
	return err
}
