package storetest

import (
	"errors"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// What the tests of the engine, of the store and of the text index have in common.

// ErrOwn is an error that a write returns by itself.
var ErrOwn = errors.New("the write's own failure")

// EachOptions runs fn with the options of an empty database of each kind.
func EachOptions(t *testing.T, fn func(t *testing.T, o store.Options)) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	t.Run("sqlite", func(t *testing.T) { fn(t, store.Options{Dir: t.TempDir(), Now: time.Now, Log: log}) })
	t.Run("postgres", func(t *testing.T) { fn(t, store.Options{URL: pgtest.URL(t), Now: time.Now, Log: log}) })
}

// Put writes a setting, whose name shows which write was stored.
func Put(name string) func(*store.Tx) error {
	return func(tx *store.Tx) error { return tx.SetServerSetting(name, "x") }
}

// Execute runs any statement in the transaction.
func Execute(tx *store.Tx, query string, args ...any) error {
	_, err := tx.Exec(query, args...)
	return err
}

// Await yields until done, 30 s at most.
func Await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("no %s after 30 s", what)
		}
	}
}

// WantNil fails the test for each of the errors.
func WantNil(t testing.TB, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if err != nil {
			t.Errorf("call %d: %v", i, err)
		}
	}
}

// WantUnavailable fails the test unless the error is of kind Unavailable.
func WantUnavailable(t testing.TB, err error) {
	t.Helper()
	if err == nil || svcx.KindOf(err) != svcx.KindUnavailable {
		t.Errorf("error %v, want one of kind Unavailable", err)
	}
}
