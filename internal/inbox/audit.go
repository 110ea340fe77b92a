package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// Audit lists the workspace's audit log, newest first.
func (in *Inbox) Audit(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.AuditEntry], error) {
	return in.db.Audit(ctx, w.ID, page)
}

// Operator is the actor of the command line.
var Operator = svcx.Actor{Kind: svcx.ActorSystem, Name: "operator"}

// auditChannel adds an entry about a channel, or a part of it, to the audit log.
func (in *Inbox) auditChannel(tx *store.Tx, ws svcx.WorkspaceID, actor svcx.Actor, action svcx.AuditAction, id svcx.ChannelID, part ...string) error {
	target := "channel/" + strconv.FormatInt(int64(id), 10)
	for _, p := range part {
		target += "/" + p
	}
	return tx.InsertAudit(&svcx.AuditEntry{Workspace: ws, Actor: actor, Action: action, Target: target, At: in.Now()})
}

func (in *Inbox) auditCategory(tx *store.Tx, actor svcx.Actor, action svcx.AuditAction, c *svcx.Category) error {
	target := "category/" + strconv.FormatInt(int64(c.ID), 10)
	return tx.InsertAudit(&svcx.AuditEntry{Workspace: c.Workspace, Actor: actor, Action: action, Target: target, At: in.Now()})
}

func (in *Inbox) auditField(tx *store.Tx, actor svcx.Actor, action svcx.AuditAction, f *svcx.Field) error {
	target := "field/" + strconv.FormatInt(int64(f.ID), 10)
	return tx.InsertAudit(&svcx.AuditEntry{Workspace: f.Workspace, Actor: actor, Action: action, Target: target, At: in.Now()})
}
