package storetest

import (
	"fmt"
	"slices"
	"time"

	"svcx"
	"svcx/internal/store"
)

func eventCases(f *fixture) {
	f.Case("what is stored is read back, with and without the optional values", func(f *fixture) {
		ch := f.channel(f.workspace())
		full := &svcx.EventLogEntry{
			Workspace: ch.Workspace, Channel: ch.Channel, Direction: svcx.Outbound, Type: string(svcx.EventMessageCreated), Status: svcx.EventFailed,
			Error: "http_status: 500 \"oops\"", Warnings: []string{"attachments[1].url is missing"}, ConversationID: "thread é",
			ResponseStatus: ptr(500), ResponseMS: 12, Attempt: 3, Delivery: ptr(svcx.DeliveryID(9)),
			Message: ptr(svcx.MessageID(11)), Final: ptr(false), NextAttemptAt: ptr(now + 5000), CreatedAt: now,
			Facts: []svcx.Fact{svcx.FactContactNew}, Client: "203.0.113.40", Reference: "msg_1", Again: ptr(svcx.EventID(7)),
		}
		bare := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Direction: svcx.Inbound, Type: svcx.InboundTypeMessage, Status: svcx.EventOK, Warnings: []string{}, Facts: []svcx.Fact{}, CreatedAt: now}
		last := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Direction: svcx.Outbound, Type: "x", Attempt: 4, Final: ptr(true), Warnings: []string{}, Facts: []svcx.Fact{}, CreatedAt: now}
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(full, bare) })
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(last) })
		f.equal("events", must(f.db.Events(f.ctx(), ch.Workspace, ch.Channel, svcx.EventQuery{Limit: 10}))(f), []*svcx.EventLogEntry{full, bare, last})
	})
	f.Case("none is fine", func(f *fixture) {
		f.write(0, func(tx *store.Tx) error { return tx.InsertEvents() })
	})
	f.Case("another channel's and another workspace's are not found", func(f *fixture) {
		ch := f.channel(f.workspace())
		sister, stranger := f.channel(ch.Workspace), f.channel(f.workspace())
		f.write(ch.Workspace, func(tx *store.Tx) error {
			return tx.InsertEvents(&svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Type: svcx.InboundTypeMessage, CreatedAt: now})
		})
		f.equal("of a sister", len(must(f.db.Events(f.ctx(), ch.Workspace, sister.Channel, svcx.EventQuery{Limit: 10}))(f)), 0)
		f.equal("by a stranger", len(must(f.db.Events(f.ctx(), stranger.Workspace, ch.Channel, svcx.EventQuery{Limit: 10}))(f)), 0)
	})
	f.Case("a time outside every partition is accepted", func(f *fixture) {
		ch := f.channel(f.workspace())
		for _, at := range []svcx.Time{0, 1, 4_000_000_000_000} {
			f.write(ch.Workspace, func(tx *store.Tx) error {
				return tx.InsertEvents(&svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, CreatedAt: at})
			})
		}
		f.equal("events", len(must(f.db.Events(f.ctx(), ch.Workspace, ch.Channel, svcx.EventQuery{Limit: 10}))(f)), 3)
	})
	f.Case("replay finds entries after a time and an id", replayCase)
	f.Case("replay continues after an entry of the future", func(f *fixture) {
		ch := f.channel(f.workspace())
		var ids []svcx.EventID
		ahead := now.Add(30 * 24 * time.Hour)
		for _, at := range []svcx.Time{now, ahead, ahead + 5, now + 10, now + 11} {
			e := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Type: svcx.InboundTypeMessage, CreatedAt: at}
			f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e) })
			ids = append(ids, e.ID)
		}
		for _, c := range []struct {
			since svcx.Time
			after *svcx.EventID
			want  []svcx.EventID
		}{
			{ahead - 1, nil, ids[1:]}, {ahead, nil, ids[2:]}, {ahead + 5, nil, ids[3:]}, {ahead + 6, nil, []svcx.EventID{}}, {ahead, &ids[3], ids[4:]},
		} {
			query := svcx.EventQuery{Since: &c.since, Ahead: true, After: c.after, Limit: 10}
			f.equal(describe(query), eventIDs(must(f.db.Events(f.ctx(), ch.Workspace, ch.Channel, query))(f)), c.want)
		}
	})
}

// W 4.5, D 3: strictly after since and after, oldest first, no pings, at most limit;
// also if the times are out of the order of the ids by as much as the store allows.
func replayCase(f *fixture) {
	ch := f.channel(f.workspace())
	noise := f.channel(f.workspace())
	const step = svcx.Time(time.Minute / time.Millisecond)
	var all []*svcx.EventLogEntry
	for i := range 90 {
		// Between -5 and +5 minutes: two entries can be ten minutes out of order.
		skew := svcx.Time(i*7%11-5) * step
		e := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Type: svcx.InboundTypeMessage, CreatedAt: now + svcx.Time(i)*step + skew}
		if i%6 == 5 {
			e.Type = "ping"
		}
		// Ids of one channel have gaps with those of others.
		for range i % 4 {
			f.write(noise.Workspace, func(tx *store.Tx) error {
				return tx.InsertEvents(&svcx.EventLogEntry{Workspace: noise.Workspace, Channel: noise.Channel, CreatedAt: now + 1000*step})
			})
		}
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e) })
		all = append(all, e)
	}
	first, last := all[0].ID, all[len(all)-1].ID
	afters := []*svcx.EventID{nil, ptr(svcx.EventID(0)), &first, ptr(first + 40), ptr(last - 1), &last, ptr(last + 100)}
	var sinces []*svcx.Time
	for i := -20; i < 110; i += 3 {
		sinces = append(sinces, ptr(now+svcx.Time(i)*step))
	}
	for _, since := range append(sinces, nil, ptr(svcx.Time(0)), &all[50].CreatedAt, ptr(all[50].CreatedAt-1)) {
		for _, after := range afters {
			for _, limit := range []int{1, 5, 100} {
				query := svcx.EventQuery{Since: since, After: after, Limit: limit}
				f.equal(describe(query), eventIDs(must(f.db.Events(f.ctx(), ch.Workspace, ch.Channel, query))(f)), eventIDs(selectEvents(all, query)))
			}
		}
	}
	f.equal("an empty channel", len(must(f.db.Events(f.ctx(), ch.Workspace, f.channel(ch.Workspace).Channel, svcx.EventQuery{Since: ptr(now), Limit: 5}))(f)), 0)
}

func selectEvents(all []*svcx.EventLogEntry, q svcx.EventQuery) []*svcx.EventLogEntry {
	var chosen []*svcx.EventLogEntry
	for _, e := range all {
		if e.Type != "ping" && (q.After == nil || e.ID > *q.After) && (q.Since == nil || e.CreatedAt > *q.Since) {
			chosen = append(chosen, e)
		}
	}
	slices.SortFunc(chosen, func(a, b *svcx.EventLogEntry) int { return int(a.ID - b.ID) })
	return chosen[:min(q.Limit, len(chosen))]
}

func eventIDs(events []*svcx.EventLogEntry) []svcx.EventID {
	ids := []svcx.EventID{}
	for _, e := range events {
		ids = append(ids, e.ID)
	}
	return ids
}

func describe(q svcx.EventQuery) string {
	text := fmt.Sprintf("limit %d", q.Limit)
	if q.Since != nil {
		text += fmt.Sprintf(" since %s", q.Since)
	}
	if q.After != nil {
		text += fmt.Sprintf(" after %d", *q.After)
	}
	return text
}
