package spool_test

import (
	"fmt"
	"testing"

	"svcx/internal/importer/spool"
)

// Messages come in pieces, by their time, each once.
func TestMessagesInPieces(t *testing.T) {
	s, err := spool.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 10 {
		if err := s.PutMessage("c", fmt.Sprint(i), int64(100-i/2), []byte("12345")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PutMessage("other", "0", 1, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := s.PutMessage("c", "9", 200, []byte("new")); err != nil {
		t.Fatal(err)
	}
	var got string
	var after *spool.Place
	pieces := 0
	for {
		found, next, err := s.Messages("c", after, 4, 10)
		if err != nil {
			t.Fatal(err)
		}
		pieces++
		for _, r := range found {
			got += r.ID
		}
		if next == nil {
			break
		}
		after = next
	}
	if got != "8674523019" || pieces != 5 {
		t.Errorf("got %s in %d pieces, want 8674523019 in 5", got, pieces)
	}
	strays, err := s.Strays("", 10)
	if err != nil || len(strays) != 2 {
		t.Errorf("strays %v (%v), want 2", strays, err)
	}
}
