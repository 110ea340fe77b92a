package channel

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/limit"
)

// D 2: in a flood of wrong keys, sixty requests per minute and channel get a row each; the
// others share one row when the minute is over.
func TestUnauthenticatedFlood(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	ctx := context.Background()
	for _, i := range []integration{f.a, f.b} {
		for range 200 {
			f.send(i, "svcx_wrong", "x")
		}
		if n := len(f.records(i)); n != 60 {
			t.Fatalf("form %s: %d rows of 200 requests", i.form.Name, n)
		}
	}
	f.advance(59 * time.Second)
	f.unauthenticated.flush(ctx, false)
	f.send(f.a, "svcx_wrong", "x")
	if n := len(f.records(f.a)); n != 60 {
		t.Fatalf("%d rows before the minute was over", n)
	}
	f.advance(time.Second)
	f.unauthenticated.flush(ctx, false)
	f.unauthenticated.flush(ctx, false)
	for i, want := range map[*integration]string{&f.a: "in 141 more requests", &f.b: "in 140 more requests"} {
		if got := f.records(*i); len(got) != 61 || !strings.HasSuffix(got[60], want) || !strings.Contains(got[60], " signature_mismatch: ") {
			t.Errorf("form %s: %d rows, the last %q", i.form.Name, len(got), got[len(got)-1])
		}
	}

	// A new minute has new rows, and an idle channel is forgotten.
	f.send(f.a, "svcx_wrong", "x")
	if n := len(f.records(f.a)); n != 62 {
		t.Errorf("%d rows in the second minute", n)
	}
	if n := len(f.unauthenticated.channels); n != 1 {
		t.Errorf("%d channels in the log, want the one that was called again", n)
	}
	f.advance(time.Minute)
	f.unauthenticated.flush(ctx, false)
	if n := len(f.unauthenticated.channels); n != 0 {
		t.Errorf("%d channels in the log", n)
	}
}

// D 2: the bound holds for any span of a minute, not only for those of the clock.
func TestUnauthenticatedAnyMinute(t *testing.T) {
	var c unauthenticatedCount
	var rows []time.Duration
	for at := time.Duration(0); at < 5*time.Minute; at += 700 * time.Millisecond {
		if c.row(at) {
			rows = append(rows, at)
		}
	}
	for n := unauthenticatedRows; n < len(rows); n++ {
		if rows[n]-rows[n-unauthenticatedRows] < time.Minute {
			t.Fatalf("61 rows between %v and %v", rows[n-unauthenticatedRows], rows[n])
		}
	}
	if len(rows) < 5*unauthenticatedRows {
		t.Errorf("only %d rows in 5 minutes", len(rows))
	}
	// A clock that is set back does not suppress rows.
	if !c.row(-time.Hour) {
		t.Error("no row after the clock was set back")
	}
}

// D 2: if the row cannot be written the answer is still ok. The request is counted, and the
// count is written later, also when the service stops.
func TestUnauthenticatedNotWritten(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	repair := f.breakLog()
	f.send(f.b, "svcx_wrong", "x")
	if log := f.logged(); !strings.Contains(log, "level=DEBUG") || strings.Contains(log, "svcx_wrong") {
		t.Errorf("log: %s", log)
	}
	repair()
	f.stop()
	if got := f.records(f.b); len(got) != 1 || !strings.HasSuffix(got[0], "in 1 more request") {
		t.Errorf("records %q", got)
	}
}

// stop calls Run for a service that stops at once.
func (f *fixture) stop() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f.Run(ctx)
}

// D 2: a stop writes the counts.
func TestUnauthenticatedStop(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for range 65 {
		f.send(f.a, "", "x")
	}
	f.stop()
	if got := f.records(f.a); len(got) != 61 || !strings.HasSuffix(got[60], "in 5 more requests") {
		t.Errorf("%d rows, the last %q", len(got), got[len(got)-1])
	}
}

// D 2: while the store is unavailable counts are kept for another minute; only existing
// channels take memory.
func TestUnauthenticatedStoreDown(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	ch := &svcx.Channel{ID: f.b.ID, Workspace: f.b.Workspace}
	for range 100 {
		f.unauthenticated.take(ch, 0)
	}
	for n := range 100 {
		f.send(integration{Channel: &svcx.Channel{ID: svcx.ChannelID(1000 + n)}}, "svcx_wrong", "x")
	}
	must(t, f.db.Close())
	for range 3 {
		f.advance(time.Minute)
		f.unauthenticated.flush(context.Background(), false)
	}
	if c := f.unauthenticated.channels[ch.ID]; len(f.unauthenticated.channels) != 1 || c == nil || c.more != 40 {
		t.Errorf("the log has %s", fmt.Sprint(f.unauthenticated.channels))
	}
	if n := strings.Count(f.logged(), "level=DEBUG"); n != 3 || strings.Contains(f.logged(), "level=WARN") {
		t.Errorf("%d lines:\n%s", n, f.logged())
	}
}
