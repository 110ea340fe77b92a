package storetest

import (
	"fmt"
	"strings"
	"time"

	"svcx"
	"svcx/internal/store"
)

func eventBodyCases(f *fixture) {
	ch := f.channel(f.workspace())
	e := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, CreatedAt: now}
	e.Request, e.Response = strings.Repeat("é", 8<<10), ""
	bare := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, CreatedAt: now}
	f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e, bare) })
	f.equal("kept", must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(ch.Workspace, e.ID))(f), &svcx.EventBody{Request: e.Request})
	f.equal("none kept", must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(ch.Workspace, bare.ID))(f), (*svcx.EventBody)(nil))
	f.equal("another workspace's", must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(f.workspace(), e.ID))(f), (*svcx.EventBody)(nil))
}

// D 5: entries and ended deliveries are deleted after the retention, bodies earlier;
// deliveries that wait stay.
func retentionCases(f *fixture) {
	const day = svcx.Time(24 * time.Hour / time.Millisecond)
	ch := f.channel(f.workspace())
	const n = 1200 // more than two steps
	// Every second entry is old, so that old and young ones are mixed.
	var old, young []*svcx.EventLogEntry
	for i := range n {
		e := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Type: fmt.Sprint(i), CreatedAt: now}
		e.Request = "body"
		if i%2 == 0 {
			e.CreatedAt = now - 30*day
			old = append(old, e)
		} else {
			young = append(young, e)
		}
	}
	f.write(ch.Workspace, func(tx *store.Tx) error {
		return tx.InsertEvents(append(append([]*svcx.EventLogEntry{}, old...), young...)...)
	})

	ended := f.deliver(ch, 1, 2, 3)
	for i, d := range f.claim(ch, 3, "lease", now) {
		if i < 2 {
			f.equal("held", f.end(d, "lease", svcx.DeliveryFailed, now-day*svcx.Time(30*(1-i))), true)
		}
	}
	trim := func(events, bodies svcx.Time) {
		f.Helper()
		if err := f.db.Trim(f.ctx(), store.Retention{Events: events, Bodies: bodies}); err != nil {
			f.Fatal(err)
		}
	}
	body := func(e *svcx.EventLogEntry) bool {
		return must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(ch.Workspace, e.ID))(f) != nil
	}
	count := func() int {
		return len(must(f.db.Events(f.ctx(), ch.Workspace, ch.Channel, svcx.EventQuery{Limit: 2 * n}))(f))
	}
	there := func(d *svcx.Delivery) bool {
		return read(f, ch.Workspace, func(tx *store.Tx) (bool, error) {
			_, err := tx.ResendDelivery(ch, d.ID, now)
			return err == nil, ignoreNotFound(err)
		})
	}

	trim(now-40*day, now-day)
	f.equal("entries, while only the bodies are too old", count(), n)
	f.equal("bodies", []bool{body(old[0]), body(old[len(old)-1]), body(young[0])}, []bool{false, false, true})
	trim(now-10*day, now-day)
	f.equal("entries", eventIDs(must(f.db.Events(f.ctx(), ch.Workspace, ch.Channel, svcx.EventQuery{Limit: 2 * n}))(f)), eventIDs(young))
	f.equal("deliveries", []bool{there(ended[0]), there(ended[1]), there(ended[2])}, []bool{false, true, true})
	trim(now+day, now-day)
	f.equal("all entries", count(), 0)
	f.equal("one that an admin sends again and one that has not ended", []bool{there(ended[1]), there(ended[2])}, []bool{true, true})
}

func ignoreNotFound(err error) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	return err
}
