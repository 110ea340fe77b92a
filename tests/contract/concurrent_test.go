package contract

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// atOnce sends n inbound messages at the same time and expects each to be answered
// with ok.
func atOnce(t *testing.T, url, key string, n int, body func(int) string) {
	t.Helper()
	client := &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: n}}
	defer client.CloseIdleConnections()
	begin := make(chan struct{})
	var senders sync.WaitGroup
	for i := range n {
		senders.Go(func() {
			<-begin
			if ok, err := post(client, url, key, body(i)); !ok {
				t.Errorf("message %d was not answered with ok: %v", i, err)
			}
		})
	}
	close(begin)
	senders.Wait()
}

// TestConcurrentRequestsKeepUniqueThingsUnique has many clients do the same at once: what must be unique stays
// unique.
//
// clause: D 2 duplicate concurrent, D 2 duplicate, D 2 contact by externalId, W 1 threads, R 2.3 externalId unique
// clause: R 2.3 email unique, D 2 contact email taken
func TestConcurrentRequestsKeepUniqueThingsUnique(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		path, channelKey := s.inbound()
		p, err := start(s.settings, nil, t.Output())
		if err != nil {
			t.Fatal(err)
		}
		defer p.stop()
		key := text(s.names["key"])
		inboundURL, api := p.url+path, p.url+"/api/v1/acme"
		count := func(what, path string, want int) {
			t.Helper()
			if got := list(t, api+path, key, "data.*.id"); len(got) != want {
				t.Errorf("%d %s, not %d", len(got), what, want)
			}
		}

		atOnce(t, inboundURL, channelKey, 50, func(int) string {
			return `{"messageId":"m","conversationId":"same","from":{"externalId":"u"},"content":"once"}`
		})
		if got := messagesOf(t, p.url, key); len(got) != 1 {
			t.Errorf("50 identical messages made %d", len(got))
		}

		// Different messages of one contact in one conversation.
		atOnce(t, inboundURL, channelKey, 50, func(i int) string {
			return fmt.Sprintf(`{"messageId":"n%d","conversationId":"new","from":{"externalId":"v","email":"v@example.com"},"content":"x"}`, i)
		})
		count("conversations", "/conversations", 2)
		count("contacts", "/contacts", 2)

		// Different contacts with one address: one of them gets it.
		atOnce(t, inboundURL, channelKey, 20, func(i int) string {
			return fmt.Sprintf(`{"messageId":"o%d","conversationId":"o%d","from":{"externalId":"w%d","email":"W@example.com"},"content":"x"}`, i, i, i)
		})
		count("contacts", "/contacts", 22)
		with := 0
		for _, email := range list(t, api+"/contacts", key, "data.*.email") {
			if strings.EqualFold(email, "w@example.com") {
				with++
			}
		}
		if with != 1 {
			t.Errorf("%d contacts have the address, not 1", with)
		}

		created := createAtOnce(t, api+"/contacts", key, `{"externalId":"x","email":"x@example.com"}`)
		if created != 1 {
			t.Errorf("%d of 20 identical contacts were created, not 1", created)
		}
		count("contacts", "/contacts", 23)
	})
}

// createAtOnce posts the same 20 times and returns how many were created.
func createAtOnce(t *testing.T, url, key, body string) int {
	t.Helper()
	var mu sync.Mutex
	statuses := map[int]int{}
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			req, err := http.NewRequest("POST", url, strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer "+key)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			res.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			statuses[res.StatusCode]++
		})
	}
	callers.Wait()
	if n := statuses[http.StatusCreated] + statuses[http.StatusBadRequest] + statuses[http.StatusUnprocessableEntity]; n != 20 {
		t.Errorf("unexpected statuses: %v", statuses)
	}
	return statuses[http.StatusCreated]
}
