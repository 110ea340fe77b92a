package deliver

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// The parameters of BenchmarkFairness: the receivers of each kind, the channels per
// workspace, which has both kinds, and the measured time. Each receiver gets an event a
// second.
const (
	fairSort      = 100
	fairWorkspace = 10
	fairTime      = 30 * time.Second
	// fairBacklog is the backlog of each bad receiver after a restart.
	fairBacklog = 20
)

// BenchmarkFairness measures how much bad receivers delay healthy ones: the time from the
// commit of an event to its reception, over real connections. Each run takes some 40 s, so
// use -benchtime=1x. docs/reliability.md has figures.
func BenchmarkFairness(b *testing.B) {
	for _, d := range []struct {
		name string
		open func(b *testing.B) *store.DB
	}{
		{"sqlite", func(b *testing.B) *store.DB { return storetest.Open(b, store.Options{Dir: b.TempDir()}) }},
		{"postgres", func(b *testing.B) *store.DB { return storetest.Open(b, store.Options{URL: pgtest.URL(b)}) }},
	} {
		for _, run := range []fairRun{
			{name: "without"},
			{name: "hanging=100,onset", bad: fairSort, hangs: true, after: 5 * time.Second},
			{name: "hanging=100,restart", bad: fairSort, hangs: true, backlog: fairBacklog},
			{name: "slow=100", bad: fairSort},
		} {
			b.Run("db="+d.name+"/"+run.name, func(b *testing.B) {
				for range b.N {
					run.measure(b, fixtureOf(b, d.open(b)))
				}
			})
		}
	}
}

// fairRun is one run. Bad receivers answer in 1.8 s, or hang from some time on.
type fairRun struct {
	name    string
	bad     int
	hangs   bool
	after   time.Duration
	backlog int
}

func (r fairRun) measure(b *testing.B, w *fixture) {
	var failing atomic.Bool
	over := make(chan struct{})
	var mu sync.Mutex
	committed := map[string]time.Time{} // by webhook-id, of healthy receivers
	received := map[string]time.Time{}
	server := httptest.NewServer(http.HandlerFunc(func(res http.ResponseWriter, req *http.Request) {
		now := time.Now()
		if req.URL.Path == "/healthy" {
			mu.Lock()
			received[req.Header.Get("webhook-id")] = now
			mu.Unlock()
			return
		}
		wait := 1800 * time.Millisecond
		if r.hangs {
			wait = time.Hour
		}
		if r.hangs && !failing.Load() {
			return
		}
		io.Copy(io.Discard, req.Body)
		select {
		case <-req.Context().Done():
		case <-over:
		case <-time.After(wait):
		}
	}))
	defer server.Close()
	defer close(over)
	refs := r.channels(w, server.URL)
	failing.Store(r.after == 0)
	if r.backlog > 0 {
		for i, ref := range refs[fairSort:] {
			for id := range r.backlog {
				w.add(&conversation{ref: ref, id: svcx.ConversationID(1_000_000 + 1000*i + id)}, 1)
			}
		}
	}
	client := safehttp.New(safehttp.Options{AllowHTTP: true, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	d, stop := w.start(func(o *Options) { o.Post, o.Log = client, slog.New(slog.DiscardHandler) })
	defer stop()
	start := time.Now()
	measured := start.Add(r.after)
	time.AfterFunc(r.after, func() { failing.Store(true) })
	want := r.send(b, w, d, refs, measured, func(id string) {
		mu.Lock()
		committed[id] = time.Now()
		mu.Unlock()
	})
	var took []time.Duration
	for deadline := time.Now().Add(time.Minute); len(took) < want && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
		mu.Lock()
		took = took[:0]
		for id, at := range committed {
			if got, ok := received[id]; ok {
				took = append(took, got.Sub(at))
			}
		}
		mu.Unlock()
	}
	if len(took) < want {
		b.Fatalf("%d of %d events were received", len(took), want)
	}
	slices.Sort(took)
	ms := func(q float64) float64 {
		return float64(took[int(q*float64(len(took)-1))].Microseconds()) / 1000
	}
	b.ReportMetric(ms(0.5), "p50-ms")
	b.ReportMetric(ms(0.99), "p99-ms")
	b.ReportMetric(ms(1), "max-ms")
	b.ReportMetric(0, "ns/op")
}

// channels creates the healthy channels and then the bad ones, in the same workspaces.
func (r fairRun) channels(w *fixture, url string) (refs []store.ChannelRef) {
	var spaces []svcx.WorkspaceID
	for i := range fairSort + r.bad {
		if i%fairWorkspace == 0 && i < fairSort {
			spaces = append(spaces, w.channel(svcx.FormB, "").Workspace)
		}
		ch := &svcx.Channel{Workspace: spaces[i%fairSort/fairWorkspace], Name: "Channel", Settings: svcx.DefaultSettings()}
		ch.Settings.WebhookURL = url + "/healthy"
		if i >= fairSort {
			ch.Settings.WebhookURL = url + "/bad"
		}
		w.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertChannel(ch, nil) })
		refs = append(refs, store.ChannelRef{Workspace: ch.Workspace, Channel: ch.ID})
	}
	return refs
}

// send commits an event per second for each channel, evenly spread, each in a conversation
// of its own, and returns how many of them are measured.
func (r fairRun) send(b *testing.B, w *fixture, d *Deliverer, refs []store.ChannelRef, measured time.Time, committed func(id string)) (want int) {
	start := time.Now()
	gap := time.Second / time.Duration(len(refs))
	var writes sync.WaitGroup
	for n := 0; ; n++ {
		due := start.Add(time.Duration(n) * gap)
		if due.After(measured.Add(fairTime)) {
			break
		}
		time.Sleep(time.Until(due))
		// Healthy and bad receivers alternate.
		i := n / 2 % fairSort
		if r.bad == 0 {
			i = n % fairSort
		} else if n%2 == 1 {
			i += fairSort
		}
		e := &svcx.Delivery{
			Workspace: refs[i].Workspace, Channel: refs[i].Channel, Conversation: svcx.ConversationID(n + 1), ConversationID: "conversation",
			Sequence: 1, WebhookID: "msg_" + seal.RandomHex(32), Type: svcx.EventMessageCreated, Data: svcx.EventData{Content: "hello", AuthorName: "Ann"},
			CreatedAt: svcx.At(time.Now()),
		}
		counts := i < fairSort && !due.Before(measured)
		if counts {
			want++
		}
		writes.Go(func() {
			err := w.db.Write(context.Background(), e.Workspace, func(tx *store.Tx) error {
				tx.OnCommit(func() {
					if counts {
						committed(e.WebhookID)
					}
					d.Wake(refs[i])
				})
				return tx.InsertDeliveries(e.Workspace, e)
			})
			if err != nil {
				b.Error(err)
			}
		})
	}
	writes.Wait()
	return want
}
