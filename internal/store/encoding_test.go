package store_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// Fault 111: a database whose encoding cannot hold every message was accepted, and
// such a message was answered 503 at every attempt.
func TestEncodingOtherThanUTF8IsRefused(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"EUC_JP", "LATIN1", "SQL_ASCII"} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			db, err := store.Open(t.Context(), store.Options{URL: pgtest.Encoded(t, encoding), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
			if err == nil {
				db.Close()
				t.Fatal("it is open")
			}
			for _, word := range []string{encoding, "CREATE DATABASE", "ENCODING 'UTF8'"} {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("error %q, without %q", err, word)
				}
			}
		})
	}
}
