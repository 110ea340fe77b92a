package admin

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// While the database is unavailable, times of last use are kept for any number of workspaces and
// do not fill the log: the store logs the outage (a sibling of fault 102).
func TestKeyUseIsKeptDuringAnOutage(t *testing.T) {
	var log bytes.Buffer
	db := storetest.Open(t, store.Options{Dir: t.TempDir()})
	s := New(Options{Core: inbox.New(inbox.Options{DB: db, Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))})})
	at := s.core.Now()
	const keys = 50
	for i := range svcx.KeyID(keys) {
		s.keyUse.Note(keyUse{svcx.WorkspaceID(i + 1), i + 1}, at)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.writeKeyUse(t.Context())
	}
	for i := range svcx.KeyID(keys) {
		if last := s.keyUse.Last(keyUse{svcx.WorkspaceID(i + 1), i + 1}); last != at {
			t.Fatalf("the use of key %d is lost", i+1)
		}
	}
	if log.Len() > 0 {
		t.Errorf("log: %s", log.String())
	}
}
