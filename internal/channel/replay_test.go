package channel

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/limit"
)

// W 4.4: a heartbeat is accepted with either header, its body ignored, without an event
// log entry; the channel is healthy afterwards.
func TestHeartbeatMakesTheChannelHealthy(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, i := range []integration{f.a, f.b} {
		for _, header := range keyHeaders {
			f.advance(time.Second)
			w := f.do("POST", i.path("/heartbeat"), "", "not JSON", header+": "+i.key, "Content-Type: text/plain")
			want := fmt.Sprintf(`{"ok":true,"receivedAt":"%s"}`, svcx.At(f.time()))
			if w.Code != 200 || w.Body.String() != want || w.Header().Get("Content-Type") != "application/json" {
				t.Errorf("%d %s %v, want %s", w.Code, w.Body, w.Header(), want)
			}
		}
		found, err := f.inbox.ChannelByID(context.Background(), i.ID)
		must(t, err)
		if h := found.Channel.HealthAt(svcx.At(f.time())); h != svcx.HealthHealthy || len(f.records(i)) != 0 {
			t.Errorf("health %s, records %q", h, f.records(i))
		}
	}
}

// D 3: the answer is the same 401 whether the channel or the key is wrong, in both forms;
// without an event log entry or a heartbeat.
func TestWrongKeyAndUnknownChannelLookTheSame(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	const want = `{"error":{"code":"UNAUTHORIZED","message":"the channel does not exist, or its key is missing or wrong"}}`
	for _, tt := range []struct{ method, tail string }{{"POST", "/heartbeat"}, {"GET", "/events"}, {"GET", "/events?limit=x"}} {
		for _, path := range []string{f.a.path(tt.tail), f.b.path(tt.tail), Prefix + "999" + tt.tail, Prefix + "007" + tt.tail, Prefix + "x" + tt.tail} {
			for _, key := range []string{"", "svcx_wrong", f.a.key, f.b.key} {
				if path == f.a.path(tt.tail) && key == f.a.key || path == f.b.path(tt.tail) && key == f.b.key {
					continue
				}
				w := f.do(tt.method, path, key, "")
				header := fmt.Sprintf("map[Cache-Control:[no-store] Content-Length:[%d] Content-Type:[application/json] X-Content-Type-Options:[nosniff] X-Request-Id:[req-1]]", len(want))
				if w.Code != 401 || w.Body.String() != want || fmt.Sprint(w.Header()) != header {
					t.Errorf("%s %s: %d %s %v", tt.method, path, w.Code, w.Body, w.Header())
				}
			}
		}
	}
	for _, i := range []integration{f.a, f.b} {
		found, err := f.inbox.ChannelByID(context.Background(), i.ID)
		must(t, err)
		if found.Channel.LastHeartbeatAt != nil || len(f.records(i)) != 0 {
			t.Errorf("form %s: heartbeat %v, records %q", i.form.Name, found.Channel.LastHeartbeatAt, f.records(i))
		}
	}
}

// page is the answer to a replay.
type page struct {
	Data []struct {
		ID                           int64
		EventType, Status, CreatedAt string
		ResponseStatus               int
	}
	Since     *string
	Limit     int
	NextAfter *int64
	HasMore   bool
}

// events replays and wants success.
func (f *fixture) events(i integration, query string) (p page) {
	f.Helper()
	w := f.do("GET", i.path("/events"+query), i.key, "")
	if w.Code != 200 || w.Header().Get("Content-Type") != "application/json" {
		f.Errorf("%s: %d %s", query, w.Code, w.Body)
		return p
	}
	must(f, json.Unmarshal(w.Body.Bytes(), &p))
	return p
}

