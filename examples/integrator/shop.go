package main

import (
	"net/url"
	"strings"
	"sync"
	"time"
)

// shop is the system that is integrated: its customers, their messages, and which
// changes by agents it allows.
type shop struct {
	mu        sync.Mutex
	customers map[string]customer  // by external id
	messages  map[string][]message // by conversation
}

type customer struct {
	Name      string `json:"name,omitempty"`
	Email     string `json:"email,omitempty"`
	AvatarURL string `json:"avatarUrl,omitempty"`
}

func newShop() *shop {
	return &shop{customers: map[string]customer{}, messages: map[string][]message{}}
}

func (s *shop) addCustomer(externalID string, c customer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.customers[externalID] = c
}

func (s *shop) addMessage(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages[m.ConversationID] = append(s.messages[m.ConversationID], m)
}

// mayChange reports whether agents may resolve, close or reopen a conversation;
// reason is shown to the agent if not.
func (s *shop) mayChange(conversation string) (allowed bool, reason string) {
	if strings.HasPrefix(conversation, "vip-") {
		return false, "The account manager of this customer has to agree first."
	}
	return true, ""
}

// freshURL returns a URL of a file that is valid for ten minutes. A real system would
// sign it.
func (s *shop) freshURL(ref string) (fresh string, expires time.Time, ok bool) {
	u, err := url.Parse(ref)
	if err != nil || u.Host == "" {
		return "", time.Time{}, false
	}
	expires = time.Now().Add(10 * time.Minute).UTC().Truncate(time.Millisecond)
	query := u.Query()
	query.Set("until", expires.Format("150405"))
	u.RawQuery = query.Encode()
	return u.String(), expires, true
}

// answer returns the answer to a back request; nil if the shop has none.
func (s *shop) answer(q incoming) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.messages[q.ConversationID]
	customer, isCustomer := s.customers[q.Contact.ExternalID]
	switch {
	case q.Type == "query.contact.avatar" && isCustomer:
		return map[string]any{"avatarUrl": customer.AvatarURL}
	case q.Type == "query.contact.info" && isCustomer:
		return customer
	case q.Type == "query.message.content":
		// Without a messageId it asks for the newest.
		for i := len(known) - 1; i >= 0; i-- {
			if q.MessageID == "" || q.MessageID == known[i].MessageID {
				return map[string]any{"content": known[i].Content, "contentType": known[i].ContentType}
			}
		}
	case q.Type == "query.conversation.metadata" && len(known) > 0:
		return map[string]any{"subject": "Order 1042", "tags": []string{"order"}, "priority": "normal", "fields": map[string]any{}}
	}
	return nil
}
