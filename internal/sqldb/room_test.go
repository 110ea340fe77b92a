package sqldb_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// tightDisk is a database with room for small writes but not for a message of 45 KB,
// until tight is unset; log is its log without times and errors.
type tightDisk struct {
	*testing.T
	*store.DB
	clock atomic.Int64
	tight atomic.Bool
	log   storetest.LogBuffer
}

func newTightDisk(t *testing.T) *tightDisk {
	d := &tightDisk{T: t}
	d.pass(1_800_000_000 * time.Second)
	log := slog.New(slog.NewTextHandler(&d.log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "error" {
			return slog.Attr{}
		}
		return a
	}}))
	d.DB = storetest.Open(t, store.Options{Dir: t.TempDir(), Log: log, Now: func() time.Time { return time.Unix(0, d.clock.Load()) }})
	var pages int
	if err := d.Raw().QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	d.Watch(func(s *sqldb.Spy) {
		s.OnConnect = func(c *sql.Conn) error {
			limit := 1 << 30
			if d.tight.Load() {
				limit = pages + 6
			}
			_, err := c.ExecContext(context.Background(), fmt.Sprintf("PRAGMA max_page_count = %d", limit))
			return err
		}
	})
	d.tight.Store(true)
	// A failure closes the existing connection.
	storetest.WantUnavailable(t, d.Write(t.Context(), 1, func(tx *store.Tx) error { return storetest.Execute(tx, "SELEC 1") }))
	storetest.WantNil(t, d.Write(t.Context(), 1, storetest.Put("small")), d.Ready(t.Context()))
	// Use up what is free within the file.
	for i := 0; d.fill(fmt.Sprint("filler", i)) == nil; i++ {
	}
	// The second waits for the check, and its line in the log, that follow the first.
	storetest.WantNil(t, d.Write(t.Context(), 1, storetest.Put("small")), d.Write(t.Context(), 1, storetest.Put("small")))
	d.pass(time.Hour)
	d.log.Reset()
	return d
}

func (d *tightDisk) pass(t time.Duration) { d.clock.Add(int64(t)) }

// noRoomLine is logged for the first message and the write refused before.
const noRoomLine = `level=ERROR msg="a write failed" writes=2` + "\n"

// message writes what does not fit.
func (d *tightDisk) message() error { return d.fill("message") }

func (d *tightDisk) fill(name string) error {
	return d.Write(d.Context(), 1, func(tx *store.Tx) error { return tx.SetServerSetting(name, strings.Repeat("x", 45_000)) })
}

// wantLogMatch takes a pattern: how often room is looked for depends on when the
// writer comes to it.
func (d *tightDisk) wantLogMatch(want string) {
	d.Helper()
	if got := d.log.String(); !regexp.MustCompile("^" + want + "$").MatchString(got) {
		d.Errorf("the log says\n%s\nwant\n%s", got, want)
	}
}

func (d *tightDisk) wantLog(want string) {
	d.Helper()
	if got := d.log.String(); got != want {
		d.Errorf("the log says\n%s\nwant\n%s", got, want)
	}
}

// Fault 2.7: on a full disk /readyz answered ok while every inbound message was 503,
// since small writes fit into what a failed commit left. The log flapped.
func TestNotReadyWhileOnlySmallWritesFit(t *testing.T) {
	d := newTightDisk(t)
	for range 20 {
		storetest.WantUnavailable(t, d.message())
		storetest.WantNil(t, d.Write(t.Context(), 1, storetest.Put("small")))
		// Fault: the answer did not name the full disk.
		var reason *svcx.Error
		if err := d.Ready(t.Context()); !errors.As(err, &reason) || !strings.Contains(reason.Public(), "the disk of the database is full") {
			t.Fatalf("ready while the store accepts no message: %v", err)
		}
		d.pass(time.Second)
	}
	d.wantLog(noRoomLine)
	d.tight.Store(false)
	storetest.WantNil(t, d.Ready(t.Context()), d.message(), d.Ready(t.Context()))
	d.wantLogMatch(noRoomLine + `level=INFO msg="writes succeed again" failed=4[1-5]\n`)
	if check, err := d.Read(t.Context()).ServerSetting("write_check"); err != nil || len(check) > 100 {
		t.Errorf("%d bytes of the test write are left, %v", len(check), err)
	}
}

// Without probes the writer checks from time to time.
func TestRoomIsNoticedWithoutProbes(t *testing.T) {
	d := newTightDisk(t)
	storetest.WantUnavailable(t, d.message())
	after := func(wait time.Duration) {
		d.pass(wait)
		// The second waits for what follows the first.
		storetest.WantNil(t, d.Write(t.Context(), 1, storetest.Put("small")), d.Write(t.Context(), 1, storetest.Put("small")))
	}
	after(9 * time.Second)
	after(2 * time.Second) // the check fails, and the connection is closed
	d.tight.Store(false)
	after(9 * time.Second)
	after(2 * time.Second) // on the connection opened before
	d.wantLog(noRoomLine)
	after(11 * time.Second)
	// How often it checked depends on timing.
	d.wantLogMatch(noRoomLine + `level=INFO msg="writes succeed again" failed=[3-6]\n`)
}

// On PostgreSQL it is the server that has no room.
func TestFullPostgresWantsProof(t *testing.T) {
	db := storetest.Postgres(t)
	full := func(tx *store.Tx) error {
		return storetest.Execute(tx, "DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$")
	}
	err := db.Write(t.Context(), 1, full)
	storetest.WantUnavailable(t, err)
	var cause *pgconn.PgError
	if !errors.As(err, &cause) || cause.Code != "53100" {
		t.Fatalf("the cause is %v", err)
	}
	storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("small")))
	if !db.WantsProof() {
		t.Error("a small write has proved that there is room")
	}
	storetest.WantNil(t, db.Ready(t.Context()))
	if db.WantsProof() {
		t.Error("a large one has not")
	}
}
