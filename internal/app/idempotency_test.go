package app

import (
	"log/slog"
	"testing"

	"svcx"
)

// After kill -9 a repeat of a request with an Idempotency-Key was a conflict for two
// minutes although nothing ran: the start of an embedded database's server releases
// the keys of requests that its predecessor was processing.
func TestStartReleasesIdempotencyKeysOfAKilledServer(t *testing.T) {
	c := Config{DataDir: t.TempDir(), AutoMigrate: true, DefaultForm: "B", AdminEmail: "ada@example.com", MaxBody: 1 << 20, MaxImportBody: 1 << 20}
	start := func() *App {
		t.Helper()
		a, err := Open(t.Context(), c, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	begin := func(a *App) error {
		t.Helper()
		w, err := a.Admin.Workspace(t.Context(), "main")
		if err != nil {
			t.Fatal(err)
		}
		answer, err := a.Core.Begin(t.Context(), a.Core.NewIdempotencyKey(w, svcx.Actor{Kind: svcx.ActorKey, ID: 1}, "/path", "key", nil))
		if answer != nil {
			t.Errorf("an answer: %v", answer)
		}
		return err
	}
	killed := start()
	if err := begin(killed); err != nil {
		t.Fatal(err)
	}
	if err := begin(killed); svcx.KindOf(err) != svcx.KindConflict {
		t.Errorf("while it runs: %v", err)
	}
	killed.Close()
	a := start()
	defer a.Close()
	if err := a.releaseLeases(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := begin(a); err != nil {
		t.Errorf("after a start: %v", err)
	}
}
