package contract

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// outside adds a receiver to a site and returns it with what a sender and an API
// client need.
func outside(t *testing.T, s *site) (r *receiver, inbound, channelKey string) {
	t.Helper()
	caFile := t.TempDir() + "/receiver.pem"
	r, err := newReceiver(caFile)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.close)
	s.settings["SVCX_OUTBOUND_CA_FILE"], s.settings["SVCX_OUTBOUND_ALLOW_CIDRS"] = caFile, "127.0.0.0/8"
	made, err := s.run("channel", "create", "--workspace", "acme", "--name", "Site", "--webhook-url", r.hooked)
	if err != nil {
		t.Fatal(err)
	}
	return r, "/api/webhooks/custom/" + text(made["id"]), text(made["key"])
}

// await waits for the first n requests, until the deadline.
func (r *receiver) await(t *testing.T, n int, deadline <-chan time.Time) []delivered {
	t.Helper()
	for {
		got, more := r.received("")
		if len(got) >= n {
			return got
		}
		select {
		case <-more:
		case <-deadline:
			t.Fatalf("%d requests arrived in time, not %d", len(got), n)
		}
	}
}

// reply sends an agent's message by REST.
func reply(t *testing.T, url, key, conversation, content string) {
	t.Helper()
	req, err := http.NewRequest("POST", url+"/api/v1/acme/conversations/"+conversation+"/messages", strings.NewReader(`{"content":"`+content+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode/100 != 2 {
		t.Fatalf("a reply was answered with %d", res.StatusCode)
	}
}

// TestKillWhileDelivering kills a server during a delivery. Another node, or the same
// one after a restart, repeats it at once, under the same id and in the
// conversation's order.
//
// clause: D 4 at least once, D 4 order, D 4 webhook-id
func TestKillWhileDelivering(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		r, inbound, channelKey := outside(t, s)
		key := text(s.names["key"])
		p := serve(t, s.settings, "serve")
		if ok, err := post(http.DefaultClient, p.url+inbound, channelKey, `{"messageId":"m","conversationId":"c","from":{"externalId":"u"},"content":"x"}`); !ok {
			t.Fatal(err)
		}
		conversation := list(t, p.url+"/api/v1/acme/conversations", key, "data.*.id")[0]
		others := []string{"the same again"}
		if s.database == postgres {
			others = append(others, "another node")
		}
		for i, other := range others {
			before, _ := r.received("")
			r.answer("", "hang")
			reply(t, p.url, key, conversation, "first")
			reply(t, p.url, key, conversation, "second")
			cut := r.await(t, len(before)+1, time.After(patience))[len(before)]
			var next *process
			if other == "another node" {
				next = serve(t, s.settings, "serve")
			}
			p.Process.Kill()
			p.Wait()
			// Less than the lease, which is half a minute.
			deadline := time.After(patience)
			if next == nil {
				next = serve(t, s.settings, "serve")
			}
			got := r.await(t, len(before)+3, deadline)[len(before)+1:]
			if got[0].Headers["webhook-id"] != cut.Headers["webhook-id"] || got[0].Raw != cut.Raw {
				t.Errorf("%s makes another delivery first: %v, not %v", other, got[0], cut)
			}
			if got[1].Headers["webhook-id"] == cut.Headers["webhook-id"] || !strings.Contains(got[1].Raw, "second") {
				t.Errorf("%s makes another delivery then: %v", other, got[1])
			}
			if all, _ := r.received(""); len(all) != 3*(i+1) {
				t.Errorf("%d requests after %s", len(all), other)
			}
			p = next
		}
	})
}

// TestNodesAgree changes things from outside two nodes, one of which has just used
// them: both see the change at once.
//
// databases: postgres
// clause: D 1 change of form, R 7 503
func TestNodesAgree(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		if s.database != postgres {
			t.Skip("the embedded store has one server")
		}
		_, inbound, channelKey := outside(t, s)
		key := text(s.names["key"])
		nodes := []*process{serve(t, s.settings, "serve"), serve(t, s.settings, "serve")}
		// A message without a messageId is valid only in form B.
		messages := func() int {
			t.Helper()
			for _, p := range nodes {
				if ok, err := post(http.DefaultClient, p.url+inbound, channelKey, `{"conversationId":"c","from":{"externalId":"u"},"content":"x"}`); !ok {
					t.Fatal(err)
				}
			}
			return len(messagesOf(t, nodes[0].url, key))
		}
		set := func(args ...string) {
			t.Helper()
			if _, err := s.run(append([]string{"workspace", "set", "--slug", "acme"}, args...)...); err != nil {
				t.Fatal(err)
			}
		}
		before := messages()
		other := map[string]string{"A": "B", "B": "A"}[s.form]
		set("--form", other)
		more := messages() - before
		if want := map[string]int{"A": 0, "B": 2}[other]; more != want {
			t.Errorf("%d messages without an id were stored after the change to form %s, not %d", more, other, want)
		}
		set("--form", s.form)
		for _, api := range []struct {
			state  string
			status int
		}{{"on", http.StatusOK}, {"off", http.StatusServiceUnavailable}, {"on", http.StatusOK}} {
			set("--api", api.state)
			for i, p := range nodes {
				if status, body := get(t, p.url+"/api/v1/acme/conversations", key); status != api.status {
					t.Errorf("node %d answers %d with the API %s: %s", i, status, api.state, body)
				}
			}
		}
	})
}
