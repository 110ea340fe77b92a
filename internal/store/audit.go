package store

import (
	"context"
	"database/sql"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
)

const auditColumns = `id, workspace_id, actor_kind, actor_id, actor_name, action, target, ip, created_at`

func scanAudit(s sqldb.Scanner) (*svcx.AuditEntry, error) {
	var e svcx.AuditEntry
	err := s.Scan(&e.ID, &e.Workspace, &e.Actor.Kind, &e.Actor.ID, &e.Actor.Name, &e.Action, &e.Target, &e.Actor.IP, &e.At)
	return &e, err
}

var auditTable = sqldb.NewTable("audit", "id bigint", "workspace_id bigint", "actor_kind text", "actor_id bigint", "actor_name text", "action text",
	"target text", "ip text", "created_at bigint")

// InsertAudit adds an entry and sets its id.
func (tx *Tx) InsertAudit(e *svcx.AuditEntry) error {
	ids, err := tx.Reserve("audit", 1)
	if err != nil {
		return err
	}
	e.ID = ids[0]
	if err := tx.Insert(auditTable, []any{e.ID, e.Workspace, string(e.Actor.Kind), e.Actor.ID, e.Actor.Name, string(e.Action), e.Target, e.Actor.IP, e.At}); err != nil {
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
	items, err := sqldb.Collect(q, `SELECT `+auditColumns+` FROM audit
		WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`, scanAudit, ws, page.Limit, page.Offset)
	return svcx.List[*svcx.AuditEntry]{Items: items, Total: total}, err
}

// trimAudit deletes entries older than before in every workspace, oldest first,
// in small steps between other writes. Each step lowers the list's total by what
// it deletes.
func (db *DB) trimAudit(ctx context.Context, before svcx.Time) error {
	for ws := svcx.WorkspaceID(0); ; {
		oldest, err := sqldb.One(db.Reader(ctx), `SELECT `+auditColumns+` FROM audit WHERE workspace_id > $1 ORDER BY workspace_id, created_at LIMIT 1`, scanAudit, ws)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
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
