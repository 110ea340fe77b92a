package admin_test

import (
	"database/sql"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// revealsInB are forms of which only B reveals channel keys.
type revealsInB struct{ inboxtest.AnyForm }

func (revealsInB) RevealsChannelKey(form svcx.FormName) bool { return form == svcx.FormB }
func (revealsInB) RelaysAttachments(svcx.FormName) bool      { return true }

func newKeyFixture(t *testing.T, o store.Options) *fixture {
	t.Helper()
	o.Now = time.Now
	s := inboxtest.Open(t, o, func(o *inboxtest.Options) { o.Forms = revealsInB{} })
	d := &fixture{Services: s, db: s.DB}
	return d.fresh(t, "keys")
}

func (d *fixture) setForm(t *testing.T, form svcx.FormName) {
	t.Helper()
	_, err := d.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, d.workspace.Slug, svcx.WorkspacePatch{Form: &form})
	must(t, err)
}

// A key created by a request that was authorized before the workspace's form changed is stored as
// the new form requires (D 1): it is not revealed, even after another change.
func TestKeysCreatedWhileTheFormChanges(t *testing.T) {
	for name, options := range map[string]func(t *testing.T) store.Options{
		"sqlite":   func(t *testing.T) store.Options { return store.Options{Dir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Options { return store.Options{URL: pgtest.URL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			d := newKeyFixture(t, options(t))
			ctx, authorized := t.Context(), *d.workspace // in form B
			_, err := d.RevealKey(ctx, inbox.Call{Workspace: &authorized, Actor: inbox.Operator}, d.channel.ID)
			must(t, err)
			d.setForm(t, svcx.FormA)
			if _, err := d.RevealKey(ctx, inbox.Call{Workspace: &authorized, Actor: inbox.Operator}, d.channel.ID); svcx.KindOf(err) != svcx.KindNotFound {
				t.Errorf("the key is revealed in form A: %v", err)
			}
			_, err = d.RegenerateKey(ctx, inbox.Call{Workspace: &authorized, Actor: inbox.Operator}, d.channel.ID)
			must(t, err)
			created, _, err := d.CreateChannel(ctx, inbox.Call{Workspace: &authorized, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "New", Settings: svcx.DefaultSettings()})
			must(t, err)
			d.setForm(t, svcx.FormB)
			for _, id := range []svcx.ChannelID{d.channel.ID, created.ID} {
				if _, err := d.RevealKey(ctx, inbox.Call{Workspace: &authorized, Actor: inbox.Operator}, id); svcx.KindOf(err) != svcx.KindNotFound {
					t.Errorf("the key of channel %d, created in form A, is revealed: %v", id, err)
				}
			}
		})
	}
}

// A change of form waits for the workspace's running writes: otherwise one that has read the old
// form would be stored after it.
func TestFormChangeWaitsForWrites(t *testing.T) {
	url := pgtest.URL(t)
	d := newKeyFixture(t, store.Options{URL: url})
	raw, err := sql.Open("pgx", url)
	must(t, err)
	defer raw.Close()
	// A running write of another node holds the workspace's lock.
	conn, err := raw.Conn(t.Context())
	must(t, err)
	defer conn.Close()
	_, err = conn.ExecContext(t.Context(), "SELECT pg_advisory_lock($1)", int64(d.workspace.ID))
	must(t, err)
	changed := make(chan error, 1)
	go func() {
		form := svcx.FormA
		_, err := d.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, d.workspace.Slug, svcx.WorkspacePatch{Form: &form})
		changed <- err
	}()
	deadline := time.Now().Add(30 * time.Second)
	for waiting := 0; waiting == 0; {
		select {
		case err := <-changed:
			t.Fatalf("the form changed in the middle of a write: %v", err)
		default:
		}
		must(t, raw.QueryRow("SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database WHERE d.datname = current_database() AND locktype = 'advisory' AND NOT granted").Scan(&waiting))
		if time.Now().After(deadline) {
			t.Fatal("the change neither waits nor ends")
		}
	}
	_, err = conn.ExecContext(t.Context(), "SELECT pg_advisory_unlock($1)", int64(d.workspace.ID))
	must(t, err)
	must(t, <-changed)
}
