package provider_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"svcx/internal/assist/assisttest"
	"svcx/internal/assist/provider"
	"svcx/internal/safehttp"
)

var question = []provider.Message{{Role: provider.System, Content: "Be kind."}, {Role: provider.User, Content: `{"text":"a"}`}}

func to(s *assisttest.Server) *provider.Provider {
	return &provider.Provider{BaseURL: s.URL + "/", Key: "sk-secret", Model: "small", HTTP: safehttp.New(safehttp.Options{
		AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AllowHTTP: true, Timeout: time.Minute, StreamIdle: time.Minute,
	})}
}

// ways are the two ways to ask.
func ways(t *testing.T, test func(t *testing.T, ask func(context.Context, *provider.Provider) (provider.Completion, string, error))) {
	t.Run("whole", func(t *testing.T) {
		test(t, func(ctx context.Context, p *provider.Provider) (provider.Completion, string, error) {
			c, err := p.Complete(ctx, question)
			return c, c.Text, err
		})
	})
	t.Run("streamed", func(t *testing.T) {
		test(t, func(ctx context.Context, p *provider.Provider) (provider.Completion, string, error) {
			var arrived strings.Builder
			c, err := p.Stream(ctx, question, func(part string) { arrived.WriteString(part) })
			return c, arrived.String(), err
		})
	})
}

func TestAnswers(t *testing.T) {
	ways(t, func(t *testing.T, ask func(context.Context, *provider.Provider) (provider.Completion, string, error)) {
		s := assisttest.New(t, assisttest.Text("Dear Kim, it is on its way.").WithUsage(assisttest.Usage{Prompt: 7, Completion: 9, Total: 20}), assisttest.Text("Yes").NoUsage())
		c, arrived, err := ask(t.Context(), to(s))
		if want := (provider.Completion{Text: "Dear Kim, it is on its way.", In: 7, Out: 9, Total: 20}); err != nil || c != want || arrived != want.Text {
			t.Errorf("%+v, arrived %q, %v", c, arrived, err)
		}
		if c, _, err := ask(t.Context(), to(s)); err != nil || c != (provider.Completion{Text: "Yes"}) {
			t.Errorf("without usage: %+v, %v", c, err)
		}
		r := s.Requests()[0]
		if r.Path != "/v1/chat/completions" || r.Key() != "sk-secret" || r.Model != "small" || r.System() != "Be kind." || r.User() != `{"text":"a"}` {
			t.Errorf("asked %+v", r)
		}
	})
}

// What goes wrong has a reason, is never taken for an answer, and its text has neither the key nor
// what the server sent.
func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		script []assisttest.Answer
		reason provider.Reason
		status int
	}{
		"a wrong key":              {[]assisttest.Answer{assisttest.BadKey()}, provider.Refused, 401},
		"a fault twice":            {[]assisttest.Answer{assisttest.Status(500, "boom"), assisttest.Status(503, "boom")}, provider.Refused, 503},
		"too many, for long":       {[]assisttest.Answer{assisttest.TooMany(60)}, provider.Refused, 429},
		"a redirect":               {[]assisttest.Answer{assisttest.Redirect("https://example.com/")}, provider.Refused, 0},
		"a refusal":                {[]assisttest.Answer{assisttest.Refusal("I will not, boom")}, provider.Declined, 0},
		"a filter":                 {[]assisttest.Answer{assisttest.Filtered("Some")}, provider.Declined, 0},
		"cut off by the model":     {[]assisttest.Answer{assisttest.Truncated("Dear")}, provider.Truncated, 0},
		"cut off on the way":       {[]assisttest.Answer{assisttest.Text("Dear Kim, it is on its way.").Cut()}, provider.Truncated, 0},
		"no choices":               {[]assisttest.Answer{assisttest.NoChoices()}, provider.Malformed, 0},
		"nothing":                  {[]assisttest.Answer{assisttest.Text("")}, provider.Malformed, 0},
		"a page":                   {[]assisttest.Answer{assisttest.Body("text/html", "<html>boom</html>")}, provider.Malformed, 0},
		"broken JSON":              {[]assisttest.Answer{assisttest.Body("application/json", `{"choices":[{"mess`)}, provider.Malformed, 0},
		"closed without an answer": {[]assisttest.Answer{assisttest.Body("application/json", "").Cut()}, provider.Malformed, 0},
		"an error with status 200": {[]assisttest.Answer{assisttest.Body("application/json", `{"error":{"message":"boom"}}`)}, provider.Malformed, 0},
	} {
		t.Run(name, func(t *testing.T) {
			ways(t, func(t *testing.T, ask func(context.Context, *provider.Provider) (provider.Completion, string, error)) {
				s := assisttest.New(t, c.script...)
				got, _, err := ask(t.Context(), to(s))
				var failed *provider.Error
				if !errors.As(err, &failed) || failed.Status != c.status {
					t.Fatalf("%+v, %v", got, err)
				}
				// A stream cannot tell nothing from what is no stream, and both end in the middle.
				if failed.Reason != c.reason && !(failed.Reason == provider.Truncated && c.reason == provider.Malformed) {
					t.Errorf("reason %s: %v", failed.Reason, err)
				}
				if got != (provider.Completion{}) && got.Text != "" && c.reason != provider.Declined && c.reason != provider.Truncated {
					t.Errorf("an answer: %+v", got)
				}
				if strings.Contains(err.Error(), "sk-secret") || strings.Contains(err.Error(), "boom") {
					t.Errorf("the error has %v", err)
				}
				if n := len(s.Requests()); n != len(c.script) {
					t.Errorf("asked %d times", n)
				}
			})
		})
	}
}

