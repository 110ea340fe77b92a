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

// request returns a request with that body, with or without a Content-Length.
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
	for _, s := range []*pool{&b.arriving, &b.large, &b.small, &b.answers} {
		if !s.free.TryAcquire(s.size) {
			return false
		}
		s.free.Release(s.size)
	}
	return len(b.arriving.slow.all)+len(b.answers.slow.all) == 0
}

// Bodies around the size limits are read whole, and their share is released once.
func TestBudgetReadsWholeBodies(t *testing.T) {
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
					t.Fatalf("%d bytes, announced %v: a share was not released", n, announced)
				}
			}
		}
	}
}

// A body that needs more than a whole pool takes all of it.
func TestBudgetSmallerThanABody(t *testing.T) {
	b := newTestBudget(1000, io.Discard)
	body, err := b.Read(httptest.NewRecorder(), request(strings.Repeat("x", 1<<20), true), 1<<20)
	if err != nil || len(body.Bytes) != 1<<20 {
		t.Fatal(err)
	}
	body.Release()
	if !b.free() {
		t.Error("a share was not released")
	}
}

// Invalid UTF-8 is counted at the length of its replacement.
func TestBudgetCost(t *testing.T) {
	for body, want := range map[string]int64{"": 0, "abc": 18, "\xff\xff": 2 + 5*6, "é\xff": 3 + 5*5, "\ufffd": 18} {
		if got := cost([]byte(body)); got != want {
			t.Errorf("%q: %d, want %d", body, got, want)
		}
	}
}

// However many bodies come at once, no more than the pool holds are in memory. All of
// them are read in the end, and small ones do not wait for them.
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
			t.Errorf("a small body waited %s: %v", time.Since(began), err)
		}
		small.Release()
		running.Wait()
		if most.Load() > size/8*5 || most.Load() < each || !b.free() {
			t.Errorf("%d bytes were held at once of %d", most.Load(), size/8*5)
		}
	})
}

// Each request that gets no share is refused after budgetPatience; the log has one
// line a minute.
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
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.Read(httptest.NewRecorder(), request(large, true).WithContext(canceled), 1<<20); !errors.Is(err, context.Canceled) {
			t.Errorf("after the client left: %v", err)
		}
		if strings.Count(log.String(), "\n") != 1 {
			t.Errorf("log:\n%s", &log)
		}
		holder.Release()
		if !b.free() {
			t.Error("a share was not released")
		}
	})
}

// A sender that stops in the middle of a large body keeps its share only until
// another one waits for it; one that sends fast enough keeps it.
func TestSlowSendersHoldNoBudget(t *testing.T) {
	const size = 200_000
	b := newTestBudget(4*size, io.Discard) // room for one such body at a time
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
		t.Errorf("the waiting sender: %d %v", status, err)
	}
	if err := <-errs; !errors.Is(err, ErrBusy) {
		t.Errorf("the stuck sender: %v", err)
	}
	if !b.free() {
		t.Error("a share was not released")
	}
}

// cutSlow cuts off senders that sent too little since they were last marked.
func TestCutSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := newTestBudget(1<<20, io.Discard).arriving.slow
		fast, slow := all.add(time.Now(), func() {}), all.add(time.Now(), func() {})
		slow.done.Add(10 * slowest) // at once, and then nothing
		for i, want := range []bool{false, true} {
			fast.done.Add(slowest)
			all.cutSlow(time.Now()) // too early
			time.Sleep(cutAfter)
			all.cutSlow(time.Now())
			if fast.off || slow.off != want {
				t.Errorf("round %d: fast cut off %v, slow cut off %v", i, fast.off, slow.off)
			}
		}
	})
}
