package rest_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
)

// Concurrent requests keep to the limits: one category with a name, one field with a
// key, twenty participants, one rating. Every answer is either the success or the
// validation error.
func TestConcurrentCreatesKeepToLimits(t *testing.T) {
	s := newFixture(t)
	s.run(s.b, step{"POST /conversations", `{"subject":"Hi"}`, 201, "~"})
	for _, tt := range []struct {
		path, body string
		ok, most   int
	}{
		{"/categories", `{"name":"Same"}`, http.StatusCreated, 1},
		{"/fields", `{"key":"same","name":"x"}`, http.StatusCreated, 1},
		{"/conversations/1/participants", `{"role":"cc"}`, http.StatusCreated, 20},
		{"/conversations/1/rate", `{"rating":3}`, http.StatusOK, 40},
	} {
		var mu sync.Mutex
		counts := map[int]int{}
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() {
				code := s.do(s.b, "POST", tt.path, tt.body).Code
				mu.Lock()
				defer mu.Unlock()
				counts[code]++
			})
		}
		all.Wait()
		want := map[int]int{tt.ok: tt.most}
		if tt.most < 40 {
			want[http.StatusBadRequest] = 40 - tt.most
		}
		if fmt.Sprint(counts) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", tt.path, counts, want)
		}
	}
	if n := s.rows(`SELECT id FROM rating`); len(n) != 1 {
		t.Errorf("ratings %q", n)
	}
}
