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

// An answer that gets no share is refused after budgetPatience; a small answer
// takes none (fault 4.4 of 28 November).
func TestAnswersAreBounded(t *testing.T) {
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
		if _, err := refused.Write([]byte("an error")); err != nil {
			t.Error(err)
		}
		refused.Release()
		small, err := take(SmallBody)
		if err != nil {
			t.Errorf("a small answer: %v", err)
		}
		small.Release()
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.Answer(canceled, httptest.NewRecorder(), b.answers.size); !errors.Is(err, context.Canceled) {
			t.Errorf("after the reader left: %v", err)
		}
		// As many bytes may wait in memory as may be held.
		waits := make(chan error)
		for range 2 {
			go func() {
				a, err := b.Made(t.Context(), httptest.NewRecorder(), b.answers.size)
				a.Release()
				waits <- err
			}()
		}
		if err := <-waits; !errors.Is(err, ErrBusy) {
			t.Errorf("one too many waits: %v", err)
		}
		all.Release()
		all.Release()
		if err := <-waits; err != nil {
			t.Errorf("the answer that waited: %v", err)
		}
		if !b.free() {
			t.Error("a share was not released")
		}
	})
}

// A reader that reads nothing keeps its share only until another one waits for it.
func TestSlowReadersHoldNoBudget(t *testing.T) {
	b := newTestBudget(1<<20, io.Discard)
	errs := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, err := b.Answer(r.Context(), w, b.answers.size)
		defer a.Release()
		if err == nil {
			// More than the system's buffers hold.
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
		t.Errorf("the waiting reader read %d bytes: %v", n, err)
	}
	if err := <-errs; err == nil {
		t.Error("the stuck reader was not cut off")
	}
}
