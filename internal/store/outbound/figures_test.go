package outbound_test

import (
	"testing"

	"svcx"
	"svcx/internal/store"
)

// What is scraped of a whole deployment: all workspaces together, nothing that has ended.
func TestFigures(t *testing.T) {
	each(t, func(f *fixture) {
		figures := func() store.Figures { f.Helper(); return must(f.db.Read(f.ctx()).Figures())(f) }
		f.equal("of an empty one", figures(), store.Figures{})

		one, two := f.channel(f.workspace()), f.channel(f.workspace())
		f.deliver(one, 1, 1, 2)
		f.deliver(two, 1)
		f.write(two.Workspace, func(tx *store.Tx) error { return tx.ExpediteDelivery(two, now-7000) })
		for i := range svcx.CircuitThreshold {
			read(f, one.Workspace, func(tx *store.Tx) (bool, error) { return tx.CircuitFailed(one, now+svcx.Time(i)) })
		}
		f.write(0, func(tx *store.Tx) error { return tx.PauseAll(ptr(now)) })
		f.equal("with work", figures(), store.Figures{Pending: 4, OpenCircuits: 1, OldestDue: now - 7000, PausedAt: ptr(now)})

		f.claim(two, 1, "lease", now)
		f.equal("leased", figures().OldestDue, now)
		f.write(0, func(tx *store.Tx) error { return tx.PauseAll(nil) })
		read(f, one.Workspace, func(tx *store.Tx) (bool, error) { return tx.CircuitWorks(one) })
		f.equal("without", figures(), store.Figures{Pending: 4, OldestDue: now})
	})
}
