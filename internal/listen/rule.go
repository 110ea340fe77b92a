package listen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"sync"
	"time"

	"svcx"
	"svcx/client"
)

// Rule is how some calls are answered. Of several the first that applies counts.
type Rule struct {
	// On is the type of the calls, as message.created or query.*; "" is all.
	On string `json:"on"`
	// ConversationID is that of the calls, where * is anything; "" is all.
	ConversationID string `json:"conversationId"`
	// Times is how often the rule applies; 0 is always.
	Times int `json:"times"`
	// Delay is how long the answer takes.
	Delay Duration `json:"delay"`
	// Status is 200 with a body and 204 without one, unless it is given.
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
	// Drop closes the connection without an answer.
	Drop bool `json:"drop"`
}

// Veto refuses every change of a status.
func Veto(reason string) (Rule, error) {
	body, err := json.Marshal(client.Decision{Allowed: false, Reason: reason})
	return Rule{On: svcx.CallConfirm, Body: body}, err
}

// Events answers every event with a status (0 is 204) after a time.
func Events(status int, delay time.Duration) (all []Rule) {
	for _, t := range svcx.EventTypes {
		all = append(all, Rule{On: string(t), Status: status, Delay: Duration(delay)})
	}
	return all
}

// Duration is written as 1m30s.
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := time.ParseDuration(string(text))
	if err == nil && parsed < 0 {
		err = errors.New("a delay cannot be negative")
	}
	*d = Duration(parsed)
	return err
}

// ReadRules reads a script: a JSON array of rules.
func ReadRules(r io.Reader) ([]Rule, error) {
	text, err := io.ReadAll(io.LimitReader(r, 16<<20))
	if err != nil {
		return nil, err
	}
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return nil, fmt.Errorf("the script must be a JSON array of rules: %w", err)
	}
	rules := make([]Rule, len(items))
	for i, item := range items {
		decoder := json.NewDecoder(bytes.NewReader(item))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&rules[i]); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
		if err := rules[i].check(); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
	}
	return rules, nil
}

func (r *Rule) check() error {
	for name, pattern := range map[string]string{"on": r.On, "conversationId": r.ConversationID} {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("%s is no pattern: %w", name, err)
		}
	}
	if r.Status != 0 && (r.Status < 200 || r.Status > 599) {
		return errors.New("status must be 200 to 599")
	}
	if r.Times < 0 {
		return errors.New("times cannot be negative")
	}
	return nil
}

// script chooses the rule for a call.
type script struct {
	mu    sync.Mutex
	rules []Rule
	used  []int
}

func newScript(rules []Rule) *script { return &script{rules: rules, used: make([]int, len(rules))} }

func (s *script) rule(kind, conversation string) *Rule {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.rules {
		r := &s.rules[i]
		if matches(r.On, kind) && matches(r.ConversationID, conversation) && (r.Times == 0 || s.used[i] < r.Times) {
			s.used[i]++
			return r
		}
	}
	return nil
}

func matches(pattern, s string) bool {
	is, err := path.Match(pattern, s)
	return pattern == "" || pattern == "*" || err == nil && is
}

// answer is what a call is answered with.
type answer struct {
	status int
	header http.Header
	body   []byte
	delay  time.Duration
	drop   bool
}

func (r *Rule) answer() answer {
	a := answer{status: r.Status, header: http.Header{}, body: r.Body, delay: time.Duration(r.Delay), drop: r.Drop}
	for name, value := range r.Headers {
		a.header.Set(name, value)
	}
	if len(a.body) > 0 && a.header.Get("Content-Type") == "" {
		a.header.Set("Content-Type", "application/json")
	}
	if a.status == 0 {
		a.status = http.StatusNoContent
		if len(a.body) > 0 {
			a.status = http.StatusOK
		}
	}
	return a
}
