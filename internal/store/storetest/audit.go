package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func auditCases(f *fixture) {
	f.Case("entries are listed newest first, of their workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		var all []*svcx.AuditEntry
		for i, w := range []svcx.WorkspaceID{ws, other, ws, ws} {
			e := &svcx.AuditEntry{
				Workspace: w, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(i), Name: "é", IP: "::1"}, Action: svcx.AuditKeyReveal, Target: "channel/7", At: now + svcx.Time(i),
			}
			f.write(w, func(tx *store.Tx) error { return tx.InsertAudit(e) })
			all = append(all, e)
		}
		f.equal("page", must(f.db.Read(f.ctx()).Audit(ws, svcx.Page{Limit: 2}))(f), svcx.List[*svcx.AuditEntry]{Items: []*svcx.AuditEntry{all[3], all[2]}, Total: 3})
		f.equal("next", must(f.db.Read(f.ctx()).Audit(ws, svcx.Page{Limit: 2, Offset: 2}))(f), svcx.List[*svcx.AuditEntry]{Items: []*svcx.AuditEntry{all[0]}, Total: 3})
		f.equal("other", must(f.db.Read(f.ctx()).Audit(other, svcx.Page{Limit: 2}))(f), svcx.List[*svcx.AuditEntry]{Items: []*svcx.AuditEntry{all[1]}, Total: 1})
	})
	// Fault 4.6: the audit log had no retention.
	f.Case("old entries are deleted in every workspace and the totals stay right", func(f *fixture) {
		trim := func(before svcx.Time) {
			f.Helper()
			if err := f.db.Trim(f.ctx(), store.Retention{Audit: before}); err != nil {
				f.Fatal(err)
			}
		}
		const n = 1200 // more than two steps
		all := make(map[svcx.WorkspaceID][]*svcx.AuditEntry)
		many, few, none := f.workspace(), f.workspace(), f.workspace()
		for ws, n := range map[svcx.WorkspaceID]int{many: n, few: 3} {
			f.write(ws, func(tx *store.Tx) error {
				for i := range n {
					// The clock was set back: the first entry is the last to be deleted.
					e := &svcx.AuditEntry{Workspace: ws, Action: svcx.AuditKeyReveal, At: now + svcx.Time((i+n-1)%n)}
					if err := tx.InsertAudit(e); err != nil {
						return err
					}
					all[ws] = append(all[ws], e)
				}
				return nil
			})
		}
		left := func(ws svcx.WorkspaceID) (times []svcx.Time) {
			list := must(f.db.Read(f.ctx()).Audit(ws, svcx.Page{Limit: 2 * n}))(f)
			f.equal("total", list.Total, len(list.Items))
			for _, e := range list.Items {
				times = append(times, e.At-now)
			}
			return times
		}
		trim(0)
		f.equal("all are kept", len(left(many)), n)
		trim(now + n - 2)
		f.equal("many", left(many), []svcx.Time{n - 2, n - 1})
		f.equal("few", left(few), []svcx.Time(nil))
		f.equal("none", left(none), []svcx.Time(nil))
		trim(now + n - 2)
		f.equal("once more", left(many), []svcx.Time{n - 2, n - 1})
	})
}
