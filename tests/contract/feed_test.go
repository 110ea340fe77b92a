package contract

import (
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// feedWaiters is how many requests may wait for a channel's feed on a node.
const feedWaiters = 10

// feedAnswer is an answer of a feed.
type feedAnswer struct {
	status int
	header http.Header
	body   string
}

func readFeed(ctx context.Context, url, key, query string) (a feedAnswer, err error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url+"?"+query, nil)
	if err != nil {
		return a, err
	}
	req.Header.Set("X-Svcx-Key", key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return a, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return feedAnswer{res.StatusCode, res.Header, string(body)}, err
}

// waiters are as many requests as may wait, each for half a minute.
type waiters struct {
	cancel  context.CancelFunc
	waiting sync.WaitGroup
	mu      sync.Mutex
	answers []feedAnswer
}

// wait starts them, and returns when all wait: one more is refused.
func wait(t *testing.T, url, key, after string) *waiters {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	untraced := ctx
	w := &waiters{cancel: cancel}
	deadline := time.Now().Add(patience)
	// Usually all are waiting before one more is sent.
	var sent sync.WaitGroup
	for range feedWaiters {
		sent.Add(1)
		once := sync.OnceFunc(sent.Done)
		traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { once() }})
		w.waiting.Go(func() {
			for ctx := traced; ; {
				a, err := readFeed(ctx, url, key, "wait=30&after="+after)
				once()
				// The probe below may have taken the place.
				if err == nil && a.status == http.StatusTooManyRequests && time.Now().Before(deadline) {
					time.Sleep(20 * time.Millisecond)
					ctx = untraced
					continue
				}
				if err == nil {
					w.mu.Lock()
					w.answers = append(w.answers, a)
					w.mu.Unlock()
				}
				return
			}
		})
	}
	sent.Wait()
	for {
		a, err := readFeed(ctx, url, key, "wait=1&after="+after)
		if err != nil {
			t.Fatal(err)
		}
		if a.status == http.StatusTooManyRequests {
			if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 {
				t.Errorf("one too many is told to come again in %q seconds", a.header.Get("Retry-After"))
			}
			return w
		}
		if time.Now().After(deadline) {
			t.Fatalf("one too many is answered %d %s", a.status, a.body)
		}
		// It took the place of one of them: free it.
		time.Sleep(200 * time.Millisecond)
	}
}

// answered expects all of them to have been answered like that within half a
// minute.
func (w *waiters) answered(t *testing.T, what string, began time.Time, fits func(feedAnswer) bool) {
	t.Helper()
	w.waiting.Wait()
	w.cancel()
	if took := time.Since(began); took > 25*time.Second {
		t.Errorf("%s ends the waiting after %v", what, took)
	}
	if len(w.answers) != feedWaiters {
		t.Errorf("%s: %d answers", what, len(w.answers))
	}
	for _, a := range w.answers {
		if !fits(a) {
			t.Errorf("%s: answered %d %s", what, a.status, a.body)
		}
	}
}

// TestEventEndsTheWaitOnEveryNode: an event ends the waiting for a feed on every node, so does a stop of
// the server, and a client that disconnects makes room for others.
//
// clause: I channel key feed wait
func TestEventEndsTheWaitOnEveryNode(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		made, err := s.run("channel", "create", "--workspace", "acme", "--name", "Fed", "--settings", `{"feedEnabled":true}`)
		if err != nil {
			t.Fatal(err)
		}
		inbound, channelKey, key := "/api/webhooks/custom/"+text(made["id"]), text(made["key"]), text(s.names["key"])
		writes := serve(t, s.settings, "serve")
		reads := writes
		if s.database == postgres {
			reads = serve(t, s.settings, "serve")
		}
		feed := reads.url + inbound + "/feed"
		if ok, err := post(http.DefaultClient, writes.url+inbound, channelKey, `{"messageId":"m","conversationId":"c","from":{"externalId":"u"},"content":"x"}`); !ok {
			t.Fatal(err)
		}
		conversation := list(t, writes.url+"/api/v1/acme/conversations", key, "data.*.id")[0]

		wait(t, feed, channelKey, "0").cancel()
		w := wait(t, feed, channelKey, "0")
		began := time.Now()
		reply(t, writes.url, key, conversation, "first")
		w.answered(t, "an event", began, func(a feedAnswer) bool {
			return a.status == http.StatusOK && strings.Contains(a.body, `"content":"first"`)
		})

		// Existing events are answered at once, however many wait.
		a, err := readFeed(t.Context(), feed, channelKey, "wait=30")
		if err != nil || a.status != http.StatusOK || !strings.Contains(a.body, "first") {
			t.Fatalf("%d %s %v", a.status, a.body, err)
		}
		document, err := parseJSON([]byte(a.body))
		if err != nil {
			t.Fatal(err)
		}
		next, _ := lookUp(document, "nextAfter")
		after := text(next[0])

		w = wait(t, feed, channelKey, after)
		began = time.Now()
		if err := reads.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		w.answered(t, "a server that stops", began, func(a feedAnswer) bool {
			return a.status == http.StatusOK && strings.Contains(a.body, `"data":[]`) && strings.Contains(a.body, after)
		})
		if err := reads.Wait(); err != nil {
			t.Errorf("the server that stopped: %v", err)
		}
	})
}
