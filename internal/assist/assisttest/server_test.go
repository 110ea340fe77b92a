package assisttest_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"svcx/internal/assist/assisttest"
)

func ask(ctx context.Context, t *testing.T, s *assisttest.Server, body string) (*http.Response, string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer sk-test")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	return answer, string(read), err
}

const (
	whole    = `{"model":"m","messages":[{"role":"system","content":"be brief"},{"role":"user","content":[{"type":"text","text":"hello"}]}]}`
	streamed = `{"model":"m","messages":[{"role":"user","content":"hello"}],"stream":true,"stream_options":{"include_usage":true}}`
)

func TestAnswersInOrder(t *testing.T) {
	s := assisttest.New(t, assisttest.TooMany(7), assisttest.Text("Good day"))
	first, _, _ := ask(t.Context(), t, s, whole)
	if first.StatusCode != 429 || first.Header.Get("Retry-After") != "7" {
		t.Errorf("got %d, Retry-After %q", first.StatusCode, first.Header.Get("Retry-After"))
	}
	_, body, _ := ask(t.Context(), t, s, whole)
	var completion struct {
		Choices []struct {
			Message      struct{ Content string }
			FinishReason string `json:"finish_reason"`
		}
		Usage assisttest.Usage
	}
	if err := json.Unmarshal([]byte(body), &completion); err != nil {
		t.Fatal(err)
	}
	if c := completion.Choices[0]; c.Message.Content != "Good day" || c.FinishReason != "stop" || completion.Usage.Total != 5 {
		t.Errorf("got %+v", completion)
	}
	asked := s.Requests()[1]
	if asked.System() != "be brief" || asked.User() != "hello" || asked.Key() != "sk-test" || asked.Model != "m" {
		t.Errorf("recorded %+v", asked)
	}
}

func TestStreams(t *testing.T) {
	gate := make(chan struct{}, 1)
	gate <- struct{}{}
	s := assisttest.New(t, assisttest.Text("Good day").Between(gate))
	answer, body, _ := ask(t.Context(), t, s, streamed)
	if answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("content type %q", answer.Header.Get("Content-Type"))
	}
	for _, part := range []string{`"content":"Good "`, `"content":"day"`, `"finish_reason":"stop"`, `"total_tokens":3`, "data: [DONE]\n\n"} {
		if !strings.Contains(body, part) {
			t.Errorf("no %s in %s", part, body)
		}
	}
}

func TestWhatGoesWrong(t *testing.T) {
	s := assisttest.New(t)
	for name, test := range map[string]struct {
		answer assisttest.Answer
		asked  string
		want   string
		cut    bool
	}{
		"a refusal":                {assisttest.Refusal("no"), whole, `"refusal":"no"`, false},
		"a refusal in a stream":    {assisttest.Refusal("no"), streamed, `"refusal":"no"`, false},
		"no choices":               {assisttest.NoChoices(), whole, `"choices":[]`, false},
		"truncated":                {assisttest.Truncated("Dear"), whole, `"finish_reason":"length"`, false},
		"filtered":                 {assisttest.Filtered("Dear"), streamed, `"finish_reason":"content_filter"`, false},
		"another type":             {assisttest.Body("text/html", "<h1>Gateway</h1>"), whole, "<h1>Gateway</h1>", false},
		"an error":                 {assisttest.Status(502, "upstream"), whole, `"message":"upstream"`, false},
		"a key in an error":        {assisttest.BadKey(), whole, "provided: sk-test", false},
		"cut body":                 {assisttest.Text("Dear").Cut(), whole, `"choices"`, true},
		"cut stream":               {assisttest.Text("Dear").Cut(), streamed, `"Dear"`, true},
		"a stream without its end": {assisttest.Text("Dear").NotDone(), streamed, `"Dear"`, false},
		"huge":                     {assisttest.Huge(1 << 20), whole, "spam spam", false},
	} {
		t.Run(name, func(t *testing.T) {
			s.Then(test.answer)
			_, body, err := ask(t.Context(), t, s, test.asked)
			if !strings.Contains(body, test.want) {
				t.Errorf("no %s in %.300s", test.want, body)
			}
			if (err != nil) != test.cut {
				t.Errorf("error %v", err)
			}
			if strings.Contains(body, "[DONE]") && (test.cut || strings.Contains(name, "without its end")) {
				t.Errorf("the stream says that it is complete: %s", body)
			}
		})
	}
}

// A held answer does not outlive its client.
func TestHeld(t *testing.T) {
	s := assisttest.New(t, assisttest.Text("late").Held(make(chan struct{})))
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan error)
	go func() {
		_, _, err := ask(ctx, t, s, whole)
		over <- err
	}()
	s.Await(t.Context(), 1)
	cancel()
	if err := <-over; err == nil {
		t.Error("answered")
	}
	s.AwaitEnded(t.Context(), 1)
}

// An endless stream ends with its client.
func TestEndless(t *testing.T) {
	s := assisttest.New(t, assisttest.Endless("spam "))
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/chat/completions", strings.NewReader(streamed))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.CopyN(io.Discard, answer.Body, 1<<20); err != nil {
		t.Fatal(err)
	}
	cancel()
	s.AwaitEnded(t.Context(), 1)
}
