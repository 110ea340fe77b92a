package sqldb_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"svcx/internal/sqldb"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// The store was reported as ready while its disk was full.
func TestNotReadyWhileTheDiskIsFull(t *testing.T) {
	db := storetest.SQLite(t)
	var full atomic.Bool
	db.Watch(func(s *sqldb.Spy) {
		s.OnConnect = func(c *sql.Conn) error {
			if !full.Load() {
				return nil
			}
			_, err := c.ExecContext(context.Background(), "PRAGMA query_only(1)")
			return err
		}
	})
	storetest.WantNil(t, db.Ready(t.Context()))
	if got := written(t, db); got != "" {
		t.Errorf("a probe writes %q without an outage", got)
	}
	full.Store(true)
	// The existing connection is closed by the first failure.
	storetest.WantUnavailable(t, db.Write(t.Context(), 1, func(tx *store.Tx) error { return storetest.Execute(tx, "SELEC 1") }))
	storetest.WantUnavailable(t, db.Write(t.Context(), 1, storetest.Put("lost")))
	for range 2 {
		if err := db.Ready(t.Context()); err == nil {
			t.Error("the store is reported as ready while it accepts no writes")
		}
	}
	full.Store(false)
	// Without any other write.
	storetest.WantNil(t, db.Ready(t.Context()))
	full.Store(true)
	storetest.WantNil(t, db.Ready(t.Context()))
}

// On a full disk every write was logged, perhaps to the same disk.
func TestFailedWritesAreNotLoggedOneByOne(t *testing.T) {
	var passed atomic.Int64
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(passed.Load())) }
	var lines storetest.LogBuffer
	log := slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "error" {
			return slog.Attr{}
		}
		return a
	}}))
	db := storetest.Open(t, store.Options{Dir: t.TempDir(), Log: log, Now: now})
	lines.Reset()
	fail := func(n int) {
		for range n {
			storetest.WantUnavailable(t, db.Write(t.Context(), 1, func(tx *store.Tx) error { return storetest.Execute(tx, "SELEC 1") }))
		}
	}
	fail(100)
	passed.Add(int64(time.Minute))
	fail(50)
	storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("good")))
	fail(1)
	passed.Add(int64(time.Second))
	storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("good")))
	fail(1)
	want := `level=ERROR msg="a write failed" writes=1
level=ERROR msg="a write failed" writes=100
level=INFO msg="writes succeed again" failed=150
level=ERROR msg="a write failed" writes=2
`
	if got := lines.String(); got != want {
		t.Errorf("the log says\n%s\nwant\n%s", got, want)
	}
}

// The error of a read that its caller canceled did not name the statement.
func TestErrorOfACanceledReadNamesTheStatement(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := db.Read(ctx).Workspaces()
		if !errors.Is(err, context.Canceled) || !strings.Contains(fmt.Sprint(err), "SELECT") {
			t.Errorf("error %v", err)
		}
	})
}

// The error of a database that cannot be reached had three lines with the same text.
func TestFailedConnectionIsOneLine(t *testing.T) {
	_, err := store.Open(t.Context(), store.Options{URL: "postgres://svcx:hidden@127.0.0.1:1/inbox", Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err == nil {
		t.Fatal("it is open")
	}
	text := err.Error()
	if strings.ContainsAny(text, "\n\t") || strings.Count(text, "refused") != 1 || strings.Contains(text, "hidden") || !strings.Contains(text, "127.0.0.1:1") {
		t.Errorf("%q", text)
	}
	var failed *pgconn.ConnectError
	if !errors.As(err, &failed) {
		t.Errorf("the cause is gone: %v", err)
	}
}
