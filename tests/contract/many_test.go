package contract

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

// TestSearchStopsCounting creates 10,001 contacts with one name: the total of a
// search is exact up to 10,000 and marked as capped beyond. Both forms search the
// same contacts, since creating them is slow.
//
// clause: D 5 totalCapped
func TestSearchStopsCounting(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 10,001 inbound messages")
	}
	t.Parallel()
	for _, database := range []string{sqlite, postgres} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			s, err := newSite(t, "B", database, t.TempDir()+"/data")
			if err != nil {
				t.Fatal(err)
			}
			path, channelKey := s.inbound()
			key := text(s.names["key"])
			p, err := start(s.settings, nil, t.Output())
			if err != nil {
				t.Fatal(err)
			}
			defer p.stop()
			search := p.url + "/api/v1/acme/contacts?search=same&limit=1"

			makeContacts(t, p.url+path, channelKey, 1, 10_000)
			wantTotal(t, search, key, "totalCapped", "absent")
			makeContacts(t, p.url+path, channelKey, 10_001, 10_001)
			wantTotal(t, search, key, "totalCapped", "==", "true")
			if _, err := s.run("workspace", "set", "--slug", "acme", "--form", "A"); err != nil {
				t.Fatal(err)
			}
			wantTotal(t, search, key, "totalCapped", "==", "true")
		})
	}
}

// makeContacts sends a message from each of the contacts first to last.
func makeContacts(t *testing.T, url, key string, first, last int64) {
	t.Helper()
	const callers = 64
	client := &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: callers}}
	defer client.CloseIdleConnections()
	var next atomic.Int64
	next.Store(first - 1)
	var senders sync.WaitGroup
	for range callers {
		senders.Go(func() {
			for n := next.Add(1); n <= last; n = next.Add(1) {
				body := fmt.Sprintf(`{"messageId":"m%d","conversationId":"c","from":{"externalId":"u%d","name":"Same"},"content":"x"}`, n, n)
				if ok, err := post(client, url, key, body); !ok {
					t.Errorf("message %d was not answered with ok: %v", n, err)
				}
			}
		})
	}
	senders.Wait()
}

// wantTotal expects a search's total to be 10,000, and the claim to be true of the
// answer.
func wantTotal(t *testing.T, url, key string, claim ...string) {
	t.Helper()
	status, body := get(t, url, key)
	document, err := parseJSON(body)
	if status != http.StatusOK || err != nil {
		t.Fatalf("the answer is %d %.300s: %v", status, body, err)
	}
	for _, claim := range [][]string{{"total", "==", "10000"}, claim} {
		if fault := check(document, "", claim); fault != "" {
			t.Error(fault)
		}
	}
}
