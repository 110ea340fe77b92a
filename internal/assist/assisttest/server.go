// Package assisttest is an OpenAI-compatible server that answers by a script: what a model says, and what goes wrong on the
// way to it.
//
//	provider := assisttest.New(t, assisttest.TooMany(2), assisttest.Text("Dear Ms Kim, …"))
//	// … point the AI settings at provider.URL, call the operation …
//	sent := provider.Requests()[1].Messages
//
// An answer is the same whether the request asks for a stream or not. Nothing here waits for a time: an answer is held by a
// channel, and a test waits for requests with Await.
package assisttest

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Server is a scripted provider. It ends with the test.
type Server struct {
	// URL is the base URL, as the AI settings have it: "/chat/completions" is appended.
	URL string

	tb     testing.TB
	server *httptest.Server

	mu       sync.Mutex
	script   []Answer
	answer   func(Request) Answer
	requests []Request
	arrived  chan struct{} // closed and replaced whenever a request arrives or ends
	ended    int
}

// New starts a server that gives these answers in this order. A request that the script has no answer for fails the test,
// unless Always or By says how it is answered.
func New(tb testing.TB, script ...Answer) *Server {
	tb.Helper()
	s := &Server{tb: tb, script: script, arrived: make(chan struct{})}
	s.server = httptest.NewServer(s)
	s.URL = s.server.URL + "/v1"
	tb.Cleanup(s.server.Close)
	return s
}

// Then adds answers to the end of the script.
func (s *Server) Then(more ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, more...)
}

// Always gives this answer to every request that comes after the script.
func (s *Server) Always(a Answer) { s.By(func(Request) Answer { return a }) }

// By answers every request that comes after the script by what it asks.
func (s *Server) By(answer func(Request) Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// Stop closes the server at once: it is unreachable afterwards.
func (s *Server) Stop() {
	s.server.CloseClientConnections()
	s.server.Close()
}

// Requests are the requests for completions that have arrived so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Await waits until n requests have arrived in all and returns them.
func (s *Server) Await(ctx context.Context, n int) []Request {
	s.tb.Helper()
	s.await(ctx, func() bool { return len(s.requests) >= n })
	return s.Requests()
}

// AwaitEnded waits until n requests are over: answered, or given up by their client.
func (s *Server) AwaitEnded(ctx context.Context, n int) {
	s.tb.Helper()
	s.await(ctx, func() bool { return s.ended >= n })
}

func (s *Server) await(ctx context.Context, met func() bool) {
	s.tb.Helper()
	for {
		s.mu.Lock()
		done, arrived := met(), s.arrived
		s.mu.Unlock()
		if done {
			return
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			s.tb.Fatalf("waiting for a request to the provider: %v", ctx.Err())
		}
	}
}

// Message is a message of a request, as a model reads it.
type Message struct{ Role, Content string }

// Request is a request for a completion.
type Request struct {
	Path   string
	Header http.Header
	// Body is what was sent, byte for byte.
	Body     []byte
	Model    string
	Messages []Message
	Stream   bool
	// Format is the type of the response format asked for, such as "json_object"; "" if none is.
	Format string
	usage  bool
}

// Key is the API key that the request came with.
func (r Request) Key() string { return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") }

// Text is all that the model reads.
func (r Request) Text() string {
	var all []string
	for _, m := range r.Messages {
		all = append(all, m.Content)
	}
	return strings.Join(all, "\n")
}

// System is what the model reads as instructions, User what it reads as input.
func (r Request) System() string { return r.by("system", "developer") }

// User is what the model reads as input.
func (r Request) User() string { return r.by("user") }

func (r Request) by(roles ...string) string {
	var all []string
	for _, m := range r.Messages {
		if slices.Contains(roles, m.Role) {
			all = append(all, m.Content)
		}
	}
	return strings.Join(all, "\n")
}

// ServeHTTP answers a request for a completion, and a request for the list of models.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/models") {
		writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []any{map[string]any{"id": "scripted", "object": "model"}}})
		return
	}
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		writeError(w, http.StatusNotFound, "unknown_url", "Unknown request URL: "+r.Method+" "+r.URL.Path)
		return
	}
	asked, err := read(r)
	if err != nil {
		s.tb.Errorf("the provider cannot read a request: %v", err)
		writeError(w, http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	answer, found := s.next(asked)
	defer s.end()
	if !found {
		s.tb.Errorf("the provider's script has no answer for request %d", len(s.Requests()))
		writeError(w, http.StatusInternalServerError, "server_error", "unscripted")
		return
	}
	answer.write(w, r, asked)
}

func (s *Server) next(asked Request) (Answer, bool) {
	s.mu.Lock()
	s.requests = append(s.requests, asked)
	s.wake()
	if len(s.script) > 0 {
		a := s.script[0]
		s.script = s.script[1:]
		s.mu.Unlock()
		return a, true
	}
	answer := s.answer
	s.mu.Unlock()
	if answer == nil {
		return Answer{}, false
	}
	return answer(asked), true
}

func (s *Server) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended++
	s.wake()
}

// wake is called under the lock.
func (s *Server) wake() {
	close(s.arrived)
	s.arrived = make(chan struct{})
}

func read(r *http.Request) (Request, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return Request{}, err
	}
	var parsed struct {
		Model    string
		Messages []struct {
			Role    string
			Content json.RawMessage
		}
		Stream        bool
		StreamOptions struct {
			IncludeUsage bool `json:"include_usage"`
		} `json:"stream_options"`
		ResponseFormat struct{ Type string } `json:"response_format"`
	}
	if err := json.Unmarshal(body, &parsed); err != nil {
		return Request{}, err
	}
	asked := Request{Path: r.URL.Path, Header: maps.Clone(r.Header), Body: body, Model: parsed.Model, Stream: parsed.Stream,
		Format: parsed.ResponseFormat.Type, usage: parsed.StreamOptions.IncludeUsage}
	for _, m := range parsed.Messages {
		content, err := text(m.Content)
		if err != nil {
			return Request{}, err
		}
		asked.Messages = append(asked.Messages, Message{Role: m.Role, Content: content})
	}
	return asked, nil
}

// text reads the content of a message: a string, or parts of which those of type "text" have one.
func text(content json.RawMessage) (string, error) {
	var whole string
	if json.Unmarshal(content, &whole) == nil {
		return whole, nil
	}
	var parts []struct{ Text string }
	if err := json.Unmarshal(content, &parts); err != nil {
		return "", err
	}
	var all strings.Builder
	for _, p := range parts {
		all.WriteString(p.Text)
	}
	return all.String(), nil
}
