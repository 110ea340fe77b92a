package svcx

import (
	"strings"
	"testing"
)

// A key in a body, which a sender may have put there, is in no log; nor is what
// the cut would leave of one.
func TestLoggedBodyHidesSecrets(t *testing.T) {
	channel, api := "svcx_"+strings.Repeat("a1", 20), "svcx_sk_"+strings.Repeat("b2", 20)
	signing := "whsec_" + strings.Repeat("Zz+/", 10) + "abc="
	got := LoggedBody([]byte(`{"content":"` + channel + `","x":["` + api + `"],"s":"` + signing + `","svcx_key":1}`))
	if want := `{"content":"(hidden)","x":["(hidden)"],"s":"(hidden)","svcx_key":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for before := MaxLoggedBody - 60; before < MaxLoggedBody+2; before++ {
		got := LoggedBody([]byte(strings.Repeat("é", before/2) + channel + strings.Repeat("-", 300)))
		if strings.Contains(got, "a1") || len(got) > MaxLoggedBody {
			t.Fatalf("%d bytes before a key: %d bytes that end in %q", before, len(got), got[len(got)-50:])
		}
	}
}
