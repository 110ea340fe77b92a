package sqldb_test

import (
	"log/slog"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// execute runs any statement in the transaction.
func execute(tx *store.Tx, query string, args ...any) error {
	_, err := tx.Exec(query, args...)
	return err
}

// eachOptions runs fn with the options of an empty database of each kind.
func eachOptions(t *testing.T, fn func(t *testing.T, o store.Options)) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	t.Run("sqlite", func(t *testing.T) { fn(t, store.Options{Dir: t.TempDir(), Now: time.Now, Log: log}) })
	t.Run("postgres", func(t *testing.T) { fn(t, store.Options{URL: pgtest.URL(t), Now: time.Now, Log: log}) })
}
