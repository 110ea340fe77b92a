package sqldb_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"svcx/internal/store"
)

// Each transaction of the committer is reported once, with the writes in it and the time it
// took. A write that fails by itself does not make its transaction fail.
func TestCommitsAreReported(t *testing.T) {
	var got []store.Commit
	now := time.Unix(1000, 0)
	clock := func() time.Time { return now }
	db, err := store.Open(t.Context(), store.Options{Dir: t.TempDir(), Now: clock, Log: slog.New(slog.DiscardHandler), Committed: func(c store.Commit) { got = append(got, c) }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	got = nil
	err = db.Write(context.Background(), 1, func(tx *store.Tx) error {
		now = now.Add(3 * time.Second)
		return tx.SetServerSetting("a", "b")
	})
	if err != nil {
		t.Fatal(err)
	}
	own := errors.New("its own")
	if err := db.Write(context.Background(), 1, func(*store.Tx) error { return own }); !errors.Is(err, own) {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0] != (store.Commit{Writes: 1, Took: 3 * time.Second}) || got[1].Failed {
		t.Errorf("%+v", got)
	}
	read, _ := db.Stats()
	if read.MaxOpenConnections < 1 {
		t.Errorf("%+v", read)
	}
}
