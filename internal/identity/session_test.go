package identity

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// When a session was last used is not lost while the database is unavailable, and the outage,
// which the store logs, is not logged again.
func TestSessionUseIsKeptDuringAnOutage(t *testing.T) {
	var log bytes.Buffer
	db := storetest.Open(t, store.Options{Dir: t.TempDir()})
	s := New(inbox.New(inbox.Options{DB: db, Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))}), nil)
	at := s.core.Now()
	s.seen.Note("hash", at)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.writeSessionUse(t.Context())
	}
	if s.seen.Last("hash") != at {
		t.Error("the use of a session is lost")
	}
	if log.Len() > 0 {
		t.Errorf("log: %s", log.String())
	}
}
