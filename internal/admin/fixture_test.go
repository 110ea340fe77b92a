package admin_test

import (
	"testing"

	"svcx"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/store"
)

// fixture is the services on a store, with a workspace and its channel.
type fixture struct {
	*inboxtest.Services
	db        *store.DB
	workspace *svcx.Workspace
	channel   *svcx.Channel
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	return newFixtureOn(t, store.Options{Dir: t.TempDir()})
}

func newFixtureOn(t testing.TB, o store.Options) *fixture {
	t.Helper()
	s := inboxtest.Open(t, o)
	return &fixture{Services: s, db: s.DB}
}

// fresh returns the same services with a new workspace and channel.
func (d *fixture) fresh(t testing.TB, slug string) *fixture {
	t.Helper()
	own := &fixture{Services: d.Services, db: d.db}
	own.workspace, own.channel = d.NewWorkspace(t, slug)
	return own
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
