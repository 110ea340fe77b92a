package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// BackRequest is an automatic back request about a contact, to be sent.
type BackRequest struct {
	Workspace svcx.WorkspaceID
	Contact   svcx.ContactID
	Type      svcx.BackRequestType
	At        svcx.Time
	// Until is when it ends at the latest, in case its node dies.
	Until svcx.Time
	// Since is when requests start to count towards Max.
	Since svcx.Time
	Max   int
}

var backRequestTable = sqldb.NewTable("back_request", "id bigint", "workspace_id bigint", "contact_id bigint", "type text", "created_at bigint", "open_until bigint")

// BeginBackRequest records a request that starts now and returns its id. The id
// is 0 if another one of the contact and type is under way on any node, or if
// there were Max since r.Since. It deletes older records, and those in the future,
// which a clock that was since set back has left.
func (tx *Tx) BeginBackRequest(r BackRequest) (id int64, err error) {
	if _, err := tx.Exec(`DELETE FROM back_request WHERE workspace_id = $1 AND contact_id = $2 AND type = $3 AND (created_at <= $4 OR created_at > $5)`,
		r.Workspace, r.Contact, r.Type, r.Since, r.At.Add(ClockSlack)); err != nil {
		return 0, err
	}
	open, err := sqldb.Collect(tx, `SELECT open_until FROM back_request WHERE workspace_id = $1 AND contact_id = $2 AND type = $3`,
		sqldb.ScanValue[svcx.Time], r.Workspace, r.Contact, r.Type)
	if err != nil || len(open) >= r.Max {
		return 0, err
	}
	for _, until := range open {
		if until > r.At {
			return 0, nil
		}
	}
	ids, err := tx.Reserve("back_request", 1)
	if err != nil {
		return 0, err
	}
	return ids[0], tx.Insert(backRequestTable, []any{ids[0], r.Workspace, r.Contact, r.Type, r.At, r.Until})
}

// EndBackRequest records that the request is no longer under way.
func (tx *Tx) EndBackRequest(ws svcx.WorkspaceID, id int64) error {
	_, err := tx.Exec(`UPDATE back_request SET open_until = 0 WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}
