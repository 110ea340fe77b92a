package bench

import (
	"io"
	"testing"
	"time"
)

// The inbox of a desk with a dozen categories and two dozen agents loads within its budget: at
// most 150 KB in 12 requests, and 10 KB when it is loaded again.
//
// Fault: as pages could do more, what was loaded again grew to 11 KB.
func TestInboxLoadsWithinItsBudget(t *testing.T) {
	o := SeedOptions{Executable: program(t), Dir: t.TempDir(), Conversations: 1500, Messages: 6000, Days: 20, Seed: 1, Progress: io.Discard}
	if _, err := Seed(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	r, err := Pages(t.Context(), ReadOptions{SeedOptions: o, Only: []string{"counts"}, Callers: []int{1}, Duration: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if failed := r.Failed(); failed != "" {
		t.Error(failed)
	}
	if r.First.Bytes > 150_000 || r.First.Requests > 12 || r.First.Bytes < 50_000 {
		t.Errorf("a browser that has nothing loads %+v", r.First)
	}
	if r.Again.Bytes > 10_000 || r.Again.Requests != 1 || r.Again.Bytes < 5_000 {
		t.Errorf("a browser that loads it again loads %+v", r.Again)
	}
}
