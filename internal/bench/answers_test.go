package bench

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/identity"
)

// asking is a server in this process with the memory limit hostileLimit, and
// credentials for everything.
type asking struct {
	*hostile
	cookie string
}

// do sends a request that must be answered 2xx.
func (a *asking) do(method, path, body string) {
	a.Helper()
	resp, err := a.send(http.DefaultTransport, method, path, strings.NewReader(body))
	if err != nil {
		a.Fatal(err)
	}
	defer resp.Body.Close()
	if body, _ := io.ReadAll(resp.Body); resp.StatusCode/100 != 2 {
		a.Fatalf("%s %s: %d %.200s", method, path, resp.StatusCode, body)
	}
}

func (a *asking) send(transport http.RoundTripper, method, path string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequest(method, a.address+path, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	switch {
	case strings.HasPrefix(path, "/api/v1/"):
		r.Header.Set("Authorization", "Bearer "+a.apiKey)
	case strings.HasPrefix(path, "/api/webhooks/"):
		_, key, _ := strings.Cut(a.channel, " ")
		r.Header.Set("X-Svcx-Api-Key", key)
	default:
		r.Header.Set("Cookie", a.cookie)
	}
	return transport.RoundTrip(r)
}

// ask requests the path over many connections that read only the head of the answer,
// and returns the most memory in use at the end of any garbage collection during the
// next moments. Requests that wait for the budget by then hold nothing.
func (a *asking) ask(path string) (peak uint64) {
	a.Helper()
	const readers = 24
	transport := &http.Transport{DisableKeepAlives: true}
	var running sync.WaitGroup
	open := make(chan io.Closer, readers)
	for range readers {
		running.Go(func() {
			resp, err := a.send(transport, "GET", path, nil)
			if err != nil {
				return // cut off, since others waited
			}
			open <- resp.Body
			switch resp.StatusCode {
			case http.StatusOK, http.StatusConflict: // of the exports of a workspace all but one
			case http.StatusServiceUnavailable:
				if resp.Header.Get("Retry-After") == "" {
					a.Errorf("%s: 503 without Retry-After", path)
				}
			default:
				a.Errorf("%s: %s", path, resp.Status)
			}
		})
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	sample := time.NewTicker(sampleEvery)
	defer sample.Stop()
	for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); <-sample.C {
		runtime.GC()
		metrics.Read(live)
		peak = max(peak, live[0].Value.Uint64())
	}
	closed := make(chan struct{})
	go func() {
		running.Wait()
		close(open)
		close(closed)
	}()
	for {
		select {
		case body := <-open:
			if body != nil {
				body.Close()
			}
			continue
		case <-closed:
		}
		break
	}
	for body := range open {
		body.Close()
	}
	return peak
}

// Every answer that grows with what others have sent is bounded, and so are all of them
// together, whether they are read or not (fault 4.4 of 28 November): whatever is
// requested, the memory in use stays within one limit. It was gigabytes for some.
func TestLongAnswersAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("stores a hundred megabytes")
	}
	a := newAsking(t)
	inbound, _, _ := strings.Cut(a.channel, " ")
	word := strings.Repeat("\U0001F600", 255) // of four bytes each
	var tags bytes.Buffer
	for i := range svcx.MaxTags {
		fmt.Fprintf(&tags, `,"%03d%s"`, i, word[:4*250])
	}
	many := `{"tags":[` + tags.String()[1:] + `]}`
	for i := range 40 {
		a.do("POST", inbound, fmt.Sprintf(`{"conversationId":"long","from":{"externalId":"p"},"content":"%d%s"}`, i, strings.Repeat("x", 1<<20-200)))
	}
	for i := range 40 {
		a.do("POST", inbound, fmt.Sprintf(`{"conversationId":"c%d","from":{"externalId":"p%d"},"content":"x"}`, i, i))
		a.do("PATCH", fmt.Sprintf("/api/v1/w/contacts/%d", i+1), many)
		a.do("PATCH", fmt.Sprintf("/api/w/conversations/%d", i+1), many)
	}
	content := strings.Repeat(word, 50000/255)
	for i := range 20 {
		a.do("PATCH", "/api/v1/w/conversations/1/messages/1", fmt.Sprintf(`{"content":"%d%s"}`, i, content))
	}
	for i := range 20 {
		a.do("POST", "/api/w/saved-replies", fmt.Sprintf(`{"title":"%d","content":"%s"}`, i, content))
	}
	for _, path := range []string{
		"/api/v1/w/conversations/1/messages?limit=200",
		"/api/v1/w/conversations/1/messages?limit=100&before=40",
		"/api/w/conversations/1/messages?limit=200",
		"/api/w/conversations/1/messages/1/versions",
		"/api/v1/w/conversations?limit=100",
		"/api/w/conversations?limit=100",
		"/api/w/conversations?limit=100&cursor=9999999999999-1",
		"/api/w/conversations?limit=100&q=x",
		"/api/v1/w/contacts?limit=100",
		"/api/v1/w/contacts?limit=100&search=p",
		"/api/w/saved-replies",
		"/api/w/channels/1/events?limit=100",
		"/api/w/stream?since=0",
		"/api/w/export",
	} {
		if peak := a.ask(path); peak > hostileLimit {
			t.Errorf("%s: %d MiB in use", path, peak>>20)
		} else if os.Getenv("SVCX_SHOW") != "" {
			t.Logf("%s: %d MiB", path, peak>>20)
		}
	}
}

func newAsking(t *testing.T) *asking {
	a := &asking{hostile: newHostile(t)}
	link, err := a.app.Identity.CreateLoginLink(t.Context(), "a@example.com", "w")
	if err != nil {
		t.Fatal(err)
	}
	cookie, _, err := a.app.Identity.SignIn(t.Context(), identity.SignIn{Token: link.Token})
	if err != nil {
		t.Fatal(err)
	}
	a.cookie = "svcx_session=" + cookie
	return a
}
