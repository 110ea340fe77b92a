package deliver

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

const interval = 5 * time.Minute

// monitored switches on pings, with the same jitter in every run.
func monitored(o *Options) {
	o.MonitorInterval = interval
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(1, 2))
	o.Jitter = func() float64 {
		mu.Lock()
		defer mu.Unlock()
		return r.Float64()
	}
}

// pings returns the times of pings by URL.
func (w *fixture) pings() map[string][]time.Time {
	at := make(map[string][]time.Time)
	for _, p := range w.posts() {
		if strings.Contains(p.body, `"type":"ping"`) {
			at[p.url] = append(at[p.url], p.at)
		}
	}
	return at
}

// W 4.7 and D 4: each channel is pinged every five minutes by one of the nodes, with jitter,
// so that channels are not pinged together.
func TestChannelsArePingedOnceAnInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		const channels = 60
		for ch := range channels {
			w.channel(svcx.FormName("AB"[ch%2:ch%2+1]), fmt.Sprintf("https://example.com/%d", ch))
		}
		w.start(monitored)
		time.Sleep(500 * time.Millisecond)
		w.start(monitored)
		start := time.Now()
		time.Sleep(time.Hour)
		pings := w.pings()
		if len(pings) != channels {
			t.Fatalf("%d channels were pinged, want %d", len(pings), channels)
		}
		together := map[int64]int{}
		for url, at := range pings {
			if first := at[0].Sub(start); first > interval+2*time.Second || len(at) < 10 || len(at) > 14 {
				t.Errorf("%s: %d pings, the first after %v", url, len(at), first)
			}
			for i := 1; i < len(at); i++ {
				if gap := at[i].Sub(at[i-1]); gap < 9*interval/10 || gap > 11*interval/10+2*time.Second {
					t.Errorf("%s: %v between two pings", url, gap)
				}
			}
			for _, when := range at {
				together[when.Unix()]++
			}
		}
		for second, n := range together {
			if n > channels/8 {
				t.Errorf("%d channels were pinged together at %d", n, second)
			}
		}
	})
}

// W 4.7: a ping has type, timestamp and a new checkId each time; any 2xx is a success. Each
// is logged, and none is in the replay (W 4.5).
func TestPingIsSentAsSpecified(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(204)
		ref := w.channel(svcx.FormB, hook)
		w.start(monitored)
		time.Sleep(12 * time.Minute)
		calls := w.posts()
		if len(calls) < 2 {
			t.Fatalf("%d pings", len(calls))
		}
		ids := map[string]bool{}
		uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
		for _, p := range calls {
			var body map[string]string
			if err := json.Unmarshal([]byte(p.body), &body); err != nil {
				t.Fatal(err)
			}
			if len(body) != 3 || body["type"] != "ping" || body["timestamp"] != svcx.At(p.at).String() || !uuid.MatchString(body["checkId"]) {
				t.Errorf("sent %s at %v", p.body, p.at)
			}
			ids[body["checkId"]], ids[p.header.Get("webhook-id")] = true, true
			if p.header.Get("Content-Type") != "application/json" || p.header.Get("User-Agent") != "svcx/1.2.3" {
				t.Errorf("headers %v", p.header)
			}
		}
		if len(ids) != 2*len(calls) {
			t.Errorf("%d ids of %d pings", len(ids), len(calls))
		}
		logged := w.logged(ref)
		if len(logged) != len(calls) || len(w.events(ref)) != 0 {
			t.Errorf("%d entries for %d pings, %d in the replay", len(logged), len(calls), len(w.events(ref)))
		}
		for i, e := range logged {
			if e.Type != "ping" || e.Status != svcx.EventOK || e.Direction != svcx.Outbound || *e.ResponseStatus != 204 || w.body(e).Request != calls[i].body {
				t.Errorf("logged %+v", e)
			}
		}
	})
}

// There are no pings with monitoring off, without a URL, for a deleted channel or without an
// interval; they begin and end when that changes.
func TestNoPingsWithoutMonitoringOrURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		off, none, gone := w.channel(svcx.FormB, hook), w.channel(svcx.FormB, ""), w.channel(svcx.FormB, hook)
		w.change(off, func(s *svcx.Settings) { s.MonitoringEnabled = false })
		w.write(gone.Workspace, func(tx *store.Tx) error { return tx.DeleteChannel(gone.Workspace, gone.Channel) })
		w.start(monitored)
		time.Sleep(30 * time.Minute)
		if n := len(w.posts()); n != 0 {
			t.Fatalf("%d pings", n)
		}
		// After that is switched on, each is pinged within an interval.
		w.change(off, func(s *svcx.Settings) { s.MonitoringEnabled = true })
		w.change(none, func(s *svcx.Settings) { s.WebhookURL = "https://new.example.com/" })
		time.Sleep(interval + 3*time.Second)
		if pings := w.pings(); len(pings[hook]) == 0 || len(pings["https://new.example.com/"]) == 0 {
			t.Errorf("pinged %v", pings)
		}
		// After it is switched off, never again.
		w.change(off, func(s *svcx.Settings) { s.MonitoringEnabled = false })
		w.change(none, func(s *svcx.Settings) { s.WebhookURL = "" })
		n := len(w.posts())
		time.Sleep(30 * time.Minute)
		if more := len(w.posts()) - n; more != 0 {
			t.Errorf("%d pings after it was switched off", more)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.channel(svcx.FormB, hook)
		w.start()
		time.Sleep(30 * time.Minute)
		if n := len(w.posts()); n != 0 {
			t.Errorf("%d pings without an interval", n)
		}
	})
}

