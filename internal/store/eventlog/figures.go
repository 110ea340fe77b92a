// Package eventlog has figures of the event log, and what an entry is found by. It is a part of
// package store, which keeps the log itself.
package eventlog

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// Count is a row of the counts: entries of a channel by half hour.
type Count struct {
	workspace svcx.WorkspaceID
	key
	n int64
}

// key is what is counted. The measures are the statuses of entries, whose bucket is 0, and
// measureTook.
type key struct {
	channel svcx.ChannelID
	slot    svcx.Time
	measure string
	bucket  int64
}

// measureTook counts the calls of the webhook by the time that they took: bucket is the most
// milliseconds.
const measureTook = "took"

// CountTable describes the table of counts. Inserts add to existing rows.
var CountTable = sqldb.NewTable("event_count", func(c *Count) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &c.workspace),
		sqldb.Field("channel_id", &c.channel),
		sqldb.Field("slot", &c.slot),
		sqldb.Field("measure", &c.measure),
		sqldb.Field("bucket", &c.bucket),
		sqldb.Field("n", &c.n),
	}
}).Adding("workspace_id, channel_id, slot, measure, bucket", "n")

// Add counts new entries of one workspace, in one statement, so that figures never read the log.
func Add(tx *sqldb.Tx, entries []*svcx.EventLogEntry) error {
	if len(entries) == 0 {
		return nil
	}
	counts := make(map[key]int64, 2)
	for _, e := range entries {
		k := key{channel: e.Channel, slot: slotOf(e.CreatedAt), measure: string(e.Status)}
		counts[k]++
		if callsWebhook(e) {
			k.measure, k.bucket = measureTook, bucketOf(e.ResponseMS)
			counts[k]++
		}
	}
	// Sorted, so that the same counts are always written in the same order.
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.channel, b.channel), cmp.Compare(a.slot, b.slot), cmp.Compare(a.measure, b.measure), cmp.Compare(a.bucket, b.bucket))
	})
	rows := make([]*Count, len(keys))
	for i, k := range keys {
		rows[i] = &Count{entries[0].Workspace, k, counts[k]}
	}
	return CountTable.Insert(tx, rows...)
}

// callsWebhook reports whether an entry is of a call of the channel's webhook URL that was made.
func callsWebhook(e *svcx.EventLogEntry) bool {
	return e.Direction == svcx.Outbound && e.Status != svcx.EventSkipped && (e.Delivery != nil || e.Type == svcx.CallPing)
}

func slotOf(t svcx.Time) svcx.Time {
	return t - t%svcx.Time(svcx.FigureSlot.Milliseconds())
}

// perDoubling is how many buckets a doubling of the time has: each is 9 % wide.
const perDoubling = 8

// bucketOf is the upper bound of the bucket of a time.
func bucketOf(ms int64) int64 {
	if ms < 1 {
		return 0
	}
	step := math.Ceil(perDoubling * math.Log2(float64(ms)))
	return int64(math.Exp2(step / perDoubling)) // without a fraction it still bounds whole milliseconds
}

// Reads reads figures and finds entries.
type Reads struct{ q sqldb.Querier }

// Of returns the reads.
func Of(q sqldb.Querier) Reads { return Reads{q} }

// Figures sums up n slots of a channel's event log up to now. It reads the counts of 2n
// slots, in the order of their key.
func (r Reads) Figures(ws svcx.WorkspaceID, channel svcx.ChannelID, now svcx.Time, n int) (*svcx.EventFigures, error) {
	slot := svcx.Time(svcx.FigureSlot.Milliseconds())
	first := slotOf(now) - slot*svcx.Time(n-1)
	f := &svcx.EventFigures{Slots: make([]svcx.EventCount, n)}
	for i := range f.Slots {
		f.Slots[i].At = first + slot*svcx.Time(i)
	}
	took := make(map[int64]int64)
	query := `SELECT slot, measure, bucket, n FROM event_count WHERE workspace_id = $1 AND channel_id = $2 AND slot >= $3 AND slot <= $4`
	args := []any{ws, channel, first - slot*svcx.Time(n), now}
	err := r.q.Each(query, args, func(s sqldb.Scanner) error {
		var c Count
		if err := s.Scan(&c.slot, &c.measure, &c.bucket, &c.n); err != nil {
			return err
		}
		add(f, c, first, slot, took)
		return nil
	})
	if err != nil {
		return nil, r.q.Failed(query, err)
	}
	f.P95 = int(percentile(took, 95))
	return f, nil
}

func add(f *svcx.EventFigures, c Count, first, slot svcx.Time, took map[int64]int64) {
	at := int((c.slot - first) / slot)
	switch {
	case c.slot < first:
		if c.measure != measureTook {
			f.Before += int(c.n)
		}
	case c.measure == measureTook:
		took[c.bucket] += c.n
	case svcx.EventStatus(c.measure) == svcx.EventOK:
		f.Slots[at].OK += int(c.n)
	case svcx.EventStatus(c.measure) == svcx.EventSkipped:
		f.Slots[at].Skipped += int(c.n)
	default:
		f.Slots[at].Bad += int(c.n)
	}
}

// percentile is the bucket up to which that many of 100 are; 0 if there are none.
func percentile(counts map[int64]int64, of int64) int64 {
	var total, sum int64
	for _, n := range counts {
		total += n
	}
	for _, bucket := range slices.Sorted(maps.Keys(counts)) {
		if sum += counts[bucket]; sum*100 >= total*of {
			return bucket
		}
	}
	return 0
}
