package bench

import (
	"encoding/json"
	"testing"
)

// A body is JSON with the content that the mix generated.
func TestBodyIsTheMessageAsJSON(t *testing.T) {
	m := &mix{caller: 3, contacts: 50, newConversations: 50, repeats: 10}
	fresh := 0
	for number := range 300 {
		msg := m.request(number)
		var body struct {
			MessageID      string `json:"messageId"`
			ConversationID string `json:"conversationId"`
			From           struct {
				ExternalID, Name, Email string
			} `json:"from"`
			Content string `json:"content"`
			Subject string `json:"subject"`
		}
		if err := json.Unmarshal(m.appendBody(nil, msg), &body); err != nil {
			t.Fatalf("request %d: %v", number, err)
		}
		if body.MessageID != m.messageID(msg) || body.ConversationID != m.conversationID(msg) || body.Content != msg.content {
			t.Fatalf("request %d says %+v", number, body)
		}
		if body.From.ExternalID != m.contactID(msg) || body.From.Email != m.contactEmail(msg) || body.From.Name == "" {
			t.Errorf("request %d is from %+v", number, body.From)
		}
		if n := len(body.Content); n < minContent || n > maxContent {
			t.Errorf("request %d has %d bytes of content", number, n)
		}
		if msg.fresh != (body.Subject != "") {
			t.Errorf("request %d begins a conversation: %t, subject %q", number, msg.fresh, body.Subject)
		}
		if msg.fresh {
			fresh++
		}
	}
	if fresh < 100 || fresh > 200 {
		t.Errorf("%d of 300 begin a conversation, expected about half", fresh)
	}
}

// New contacts write first messages alone, and each has an id of its own.
func TestNewContacts(t *testing.T) {
	m := &mix{run: "x", caller: 3, contacts: 5, newConversations: 50, newContacts: 40, repeats: 10}
	seen := make(map[string]bool)
	for number := range 500 {
		msg := m.request(number)
		if msg.contact >= 0 || msg.repeat {
			continue
		}
		if id := m.contactID(msg); !msg.fresh || seen[id] {
			t.Errorf("request %d is from %s: %+v", number, id, msg)
		} else {
			seen[id] = true
		}
	}
	if len(seen) < 50 || len(seen) > 150 {
		t.Errorf("%d of 500 are from new contacts, expected about 90", len(seen))
	}
}

// A repeat is byte for byte an earlier request.
func TestRepeatIsIdentical(t *testing.T) {
	m := &mix{caller: 1, contacts: 1000, newConversations: 20, repeats: 30}
	first := make(map[int]string)
	repeats := 0
	for number := range 1000 {
		msg := m.request(number)
		body := string(m.appendBody(nil, msg))
		if !msg.repeat {
			if msg.number != number {
				t.Fatalf("request %d says it is %d", number, msg.number)
			}
			first[number] = body
			continue
		}
		repeats++
		if first[msg.number] != body {
			t.Fatalf("request %d repeats %d with another body", number, msg.number)
		}
	}
	if repeats < 240 || repeats > 360 {
		t.Errorf("%d of 1000 are repeats, expected about 300", repeats)
	}
}

func TestMessageID(t *testing.T) {
	m := &mix{caller: 12}
	caller, number, ok := parseMessageID(m.messageID(message{number: 345}))
	if caller != 12 || number != 345 || !ok {
		t.Errorf("got %d, %d, %t", caller, number, ok)
	}
	for _, id := range []string{"seed-1", "bench-", "bench-1", "bench-x-1", ""} {
		if _, _, ok := parseMessageID(id); ok {
			t.Errorf("%q was taken for one of the run's", id)
		}
	}
}
