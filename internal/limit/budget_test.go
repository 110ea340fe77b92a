package limit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// request is one with a body of that length, announced or not.
func request(body string, announced bool) *http.Request {
	r := httptest.NewRequest("POST", "/", strings.NewReader(body))
	if !announced {
		r.ContentLength = -1
	}
	return r
}

func newTestBudget(size int64, log io.Writer) *Budget {
	return NewBudget(size, 1<<20, time.Now, slog.New(slog.NewTextHandler(log, nil)))
}

// free reports whether nothing is taken.
func (b *Budget) free() bool {
	for _, s := range []*share{&b.arriving, &b.large, &b.small, &b.answers} {
		if !s.free.TryAcquire(s.size) {
			return false
		}
		s.free.Release(s.size)
	}
	return len(b.arriving.slow.all)+len(b.answers.slow.all) == 0
}

// Bodies at the bounds are read whole, and what they took is given back, once.
func TestBudgetReads(t *testing.T) {
	const max = 100_000
	for _, b := range []*Budget{nil, newTestBudget(1<<20, io.Discard)} {
		for _, n := range []int{0, 1, SmallBody - 1, SmallBody, SmallBody + 1, max, max + 1} {
			for _, announced := range []bool{true, false} {
				text := strings.Repeat("x", n)
				body, err := b.Read(httptest.NewRecorder(), request(text, announced), max)
				var over *http.MaxBytesError
				if n > max {
					if !errors.As(err, &over) || over.Limit != max {
						t.Errorf("%d bytes, announced %v: %v", n, announced, err)
					}
				} else if err != nil || string(body.Bytes) != text {
					t.Errorf("%d bytes, announced %v: %v", n, announced, err)
				} else if b != nil && n > 0 && b.free() {
					t.Errorf("%d bytes, announced %v: nothing is taken", n, announced)
				}
				body.Release()
				body.Release()
				if b != nil && !b.free() {
					t.Fatalf("%d bytes, announced %v: something is left", n, announced)
				}
			}
		}
	}
}

// A body that needs more than there is takes all of it.
func TestBudgetSmallerThanABody(t *testing.T) {
	b := newTestBudget(1000, io.Discard)
	body, err := b.Read(httptest.NewRecorder(), request(strings.Repeat("x", 1<<20), true), 1<<20)
	if err != nil || len(body.Bytes) != 1<<20 {
		t.Fatal(err)
	}
	body.Release()
	if !b.free() {
		t.Error("something is left")
	}
}

// What is no UTF-8 is counted as long as it becomes.
func TestBudgetCost(t *testing.T) {
	for body, want := range map[string]int64{"": 0, "abc": 18, "\xff\xff": 2 + 5*6, "é\xff": 3 + 5*5, "\ufffd": 18} {
		if got := cost([]byte(body)); got != want {
			t.Errorf("%q: %d, want %d", body, got, want)
		}
	}
}

// However many come at once, no more is in memory than there is room for; all of
// them get through as room is made, and small ones pass beside them.
func TestMemoryByBodiesIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size, each, all = 1 << 20, 50_000, 200
		b := newTestBudget(size, io.Discard)
		var held, most atomic.Int64
		var running sync.WaitGroup
		for range all {
			running.Go(func() {
				body, err := b.Read(httptest.NewRecorder(), request(strings.Repeat("x", each), true), each)
				if err != nil {
					t.Error(err)
					return
				}
				now := held.Add(cost(body.Bytes))
				for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
				}
				time.Sleep(time.Millisecond)
				held.Add(-cost(body.Bytes))
				body.Release()
			})
		}
		began := time.Now()
		small, err := b.Read(httptest.NewRecorder(), request("{}", true), each)
		if err != nil || time.Since(began) != 0 {
			t.Errorf("a small one waited %s: %v", time.Since(began), err)
		}
		small.Release()
		running.Wait()
		if most.Load() > size/8*5 || most.Load() < each || !b.free() {
			t.Errorf("%d bytes were held at once of %d", most.Load(), size/8*5)
		}
	})
}

// Who finds no room is told so after the time of patience, each of them, and the
// log once a minute.
func TestBudgetIsBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		b := newTestBudget(100_000, &log)
		large := strings.Repeat("x", 20_000)
		holder, err := b.Read(httptest.NewRecorder(), request(large, true), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			began := time.Now()
			if _, err := b.Read(httptest.NewRecorder(), request(large, true), 1<<20); !errors.Is(err, ErrBusy) || time.Since(began) != budgetPatience {
				t.Errorf("after %s: %v", time.Since(began), err)
			}
		}
		left, leave := context.WithCancel(t.Context())
		leave()
		if _, err := b.Read(httptest.NewRecorder(), request(large, true).WithContext(left), 1<<20); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller that left: %v", err)
		}
		if strings.Count(log.String(), "\n") != 1 {
			t.Errorf("log:\n%s", &log)
		}
		holder.Release()
		if !b.free() {
			t.Error("something is left")
		}
	})
}

// A sender that stops in the middle of a large body holds its share until
// somebody waits for it, and no longer; one that sends fast enough keeps it.
func TestSlowSendersHoldNoBudget(t *testing.T) {
	const size = 200_000
	b := newTestBudget(4*size, io.Discard) // one such body at a time arrives
	errs := make(chan error, 1)
	stuck, sends := io.Pipe()
	go sends.Write(make([]byte, size-1))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := b.Read(w, r, size)
		body.Release()
		if r.Header.Get("Stuck") != "" {
			errs <- err
		}
		if err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	post := func(body io.Reader, stuck string) (int, error) {
		r, err := http.NewRequest("POST", server.URL, body)
		if err != nil {
			return 0, err
		}
		r.ContentLength = size
		r.Header.Set("Stuck", stuck)
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	}
	go post(stuck, "yes")
	defer sends.Close()
	for b.arriving.free.TryAcquire(b.arriving.size) { // until the stuck one has it
		b.arriving.free.Release(b.arriving.size)
		time.Sleep(time.Millisecond)
	}
	if status, err := post(bytes.NewReader(make([]byte, size)), ""); err != nil || status != 200 {
		t.Errorf("who waited for it: %d %v", status, err)
	}
	if err := <-errs; !errors.Is(err, ErrBusy) {
		t.Errorf("who was cut off: %v", err)
	}
	if !b.free() {
		t.Error("something is left")
	}
}

// A look at the senders cuts those off that sent too little since the last one.
func TestCutSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := newTestBudget(1<<20, io.Discard).arriving.slow
		fast, slow := all.add(time.Now(), func() {}), all.add(time.Now(), func() {})
		slow.done.Add(10 * slowest) // at once, and then nothing
		for i, want := range []bool{false, true} {
			fast.done.Add(slowest)
			all.cutSlow(time.Now()) // too early to tell
			time.Sleep(cutAfter)
			all.cutSlow(time.Now())
			if fast.off || slow.off != want {
				t.Errorf("look %d: %v and %v are cut off", i, fast.off, slow.off)
			}
		}
	})
}