// A server that is busy or fails is asked once more, and no stream that has begun.
func TestRetry(t *testing.T) {
	ways(t, func(t *testing.T, ask func(context.Context, *provider.Provider) (provider.Completion, string, error)) {
		for name, first := range map[string]assisttest.Answer{"busy": assisttest.TooMany(1), "failing": assisttest.Status(502, "boom")} {
			s := assisttest.New(t, first, assisttest.Text("Here it is"))
			if c, arrived, err := ask(t.Context(), to(s)); err != nil || c.Text != "Here it is" || arrived != c.Text {
				t.Errorf("%s: %+v, %q, %v", name, c, arrived, err)
			}
		}
	})
	s := assisttest.New(t, assisttest.Text("Dear Kim").NotDone())
	if c, err := to(s).Stream(t.Context(), question, func(string) {}); err == nil {
		t.Errorf("a stream without an end: %+v", c)
	}
}

// A server that is gone at the retry was reached all the same: the messages went out.
func TestGoneAtTheRetry(t *testing.T) {
	ways(t, func(t *testing.T, ask func(context.Context, *provider.Provider) (provider.Completion, string, error)) {
		var server *httptest.Server
		server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			server.Listener.Close()
			w.Header().Set("Connection", "close")
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		defer server.Close()
		p := to(assisttest.New(t))
		p.BaseURL = server.URL + "/v1"
		_, _, err := ask(t.Context(), p)
		var failed *provider.Error
		if !errors.As(err, &failed) || failed.Reason != provider.Refused || failed.Status != http.StatusServiceUnavailable {
			t.Errorf("%v", err)
		}
	})
}

// A caller who leaves ends the call.
func TestCallerLeaves(t *testing.T) {
	ways(t, func(t *testing.T, ask func(context.Context, *provider.Provider) (provider.Completion, string, error)) {
		s := assisttest.New(t, assisttest.Text("late").Held(make(chan struct{})))
		ctx, leave := context.WithCancel(t.Context())
		go func() {
			s.Await(t.Context(), 1)
			leave()
		}()
		if _, _, err := ask(ctx, to(s)); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		s.AwaitEnded(t.Context(), 1)
	})
}

// An answer without end takes a bounded amount of memory.
func TestBounds(t *testing.T) {
	s := assisttest.New(t, assisttest.Huge(64<<20), assisttest.Endless("spam "))
	if _, err := to(s).Complete(t.Context(), question); err == nil {
		t.Error("a huge answer is accepted")
	}
	n := 0
	if _, err := to(s).Stream(t.Context(), question, func(part string) { n += len(part) }); err == nil || n > 1<<20 {
		t.Errorf("an endless stream: %d bytes, %v", n, err)
	}
}

func TestUnreachable(t *testing.T) {
	ways(t, func(t *testing.T, ask func(context.Context, *provider.Provider) (provider.Completion, string, error)) {
		s := assisttest.New(t)
		s.Stop()
		_, _, err := ask(t.Context(), to(s))
		var failed *provider.Error
		if !errors.As(err, &failed) || failed.Reason != provider.Unreachable {
			t.Errorf("%v", err)
		}
	})
}
