package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func auditCases(f *fixture) {
	f.Case("what is stored is listed, newest first, in its workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		var all []*svcx.AuditEntry
		for i, w := range []svcx.WorkspaceID{ws, other, ws, ws} {
			e := &svcx.AuditEntry{
				Workspace: w, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(i), Name: "é", IP: "::1"}, Action: svcx.AuditKeyReveal, Target: "channel/7", At: now + svcx.Time(i),
			}
			f.write(w, func(tx *store.Tx) error { return tx.InsertAudit(e) })
			all = append(all, e)
		}
		f.equal("page", must(f.db.Audit(f.ctx(), ws, svcx.Page{Limit: 2}))(f), svcx.List[*svcx.AuditEntry]{Items: []*svcx.AuditEntry{all[3], all[2]}, Total: 3})
		f.equal("next", must(f.db.Audit(f.ctx(), ws, svcx.Page{Limit: 2, Offset: 2}))(f), svcx.List[*svcx.AuditEntry]{Items: []*svcx.AuditEntry{all[0]}, Total: 3})
		f.equal("other", must(f.db.Audit(f.ctx(), other, svcx.Page{Limit: 2}))(f), svcx.List[*svcx.AuditEntry]{Items: []*svcx.AuditEntry{all[1]}, Total: 1})
	})
}
