package store_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Fault 110: behind a pooler nothing started, and nothing said that it cannot.

// Behind one that keeps a session for a connection everything works: what needs a
// session (listening, being present, settings, locks), pipelines, searches, ids,
// and the making of the schema.
func TestSessionPooler(t *testing.T) {
	t.Parallel()
	through := pgtest.Bouncer(t) // as it comes
	storetest.Run(t, func(t *testing.T) *store.DB {
		return storetest.Open(t, store.Options{URL: through(storetest.PostgresURL(t))})
	}, "Schema", "ContactSearch", "Inbound", "Claims", "Pipelines", "Constraints", "Nodes", "Unread")
	t.Run("empty", func(t *testing.T) {
		db := storetest.Open(t, store.Options{URL: through(pgtest.URL(t))})
		everyWorkerWrites(t, db)
		wantNil(t, db.Ready(t.Context()))
	})
}

// One that does not is refused at the start, with what to do.
func TestOtherPoolers(t *testing.T) {
	t.Parallel()
	atOnce(t, []string{
		"pool_mode = transaction",
		"pool_mode = transaction\nserver_round_robin = 1",
		"pool_mode = transaction\ndefault_pool_size = 1",
		"pool_mode = statement",
	}, func(t *testing.T, settings string) {
		through := pgtest.Bouncer(t, settings)
		url := through(pgtest.URL(t))
		for range 2 { // with the sessions that the first one has left
			db, err := store.Open(t.Context(), store.Options{URL: url, Patience: 2 * time.Second, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
			if err == nil {
				db.Close()
				t.Fatal("it is open")
			}
			for _, word := range []string{"pooler", "session mode", "SVCX_DATABASE_URL"} {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("error %q, without %q", err, word)
				}
			}
		}
	})
}
