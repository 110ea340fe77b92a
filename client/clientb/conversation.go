package clientb

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"svcx/client"
)

// The statuses of conversations.
const (
	StatusOpen     = "open"
	StatusResolved = "resolved"
	StatusClosed   = "closed"
)

// Conversation is a thread with a customer. What is null in the API is zero here.
type Conversation struct {
	ID                     int64  `json:"id"`
	Subject                string `json:"subject"`
	Status                 string `json:"status"`
	AssignedTo             int64  `json:"assignedTo"`
	ContactID              int64  `json:"contactId"`
	ChannelID              int64  `json:"channelId"`
	ExternalConversationID string `json:"externalConversationId"`
	CategoryID             int64  `json:"categoryId"`
	// Priority is low, normal, high, urgent or "".
	Priority      string    `json:"priority"`
	Tags          []string  `json:"tags"`
	LastMessageAt time.Time `json:"lastMessageAt"`
	ResolvedAt    time.Time `json:"resolvedAt"`
	CreatedAt     time.Time `json:"createdAt"`
	UpdatedAt     time.Time `json:"updatedAt"`
}

// ConversationFilter selects conversations; what is zero selects all.
type ConversationFilter struct {
	Status string
	// AssignedTo is a member's id; Unassigned selects conversations that nobody has.
	AssignedTo             int64
	Unassigned             bool
	ExternalConversationID string
	ChannelID              int64
	ContactID              int64
	CategoryID             int64
	// UpdatedSince selects those with activity at this time or later.
	UpdatedSince time.Time
}

func (f ConversationFilter) query() url.Values {
	q := url.Values{}
	for name, id := range map[string]int64{"assignedTo": f.AssignedTo, "channelId": f.ChannelID, "contactId": f.ContactID, "categoryId": f.CategoryID} {
		if id != 0 {
			q.Set(name, strconv.FormatInt(id, 10))
		}
	}
	for name, value := range map[string]string{"status": f.Status, "externalConversationId": f.ExternalConversationID} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if f.Unassigned {
		q.Set("assignedTo", "none")
	}
	if !f.UpdatedSince.IsZero() {
		q.Set("updatedSince", f.UpdatedSince.UTC().Format(time.RFC3339Nano))
	}
	return q
}

// Conversations lists conversations, those with the latest activity first.
func (c *Client) Conversations(ctx context.Context, f ConversationFilter) iter.Seq2[Conversation, error] {
	return client.Pages[Conversation](ctx, c.API, "/conversations", f.query())
}

// Conversation reads a conversation.
func (c *Client) Conversation(ctx context.Context, id int64) (Conversation, error) {
	return client.Data[Conversation](ctx, c.API, http.MethodGet, path("conversations", id), nil)
}

// NewConversation is a conversation to create; only Subject is required.
type NewConversation struct {
	Subject    string `json:"subject"`
	ContactID  int64  `json:"contactId,omitempty"`
	AssignedTo int64  `json:"assignedTo,omitempty"`
	ChannelID  int64  `json:"channelId,omitempty"`
}

// CreateConversation creates an open conversation.
func (c *Client) CreateConversation(ctx context.Context, n NewConversation) (Conversation, error) {
	return client.Data[Conversation](ctx, c.API, http.MethodPost, "/conversations", n)
}

// ConversationStatus is a conversation's status after a change of it.
type ConversationStatus struct {
	ID        int64     `json:"id"`
	Status    string    `json:"status"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Resolve resolves a conversation.
func (c *Client) Resolve(ctx context.Context, id int64) (ConversationStatus, error) {
	return client.Data[ConversationStatus](ctx, c.API, http.MethodPost, path("conversations", id, "resolve"), nil)
}

// Close closes a conversation.
func (c *Client) Close(ctx context.Context, id int64) (ConversationStatus, error) {
	return client.Data[ConversationStatus](ctx, c.API, http.MethodPost, path("conversations", id, "close"), nil)
}

// Reopen opens a conversation again.
func (c *Client) Reopen(ctx context.Context, id int64) (ConversationStatus, error) {
	return client.Data[ConversationStatus](ctx, c.API, http.MethodPost, path("conversations", id, "reopen"), nil)
}

// Participant is somebody who takes part in a conversation. The contact is the first, with
// the role primary and no id of its own.
type Participant struct {
	ID             int64     `json:"id"`
	ConversationID int64     `json:"conversationId"`
	ContactID      int64     `json:"contactId"`
	Name           string    `json:"name"`
	Email          string    `json:"email"`
	ExternalID     string    `json:"externalId"`
	Role           string    `json:"role"`
	AddedAt        time.Time `json:"addedAt"`
}

// Participants lists who takes part in a conversation.
func (c *Client) Participants(ctx context.Context, conversation int64) iter.Seq2[Participant, error] {
	return client.OffsetPages[Participant](ctx, c.API, path("conversations", conversation, "participants"), nil)
}

// AddParticipant adds somebody to a conversation, which has at most 20.
func (c *Client) AddParticipant(ctx context.Context, conversation int64, p client.Participant) (Participant, error) {
	return client.Data[Participant](ctx, c.API, http.MethodPost, path("conversations", conversation, "participants"), p)
}

// Rating is a customer's rating of a conversation.
type Rating struct {
	ID             int64     `json:"id"`
	ConversationID int64     `json:"conversationId"`
	Rating         int       `json:"rating"`
	Comment        string    `json:"comment"`
	RatedBy        string    `json:"ratedBy"`
	CreatedAt      time.Time `json:"createdAt"`
}

// NewRating is a rating of 1 to 5.
type NewRating struct {
	Rating  int    `json:"rating"`
	Comment string `json:"comment,omitempty"`
	RatedBy string `json:"ratedBy,omitempty"`
}

// Rate rates a conversation; a rating that it had is replaced.
func (c *Client) Rate(ctx context.Context, conversation int64, r NewRating) (Rating, error) {
	return client.Data[Rating](ctx, c.API, http.MethodPost, path("conversations", conversation, "rate"), r)
}

// Rating reads a conversation's rating. An unrated one is an error: see client.IsNotFound.
func (c *Client) Rating(ctx context.Context, conversation int64) (Rating, error) {
	return client.Data[Rating](ctx, c.API, http.MethodGet, path("conversations", conversation, "rating"), nil)
}
