package vault

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fixture is a vault of a database with a workspace and a channel.
type fixture struct {
	*Vault
	dir       string
	workspace *svcx.Workspace
	channel   svcx.ChannelID
}

func newFixture(t *testing.T, keys Keys) *fixture {
	t.Helper()
	clock := func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir, Now: clock})
	f := &fixture{dir: dir, Vault: New(db, keys, clock, slog.New(slog.DiscardHandler)), workspace: &svcx.Workspace{Slug: "w", Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree}}
	must(t, f.CheckMasterKey(t.Context()))
	must(t, db.Write(t.Context(), store.AllWorkspaces, func(tx *store.Tx) error { return tx.InsertWorkspace(f.workspace) }))
	f.write(t, func(tx *store.Tx) error {
		ch := &svcx.Channel{Workspace: f.workspace.ID, Name: "C", Settings: svcx.DefaultSettings(), KeyHash: "hash"}
		err := tx.InsertChannel(ch, func(id svcx.ChannelID) ([]byte, error) { return f.Seal(tx, "svcx_key", ChannelKey(id)) })
		f.channel = ch.ID
		return err
	})
	return f
}

func (f *fixture) write(t testing.TB, fn func(*store.Tx) error) {
	t.Helper()
	must(t, f.db.Write(context.Background(), f.workspace.ID, fn))
}

func (f *fixture) secret(t testing.TB, i int) {
	t.Helper()
	f.write(t, func(tx *store.Tx) error {
		s := &svcx.Secret{Workspace: f.workspace.ID, Key: fmt.Sprint("k", i)}
		return tx.InsertSecret(s, func(id svcx.SecretID) ([]byte, error) { return f.Seal(tx, fmt.Sprint("v", i), Secret(id)) })
	})
}

// signingSecret replaces the channel's signing secret.
func (f *fixture) signingSecret(t testing.TB) (secret string) {
	t.Helper()
	f.write(t, func(tx *store.Tx) error {
		ch, err := tx.Channel(f.workspace.ID, f.channel)
		if err != nil {
			return err
		}
		var stored svcx.Signing
		if secret, stored, err = f.NewSigningSecret(tx, ch); err != nil {
			return err
		}
		return tx.SetSigning(f.workspace.ID, f.channel, stored)
	})
	return secret
}

func (f *fixture) signs(t testing.TB) []string {
	t.Helper()
	ch, err := f.db.Read(t.Context()).Channel(f.workspace.ID, f.channel)
	must(t, err)
	secrets, err := f.SigningSecrets(ch)
	must(t, err)
	return secrets
}

// A rotation of the master key with concurrent writers misses nothing, and an interrupted one
// is continued: afterwards the new key alone opens everything.
func TestRotationWithConcurrentWriters(t *testing.T) {
	old, next := seal.NewKey(), seal.NewKey()
	keyring, err := seal.NewKeyring(func() (seal.Keys, error) { return seal.Keys{Current: old, Others: []seal.Key{next}}, nil })
	must(t, err)
	f := newFixture(t, keyring)
	ctx, ws := t.Context(), f.workspace.ID
	// More than two steps.
	const n = 2*resealStep + 50
	for i := range n {
		f.secret(t, i)
	}
	f.write(t, func(tx *store.Tx) error {
		sealed, err := f.Seal(tx, "sk-ai", AIKey(ws))
		if err != nil {
			return err
		}
		return tx.SetAISettings(ws, svcx.AISettings{APIKey: sealed})
	})
	to, err := seal.NewSealer(next, old)
	must(t, err)
	// Interrupted after its first step.
	r := &rotation{vault: f.Vault, ctx: ctx, to: to}
	cut := secrets
	cut.next = func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedSecret, error) {
		if after > 0 {
			return nil, context.Canceled
		}
		return secrets.next(tx, ws, after, limit)
	}
	if err := cut.reseal(r, ws); err == nil || r.resealed != resealStep {
		t.Fatalf("%d resealed, %v", r.resealed, err)
	}

	var writers sync.WaitGroup
	for i := range 20 {
		writers.Go(func() {
			f.secret(t, n+i)
			f.signingSecret(t)
			f.write(t, func(tx *store.Tx) error {
				s, err := tx.Secret(ws, fmt.Sprint("k", i))
				if err != nil {
					return err
				}
				if s.Sealed, err = f.Seal(tx, "changed", Secret(s.ID)); err != nil {
					return err
				}
				return tx.UpdateSecret(s)
			})
		})
	}
	_, err = f.RotateMasterKey(ctx, to)
	must(t, err)
	writers.Wait()

	if f.keys, err = seal.NewSealer(next); err != nil {
		t.Fatal(err)
	}
	must(t, f.CheckMasterKey(ctx))
	for i := range n + 20 {
		want := fmt.Sprint("v", i)
		if i < 20 {
			want = "changed"
		}
		s, err := f.db.Read(ctx).Secret(ws, fmt.Sprint("k", i))
		must(t, err)
		if got, err := f.Open(s.Sealed, Secret(s.ID)); err != nil || got != want {
			t.Fatalf("secret %d is %q, want %q: %v", i, got, want, err)
		}
	}
	f.write(t, func(tx *store.Tx) error {
		sealed, err := tx.KeyCipher(ws, f.channel)
		if err != nil {
			return err
		}
		if key, err := f.Open(sealed, ChannelKey(f.channel)); err != nil || key != "svcx_key" {
			t.Errorf("the channel's key is %q: %v", key, err)
		}
		return nil
	})
	ai, err := f.db.Read(ctx).AISettings(ws)
	must(t, err)
	if key, err := f.Open(ai.APIKey, AIKey(ws)); err != nil || key != "sk-ai" {
		t.Errorf("the provider's key is %q: %v", key, err)
	}
	if secrets := f.signs(t); len(secrets) != 1+maxRetired {
		t.Errorf("%d signing secrets", len(secrets))
	}
	f.checkColumns(t, old)
	again, err := f.RotateMasterKey(ctx, to)
	if again != 0 || err != nil {
		t.Errorf("again: %d, %v", again, err)
	}
}

// checkColumns checks that every column of bytes, in all tables, has a value and none under the
// key: a new column with sealed values is in sealedTables too.
func (f *fixture) checkColumns(t *testing.T, not seal.Key) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(f.dir, "svcx.db"))
	must(t, err)
	defer db.Close()
	rows, err := db.Query(`SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.type = 'BLOB' AND m.name NOT LIKE '%_search_%' ORDER BY 1, 2`)
	must(t, err)
	defer rows.Close()
	columns := 0
	for rows.Next() {
		var table, column string
		must(t, rows.Scan(&table, &column))
		columns++
		var values, stale int
		query := fmt.Sprintf(`SELECT count(%[2]s), coalesce(sum(lower(hex(substr(%[2]s, 2, 8))) = $1), 0) FROM %[1]s`, table, column)
		must(t, db.QueryRow(query, not.ID()).Scan(&values, &stale))
		if values == 0 {
			t.Errorf("the test seals nothing in %s.%s", table, column)
		}
		if stale > 0 {
			t.Errorf("%d of %d values of %s.%s are under the old key", stale, values, table, column)
		}
	}
	must(t, rows.Err())
	if columns < 5 {
		t.Errorf("the test knows %d columns", columns)
	}
}