// W 4.5, D 3: the defaults, since and after alone and together, the echoed values and
// nextAfter.
func TestReplayReadsFromATimeOrAnEntry(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, i := range []integration{f.a, f.b} {
		w := f.do("GET", i.path("/events"), i.key, "")
		if want := fmt.Sprintf(`{"data":[],"since":"%s","limit":50,"nextAfter":null,"hasMore":false}`, svcx.At(f.time().Add(-24*time.Hour))); w.Body.String() != want {
			t.Errorf("empty: %s, want %s", w.Body, want)
		}
		// Three entries an hour apart, then a quiet day.
		began := f.time()
		for n := range 3 {
			f.send(i, i.key, message(n, "x"))
			f.advance(time.Hour)
		}
		first := f.events(i, "").Data[0]
		status, kind := i.form.EventStatus(svcx.EventOK), i.form.EventType(&svcx.EventLogEntry{Direction: svcx.Inbound, Type: svcx.InboundTypeMessage})
		if first.Status != status || first.EventType != kind || first.ResponseStatus != 200 || first.CreatedAt != svcx.At(began).String() {
			t.Errorf("form %s: %+v", i.form.Name, first)
		}
		f.advance(22*time.Hour + 30*time.Minute)
		id := first.ID
		at := func(d time.Duration) string { return svcx.At(began.Add(d)).String() }
		for _, tt := range []struct {
			clause, query string
			ids           []int64
			since         string // "" is null
			limit         int
			next          int64 // 0 is null
			more          bool
		}{
			{"24 hours", "", []int64{id + 2}, svcx.At(f.time().Add(-24 * time.Hour)).String(), 50, id + 2, false},
			{"strictly after since", "?since=" + at(0), []int64{id + 1, id + 2}, at(0), 50, id + 2, false},
			{"strictly after since", "?since=" + at(-time.Millisecond), []int64{id, id + 1, id + 2}, at(-time.Millisecond), 50, id + 2, false},
			{"since as given", "?since=2026-11-01", []int64{id, id + 1, id + 2}, "2026-11-01", 50, id + 2, false},
			{"an offset, escaped or not", "?since=2026-11-01T00:00:00%2B02:00", []int64{id, id + 1, id + 2}, "2026-11-01T00:00:00+02:00", 50, id + 2, false},
			{"an offset, escaped or not", "?since=2026-11-01T00:00:00+02:00", []int64{id, id + 1, id + 2}, "2026-11-01T00:00:00+02:00", 50, id + 2, false},
			{"limit", "?since=2026-11-01&limit=2", []int64{id, id + 1}, "2026-11-01", 2, id + 1, true},
			{"limit reached exactly", "?since=2026-11-01&limit=3", []int64{id, id + 1, id + 2}, "2026-11-01", 3, id + 2, false},
			{"after ignores the 24 hours", fmt.Sprintf("?after=%d", id), []int64{id + 1, id + 2}, "", 50, id + 2, false},
			{"after with since", fmt.Sprintf("?after=%d&since=%s", id, at(time.Hour)), []int64{id + 2}, at(time.Hour), 50, id + 2, false},
			{"after with since", fmt.Sprintf("?after=%d&since=2026-11-01", id+1), []int64{id + 2}, "2026-11-01", 50, id + 2, false},
			{"an empty page", fmt.Sprintf("?after=%d&limit=100", id+2), nil, "", 100, id + 2, false},
			{"an empty page", "?since=2027-01-01", nil, "2027-01-01", 50, 0, false},
			{"unknown parameters", "?Since=x&foo=&after=" + fmt.Sprint(id+1), []int64{id + 2}, "", 50, id + 2, false},
		} {
			p := f.events(i, tt.query)
			var ids []int64
			for _, e := range p.Data {
				ids = append(ids, e.ID)
			}
			var since string
			if p.Since != nil {
				since = *p.Since
			}
			var next int64
			if p.NextAfter != nil {
				next = *p.NextAfter
			}
			if fmt.Sprint(ids) != fmt.Sprint(tt.ids) || since != tt.since || p.Limit != tt.limit || next != tt.next || p.HasMore != tt.more {
				t.Errorf("%s, form %s, %s: ids %v since %q limit %d next %d more %v", tt.clause, i.form.Name, tt.query, ids, since, p.Limit, next, p.HasMore)
			}
		}
	}
}

// D 3: a bad parameter is a validation error with the form's status; the message names the
// parameter.
func TestReplayRefusesInvalidParameters(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	for _, tt := range []struct{ query, name string }{
		{"since=yesterday", "since"}, {"since=", "since"}, {"since", "since"}, {"since=2026-13-01", "since"}, {"since=1969-12-31", "since"},
		{"since=2026-11-27 10:00", "since"}, {"since=1700000000", "since"}, {"since=2026-11-01&since=2026-11-02", "since"},
		{"after=00", "after"}, {"after=-1", "after"}, {"after=07", "after"}, {"after=1.0", "after"}, {"after=", "after"}, {"after=x", "after"},
		{"after=9223372036854775808", "after"}, {"after=1&after=1", "after"},
		{"limit=0", "limit"}, {"limit=101", "limit"}, {"limit=-1", "limit"}, {"limit=%2B5", "limit"}, {"limit=5.0", "limit"}, {"limit=", "limit"},
		{"limit=x", "limit"}, {"limit=5&limit=5", "limit"},
		{"since=%zz", "query"}, {"since=2026-11-01;limit=5", "query"},
	} {
		for i, status := range map[*integration]int{&f.a: 422, &f.b: 400} {
			w := f.do("GET", i.path("/events?"+strings.ReplaceAll(tt.query, " ", "%20")), i.key, "")
			if w.Code != status || !strings.HasPrefix(w.Body.String(), `{"error":{"code":"VALIDATION","message":"`+tt.name+" must ") {
				t.Errorf("form %s, %s: %d %s", i.form.Name, tt.query, w.Code, w.Body)
			}
		}
	}
}

// D 3: paging by after loses and repeats nothing while entries are added.
func TestReplayWhileWriting(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	const senders, each = 8, 25
	var running atomic.Int32
	running.Store(senders)
	var wg sync.WaitGroup
	defer wg.Wait()
	for s := range senders {
		wg.Go(func() {
			defer running.Add(-1)
			for n := range each {
				f.send(f.b, f.b.key, message(s*each+n, "x"))
			}
		})
	}
	var ids []int64
	query := "?limit=7&since=" + url.QueryEscape(svcx.At(f.time().Add(-time.Hour)).String())
	for {
		done := running.Load() == 0
		p := f.events(f.b, query)
		for _, e := range p.Data {
			if len(ids) > 0 && e.ID <= ids[len(ids)-1] {
				t.Errorf("id %d after %d", e.ID, ids[len(ids)-1])
			}
			ids = append(ids, e.ID)
		}
		if p.NextAfter != nil {
			query = fmt.Sprintf("?limit=7&after=%d", *p.NextAfter)
		}
		if done && len(p.Data) == 0 {
			break
		}
		if t.Failed() {
			break
		}
	}
	if len(ids) != senders*each {
		t.Errorf("%d records of %d requests", len(ids), senders*each)
	}
}
