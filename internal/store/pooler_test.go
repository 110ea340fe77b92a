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

// Fault 110: a node did not start behind a pooler, without saying why.

// Behind a pooler that keeps a session per connection everything works: what needs a
// session (listening, registration, settings, locks), pipelines, searches, ids, and
// the creation of the schema.
func TestSessionPoolerWorks(t *testing.T) {
	t.Parallel()
	through := pgtest.Bouncer(t) // with its defaults
	storetest.Run(t, func(t *testing.T) *store.DB {
		return storetest.Open(t, store.Options{URL: through(storetest.PostgresURL(t))})
	}, "Schema", "ContactSearch", "Inbound", "Loaded conversations", "Pipelines", "Constraints", "Nodes", "Unread")
	t.Run("empty", func(t *testing.T) {
		db := storetest.Open(t, store.Options{URL: through(pgtest.URL(t))})
		everyWorkerWrites(t, db)
		storetest.WantNil(t, db.Ready(t.Context()))
	})
}

// Any other pooler is refused at the start, with advice.
func TestOtherPoolersAreRefused(t *testing.T) {
	t.Parallel()
	atOnce(t, []string{
		"pool_mode = transaction",
		"pool_mode = transaction\nserver_round_robin = 1",
		"pool_mode = transaction\ndefault_pool_size = 1",
		"pool_mode = statement",
	}, func(t *testing.T, settings string) {
		through := pgtest.Bouncer(t, settings)
		url := through(pgtest.URL(t))
		for range 2 { // the second time with the sessions that the first one left
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
