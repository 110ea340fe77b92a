package textsearch

import "testing"

func TestSearchHasALetterOrDigit(t *testing.T) {
	for q, want := range map[string]bool{"": false, "a": true, " .-'\"*": false, "7": true, "山": true, "\x00": false, "😀": false} {
		if got := HasWords(q); got != want {
			t.Errorf("%q has words: %t, want %t", q, got, want)
		}
	}
}
