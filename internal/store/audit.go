package store

import (
	"context"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/people"
)

var auditTable = people.AuditTable

// InsertAudit adds an entry and sets its id.
func (tx *Tx) InsertAudit(e *svcx.AuditEntry) error {
	if err := auditTable.Reserve(tx.Tx, e); err != nil {
		return err
	}
	if err := auditTable.Insert(tx.Tx, e); err != nil {
		return err
	}
	return tx.count(e.Workspace, auditCounter, 1)
}

const auditCounter = "audit"

// Audit lists the entries of a workspace, newest first.
func (r Reads) Audit(ws svcx.WorkspaceID, page svcx.Page) (svcx.List[*svcx.AuditEntry], error) {
	q := r.q
	total, err := counted(q, ws, auditCounter)
	if err != nil {
		return svcx.List[*svcx.AuditEntry]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT `+auditTable.Columns()+` FROM audit
		WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`, auditTable.Scan, ws, page.Limit, page.Offset)
	return svcx.List[*svcx.AuditEntry]{Items: items, Total: total}, err
}

// trimAudit deletes entries older than before in every workspace, oldest first,
// in small steps between other writes. Each step lowers the list's total by what
// it deletes.
func (db *DB) trimAudit(ctx context.Context, before svcx.Time) error {
	for ws := svcx.WorkspaceID(0); ; {
		oldest, err := sqldb.First(db.Reader(ctx), `SELECT `+auditTable.Columns()+` FROM audit WHERE workspace_id > $1 ORDER BY workspace_id, created_at LIMIT 1`, auditTable.Scan, ws)
		if err != nil || oldest == nil {
			return err
		}
		if oldest.At >= before {
			ws = oldest.Workspace
			continue
		}
		err = db.Write(ctx, oldest.Workspace, func(tx *Tx) error {
			n, err := tx.Exec(`DELETE FROM audit WHERE workspace_id = $1 AND id IN
				(SELECT id FROM audit WHERE workspace_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3)`, oldest.Workspace, before, trimStep)
			if err != nil {
				return err
			}
			return tx.count(oldest.Workspace, auditCounter, -int(n))
		})
		if err != nil {
			return err
		}
	}
}
