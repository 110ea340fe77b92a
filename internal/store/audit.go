package store

import (
	"context"

	"svcx"
)

func scanAudit(s scanner) (*svcx.AuditEntry, error) {
	var e svcx.AuditEntry
	err := s.Scan(&e.ID, &e.Workspace, &e.Actor.Kind, &e.Actor.ID, &e.Actor.Name, &e.Action, &e.Target, &e.Actor.IP, &e.At)
	return &e, err
}

var auditTable = newTable("audit", "id bigint", "workspace_id bigint", "actor_kind text", "actor_id bigint", "actor_name text", "action text",
	"target text", "ip text", "created_at bigint")

// InsertAudit adds an entry and sets its id.
func (tx *Tx) InsertAudit(e *svcx.AuditEntry) error {
	ids, err := tx.reserve("audit", 1)
	if err != nil {
		return err
	}
	e.ID = ids[0]
	if err := tx.insert(auditTable, []any{e.ID, e.Workspace, string(e.Actor.Kind), e.Actor.ID, e.Actor.Name, string(e.Action), e.Target, e.Actor.IP, e.At}); err != nil {
		return err
	}
	return tx.count(e.Workspace, auditCounter, 1)
}

const auditCounter = "audit"

// Audit lists the entries of a workspace, newest first.
func (db *DB) Audit(ctx context.Context, ws svcx.WorkspaceID, page svcx.Page) (svcx.List[*svcx.AuditEntry], error) {
	q := db.reader(ctx)
	total, err := counted(q, ws, auditCounter)
	if err != nil {
		return svcx.List[*svcx.AuditEntry]{}, err
	}
	items, err := collect(q, `SELECT id, workspace_id, actor_kind, actor_id, actor_name, action, target, ip, created_at FROM audit
		WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`, scanAudit, ws, page.Limit, page.Offset)
	return svcx.List[*svcx.AuditEntry]{Items: items, Total: total}, err
}
