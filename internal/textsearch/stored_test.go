package textsearch

import (
	"testing"

	"svcx/internal/sqldb"
)

// The server setting that names the index's file is a format on disk. Versions up to
// beb944f stored it under the names of Go's fields.
func TestStoredFormat(t *testing.T) {
	want := indexedIn{Identity: "text", Version: 7}
	const stored = `{"identity":"text","version":7}`
	if got := sqldb.EncodeJSON(want); got != stored {
		t.Errorf("stored as %s, want %s", got, stored)
	}
	for _, text := range []string{stored, `{"Identity":"text","Version":7}`} {
		var got indexedIn
		if err := sqldb.DecodeJSON(text, &got); err != nil || got != want {
			t.Errorf("%s is read as %+v, %v", text, got, err)
		}
	}
}
