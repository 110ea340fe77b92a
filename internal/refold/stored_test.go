package refold

import (
	"testing"

	"svcx/internal/sqldb"
)

// The progress is a format on disk.
func TestStoredFormat(t *testing.T) {
	want := progress{Rule: 2, At: 1_700_000_000_000, Step: 3, Queue: 4, After: 5}
	const stored = `{"Rule":2,"At":1700000000000,"Step":3,"Lane":4,"After":5}`
	if got := sqldb.EncodeJSON(want); got != stored {
		t.Errorf("stored as %s, want %s", got, stored)
	}
	var got progress
	if err := sqldb.DecodeJSON(stored, &got); err != nil || got != want {
		t.Errorf("%s is read as %+v, %v", stored, got, err)
	}
}
