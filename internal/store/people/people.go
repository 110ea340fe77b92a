// Package people stores what admins see of the people in their workspaces: when members were
// there last, the audit log by its filters, and the sizes of workspaces.
package people

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Reads reads what the pages of admins show.
type Reads struct{ q sqldb.Querier }

// Of returns the reads.
func Of(q sqldb.Querier) Reads { return Reads{q} }

// Writes writes in a transaction.
type Writes struct{ tx *sqldb.Tx }

// In returns the writes of a transaction.
func In(tx *sqldb.Tx) Writes { return Writes{tx} }

// Presences lists when the members of a workspace joined and were last there.
func (r Reads) Presences(ws svcx.WorkspaceID) (map[svcx.UserID]svcx.MemberPresence, error) {
	type row struct {
		id svcx.UserID
		svcx.MemberPresence
	}
	rows, err := sqldb.Collect(r.q, `SELECT user_id, created_at, last_seen_at FROM member WHERE workspace_id = $1`,
		func(s sqldb.Scanner) (m row, err error) { return m, s.Scan(&m.id, &m.JoinedAt, &m.LastSeenAt) }, ws)
	all := make(map[svcx.UserID]svcx.MemberPresence, len(rows))
	for _, m := range rows {
		all[m.id] = m.MemberPresence
	}
	return all, err
}

// Seen notes that a member was in the workspace. The time never moves back.
func (w Writes) Seen(ws svcx.WorkspaceID, user svcx.UserID, at svcx.Time) error {
	_, err := w.tx.Exec(`UPDATE member SET last_seen_at = $3 WHERE workspace_id = $1 AND user_id = $2 AND (last_seen_at IS NULL OR last_seen_at < $3)`, ws, user, at)
	return err
}

// WorkspaceSizes counts what is in workspaces.
func (r Reads) WorkspaceSizes(workspaces []svcx.WorkspaceID) (map[svcx.WorkspaceID]svcx.WorkspaceSize, error) {
	ids := make([]int64, len(workspaces))
	for i, id := range workspaces {
		ids[i] = int64(id)
	}
	d := r.q.SQL()
	type count struct {
		id svcx.WorkspaceID
		n  int
	}
	scan := func(s sqldb.Scanner) (c count, err error) { return c, s.Scan(&c.id, &c.n) }
	members, err := sqldb.Collect(r.q, `SELECT workspace_id, count(*) FROM member WHERE `+d.In("workspace_id", "$1")+` GROUP BY workspace_id`, scan, d.Array(ids))
	if err != nil {
		return nil, err
	}
	conversations, err := sqldb.Collect(r.q, `SELECT workspace_id, CAST(sum(n) AS bigint) FROM conversation_count WHERE `+d.In("workspace_id", "$1")+` AND dimension = 'status' GROUP BY workspace_id`, scan, d.Array(ids))
	sizes := make(map[svcx.WorkspaceID]svcx.WorkspaceSize, len(ids))
	for _, c := range members {
		sizes[c.id] = svcx.WorkspaceSize{Members: c.n}
	}
	for _, c := range conversations {
		size := sizes[c.id]
		size.Conversations = c.n
		sizes[c.id] = size
	}
	return sizes, err
}
