package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// BackRequest is an automatic back request about a contact, to be sent.
type BackRequest struct {
	ID        int64
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

var backRequestTable = sqldb.NewTable("back_request", func(r *BackRequest) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &r.ID),
		sqldb.Field("workspace_id", &r.Workspace),
		sqldb.Field("contact_id", &r.Contact),
		sqldb.Field("type", &r.Type),
		sqldb.Field("created_at", &r.At),
		sqldb.Field("open_until", &r.Until),
	}
})

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
	if err := backRequestTable.Reserve(tx.Tx, &r); err != nil {
		return 0, err
	}
	return r.ID, backRequestTable.Insert(tx.Tx, &r)
}

// EndBackRequest records that the request is no longer under way.
func (tx *Tx) EndBackRequest(ws svcx.WorkspaceID, id int64) error {
	_, err := tx.Exec(`UPDATE back_request SET open_until = 0 WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}
