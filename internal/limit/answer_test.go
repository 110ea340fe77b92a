package limit

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// Answers that find no share are refused after the patience of the budget, and
// small ones take nothing (fault 4.4 of 28 November).
func TestAnswersTakeShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTestBudget(1<<20, io.Discard)
		take := func(n int64) (*Answer, error) { return b.Answer(t.Context(), httptest.NewRecorder(), n) }
		all, err := take(b.answers.size + 1)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		refused, err := take(SmallBody + 1)
		if !errors.Is(err, ErrBusy) || time.Since(began) != budgetPatience {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		if _, err := refused.Write([]byte("said all the same")); err != nil {
			t.Error(err)
		}
		refused.Release()
		small, err := take(SmallBody)
		if err != nil {
			t.Errorf("a small one: %v", err)
		}
		small.Release()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.Answer(gone, httptest.NewRecorder(), b.answers.size); !errors.Is(err, context.Canceled) {
			t.Errorf("whose reader left: %v", err)
		}
		// Of what is made as much waits as may be held, and no more.
		waits := make(chan error)
		for range 2 {
			go func() {
				a, err := b.Made(t.Context(), httptest.NewRecorder(), b.answers.size)
				a.Release()
				waits <- err
			}()
		}
		if err := <-waits; !errors.Is(err, ErrBusy) {
			t.Errorf("one too many: %v", err)
		}
		all.Release()
		all.Release()
		if err := <-waits; err != nil {
			t.Errorf("who waited: %v", err)
		}
		if !b.free() {
			t.Error("something is left")
		}
	})
}

// A reader that takes nothing holds its share until somebody waits for it, and no
// longer.
func TestSlowReadersHoldNoBudget(t *testing.T) {
	b := newTestBudget(1<<20, io.Discard)
	errs := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, err := b.Answer(r.Context(), w, b.answers.size)
		defer a.Release()
		if err == nil {
			// More than the system's buffers take.
			for range 64 {
				if _, err = a.Write(make([]byte, 1<<20)); err != nil {
					break
				}
			}
		}
		if r.Header.Get("Stuck") != "" {
			errs <- err
		}
	}))
	defer server.Close()
	get := func(stuck string) (*http.Response, error) {
		r, err := http.NewRequest("GET", server.URL, nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Stuck", stuck)
		return http.DefaultTransport.RoundTrip(r)
	}
	stuck, err := get("yes")
	if err != nil {
		t.Fatal(err)
	}
	defer stuck.Body.Close()
	reads, err := get("")
	if err != nil {
		t.Fatal(err)
	}
	defer reads.Body.Close()
	if n, err := io.Copy(io.Discard, reads.Body); err != nil || n != 64<<20 {
		t.Errorf("who waited for it read %d bytes: %v", n, err)
	}
	if err := <-errs; err == nil {
		t.Error("who did not read was not cut off")
	}
}
