package store

import "svcx"

var backRequestTable = newTable("back_request", "id bigint", "workspace_id bigint", "contact_id bigint", "type text", "created_at bigint")

// CountBackRequest notes an automatic back request about a contact unless there
// were max of its type since the time; allowed tells. Older notes of the kind go.
func (tx *Tx) CountBackRequest(ws svcx.WorkspaceID, contact svcx.ContactID, kind svcx.BackRequestType, since, now svcx.Time, max int) (allowed bool, err error) {
	if _, err := tx.exec(`DELETE FROM back_request WHERE workspace_id = $1 AND contact_id = $2 AND type = $3 AND created_at <= $4`, ws, contact, kind, since); err != nil {
		return false, err
	}
	n, err := one(tx, `SELECT count(*) FROM back_request WHERE workspace_id = $1 AND contact_id = $2 AND type = $3`, scanValue[int], ws, contact, kind)
	if err != nil || n >= max {
		return false, err
	}
	ids, err := tx.reserve("back_request", 1)
	if err != nil {
		return false, err
	}
	return true, tx.insert(backRequestTable, []any{ids[0], ws, contact, kind, now})
}
