package client

import (
	"encoding/json"
	"time"
)

// The calls that are no events.
const (
	CallPing                 = "ping"
	CallConfirm              = "intent.confirm"
	CallContent              = "content.resolve"
	QueryContactAvatar       = "query.contact.avatar"
	QueryContactInfo         = "query.contact.info"
	QueryMessageContent      = "query.message.content"
	QueryConversationDetails = "query.conversation.metadata"
)

// Confirmation asks whether an agent may change a conversation's status.
type Confirmation struct {
	// Intent is conversation.resolve, conversation.close or conversation.reopen.
	Intent         string    `json:"intent"`
	ConversationID string    `json:"conversationId"`
	Timestamp      time.Time `json:"timestamp"`
}

// Decision is the answer. Reason is what the agent reads when it is a no.
type Decision struct {
	Allowed bool   `json:"allowed"`
	Reason  string `json:"reason,omitempty"`
}

// ContentRequest asks for fresh addresses of media.
type ContentRequest struct {
	Refs           []string `json:"refs"`
	ConversationID string   `json:"conversationId"`
}

// FreshURL is where the content of a ref is until a time.
type FreshURL struct {
	Ref       string    `json:"ref"`
	URL       string    `json:"url"`
	ExpiresAt time.Time `json:"expiresAt,omitzero"`
}

// Query is a back request: svcx asks for what it does not know.
type Query struct {
	// Type is one of QueryContactAvatar, QueryContactInfo, QueryMessageContent and
	// QueryConversationDetails.
	Type           string    `json:"type"`
	RequestID      string    `json:"requestId"`
	ConversationID string    `json:"conversationId"`
	Timestamp      time.Time `json:"timestamp"`
	Contact        struct {
		ExternalID string `json:"externalId"`
		Email      string `json:"email"`
	} `json:"contact"`
	// MessageID is the integrator's own id of the message, for QueryMessageContent.
	MessageID string          `json:"messageId"`
	Data      json.RawMessage `json:"data"`
}

// Known is the answer to a Query; what is empty is not known. What belongs to the query's
// type counts: AvatarURL; Name, Email and AvatarURL; Content and ContentType; Subject,
// Fields, Tags and Priority.
type Known struct {
	AvatarURL   string         `json:"avatarUrl,omitempty"`
	Name        string         `json:"name,omitempty"`
	Email       string         `json:"email,omitempty"`
	Content     string         `json:"content,omitempty"`
	ContentType string         `json:"contentType,omitempty"`
	Subject     string         `json:"subject,omitempty"`
	Fields      map[string]any `json:"fields,omitempty"`
	Tags        []string       `json:"tags,omitempty"`
	Priority    string         `json:"priority,omitempty"`
}
