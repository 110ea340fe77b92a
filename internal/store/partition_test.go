package store_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// days is a PostgreSQL database with a clock that the test sets.
type days struct {
	t       *testing.T
	options store.Options
	now     atomic.Int64
}

func newDays(t *testing.T) *days {
	d := &days{t: t}
	d.now.Store(int64(epoch))
	d.options = store.Options{URL: pgtest.URL(t), Now: func() time.Time { return svcx.Time(d.now.Load()).Std() }, Log: slog.New(slog.DiscardHandler)}
	return d
}

// on returns the time n days after the epoch.
func on(n int) svcx.Time { return epoch.Add(time.Duration(n) * 24 * time.Hour) }

// node starts a node on that day.
func (d *days) node(day int) *store.DB {
	d.t.Helper()
	d.now.Store(int64(on(day)))
	db := storetest.Open(d.t, d.options)
	d.await(db, fmt.Sprintf(" %d:0", day+6))
	return db
}

// await waits until a partition exists: a start waits for the first two only.
func (d *days) await(db *store.DB, partition string) {
	d.t.Helper()
	storetest.Await(d.t, "partition"+partition, func() bool { return strings.Contains(" "+d.partitions(db)+" ", partition+" ") })
}

// partitions lists the days that have a partition and the default one, with the
// number of entries in each.
func (d *days) partitions(db *store.DB) string {
	d.t.Helper()
	var found []string
	for _, name := range query(d.t, db, "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'event_log'::regclass ORDER BY 1") {
		count := query(d.t, db, "SELECT count(*) FROM "+name[0])[0][0]
		day := strings.TrimPrefix(name[0], "event_log_")
		if at, err := time.Parse("20060102", day); err == nil {
			day = fmt.Sprint(int(at.Sub(epoch.Std().Truncate(24*time.Hour)).Hours() / 24))
		}
		found = append(found, day+":"+count)
	}
	return strings.Join(found, " ")
}

func (d *days) insert(db *store.DB, day int) {
	d.t.Helper()
	storetest.WantNil(d.t, db.Write(d.t.Context(), 1, func(tx *store.Tx) error {
		return tx.InsertEvents(&svcx.EventLogEntry{Workspace: 1, Channel: 1, CreatedAt: on(day)})
	}))
}

// Storage: the event log has a partition per day, created in advance.
func TestPartitionsAreCreatedInAdvance(t *testing.T) {
	d := newDays(t)
	db := d.node(0)
	for day := range 9 {
		d.insert(db, day)
	}
	if got, want := d.partitions(db), "0:1 1:1 2:1 3:1 4:1 5:1 6:1 default:2"; got != want {
		t.Errorf("partitions %s, want %s", got, want)
	}
	if events, err := db.Events(t.Context(), 1, 1, svcx.EventQuery{Limit: 100}); err != nil || len(events) != 9 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

// A day whose first entries are in the default partition can no longer have its own;
// that must not prevent the partitions of later days.
func TestPartitionsAfterAnOutage(t *testing.T) {
	d := newDays(t)
	d.insert(d.node(0), 20)
	// A new node twenty days later: its start is not refused, although that day gets no
	// partition, and the other days get theirs.
	d.now.Store(int64(on(20)))
	db, err := store.Open(t.Context(), d.options)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Errorf("a node does not start: %v", err)
	}
	d.await(db, " 26:0")
	if got, want := d.partitions(db), "0:0 1:0 2:0 3:0 4:0 5:0 6:0 21:0 22:0 23:0 24:0 25:0 26:0 default:1"; got != want {
		t.Errorf("partitions %s, want %s", got, want)
	}
}

// Retention drops the partitions of days that are entirely too old, and deletes
// entries that are too old from the default partition.
func TestRetentionDropsDays(t *testing.T) {
	d := newDays(t)
	db := d.node(0)
	for day := range 9 {
		d.insert(db, day)
	}
	storetest.WantNil(t, db.Trim(t.Context(), store.Retention{Events: on(3) + 1}))
	if got, want := d.partitions(db), "3:1 4:1 5:1 6:1 default:2"; got != want {
		t.Errorf("partitions %s, want %s", got, want)
	}
	storetest.WantNil(t, db.Trim(t.Context(), store.Retention{Events: on(8) + 1}))
	if got, want := d.partitions(db), "default:0"; got != want {
		t.Errorf("partitions %s, want %s", got, want)
	}
}