// Hanging receivers are all pinged, and none of them twice at once; a healthy one is pinged
// in time beside them. A channel whose monitoring is switched off meanwhile is no longer
// pinged.
func TestHangingPingsDoNotHoldUpOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = hangIfDead
		const channels = 150
		var refs []store.ChannelRef
		for range channels {
			refs = append(refs, w.channel(svcx.FormB, dead))
		}
		w.channel(svcx.FormB, hook)
		w.start(monitored)
		time.Sleep(30 * time.Minute)
		healthy := w.pings()[hook]
		for i := 1; i < len(healthy); i++ {
			if gap := healthy[i].Sub(healthy[i-1]); gap > interval*11/10+15*time.Second {
				t.Errorf("%v between two pings of the healthy one", gap)
			}
		}
		if n := len(w.pings()[dead]); len(healthy) < 5 || n < 5*channels || n > 7*channels {
			t.Errorf("%d pings of the healthy one, %d of the dead", len(healthy), n)
		}
		// All are due at once, so most of them have to wait.
		w.sql(`UPDATE channel SET next_ping_at = $1 WHERE id <= $2`, svcx.At(time.Now()), refs[channels-1].Channel)
		time.Sleep(2 * time.Second)
		for _, ref := range refs {
			w.change(ref, func(s *svcx.Settings) { s.MonitoringEnabled = false })
		}
		off := time.Now()
		time.Sleep(10 * time.Minute)
		for _, p := range w.since(off.Add(time.Millisecond)) {
			if p.url == dead {
				t.Fatalf("pinged %v after monitoring was switched off", p.at.Sub(off))
			}
		}
	})
}

// D 3: a healthy channel whose latest ping failed is degraded.
func TestFailedPingDegradesAHealthyChannel(t *testing.T) {
	for name, fails := range map[string]func(context.Context) (*safehttp.Response, error){
		"timeout":  hang,
		"500":      func(context.Context) (*safehttp.Response, error) { return respond(500), nil },
		"redirect": func(context.Context) (*safehttp.Response, error) { return respond(302), nil },
		"blocked": func(context.Context) (*safehttp.Response, error) {
			return nil, &safehttp.Error{Code: safehttp.CodeBlockedURL, Err: errNetwork}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				failing := true
				w.answer = func(ctx context.Context, _ posted) (*safehttp.Response, error) {
					if failing {
						return fails(ctx)
					}
					return respond(200), nil
				}
				h := newInboxFixture(w, svcx.FormB)
				health := func() svcx.Health {
					if _, err := h.Heartbeat(t.Context(), w.get(h.ref)); err != nil {
						t.Fatal(err)
					}
					return w.get(h.ref).HealthAt(h.Now())
				}
				if got := health(); got != svcx.HealthHealthy {
					t.Errorf("before: %s", got)
				}
				result, err := h.Ping(t.Context(), inbox.Call{Workspace: h.ws, Actor: svcx.Actor{}}, h.ref.Channel)
				if err != nil || result.OK || result.Error == "" || health() != svcx.HealthDegraded {
					t.Errorf("%+v, %v: %s", result, err, health())
				}
				if e := w.logged(h.ref)[0]; e.Status != svcx.EventFailed || e.Error != result.Error {
					t.Errorf("logged %+v", e)
				}
				failing = false
				result, err = h.Ping(t.Context(), inbox.Call{Workspace: h.ws, Actor: svcx.Actor{}}, h.ref.Channel)
				if err != nil || !result.OK || *result.Status != 200 || result.Error != "" || health() != svcx.HealthHealthy {
					t.Errorf("%+v, %v: %s", result, err, health())
				}
				// Pings are not retried and do not count for the circuit.
				if n := len(w.posts()); n != 2 || w.get(h.ref).Circuit.Failures != 0 {
					t.Errorf("%d calls, circuit %+v", n, w.get(h.ref).Circuit)
				}
			})
		})
	}
}

// The ping that ends last counts, even if its channel was read before another one.
func TestLatestPingCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		var n atomic.Int64
		w.answer = func(context.Context, posted) (*safehttp.Response, error) {
			if n.Add(1) == 1 {
				time.Sleep(5 * time.Second)
				return respond(200), nil
			}
			return respond(500), nil
		}
		ref := w.channel(svcx.FormB, hook)
		d, _ := w.start()
		ch := w.get(ref)
		go d.Ping(t.Context(), ch)
		time.Sleep(time.Second)
		d.Ping(t.Context(), ch)
		if !w.get(ref).PingFailed {
			t.Error("the failed ping was not recorded")
		}
		time.Sleep(5 * time.Second)
		if w.get(ref).PingFailed {
			t.Error("the later success was not recorded")
		}
	})
}

// A ping that is cut off by a shutdown does not count for the channel's health. It is logged,
// since it was sent.
func TestPingCutOffByShutdownIsLoggedOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = func(ctx context.Context, _ posted) (*safehttp.Response, error) { return hang(ctx) }
		ref := w.channel(svcx.FormB, hook)
		_, stop := w.start(monitored)
		for len(w.posts()) == 0 {
			time.Sleep(time.Second)
		}
		at := time.Now()
		stop()
		if took := time.Since(at); took > time.Second {
			t.Errorf("it took %v to stop", took)
		}
		logged := w.logged(ref)
		if w.get(ref).PingFailed || len(logged) != 1 || logged[0].Error != "timeout: the call was cut off before an answer came" {
			t.Errorf("failed %t, logged %v", w.get(ref).PingFailed, logged)
		}
	})
}
