// Package clienta has the operations of the REST API v1 for workspaces with form A of the
// contract, in which ids are strings. Package client says how calls are repeated and what
// their errors are.
package clienta

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"

	"svcx/client"
)

// Client makes the calls. What it has no method for, its API can call.
type Client struct{ API *client.API }

// New returns the client of a workspace, named by its slug, at a server's address. key is an
// API key with the scopes that the calls need.
func New(baseURL, workspace, key string, options ...client.Option) *Client {
	return &Client{client.NewAPI(baseURL, workspace, key, options...)}
}

// The statuses of conversations.
const (
	StatusOpen     = "open"
	StatusResolved = "resolved"
	StatusClosed   = "closed"
)

// Conversation is a thread with a customer. What is null in the API is empty here.
type Conversation struct {
	ID         string `json:"id"`
	Subject    string `json:"subject"`
	Status     string `json:"status"`
	AssignedTo string `json:"assignedTo"`
	ContactID  string `json:"contactId"`
	// ChannelType is custom or api.
	ChannelType            string    `json:"channelType"`
	ExternalConversationID string    `json:"externalConversationId"`
	CreatedAt              time.Time `json:"createdAt"`
	UpdatedAt              time.Time `json:"updatedAt"`
}

// ConversationFilter selects conversations; what is empty selects all.
type ConversationFilter struct {
	Status string
	// AssignedTo is a member's id, or none for conversations that nobody has.
	AssignedTo             string
	ExternalConversationID string
	ChannelID              string
	ContactID              string
	CategoryID             string
	// UpdatedSince selects those with activity at this time or later.
	UpdatedSince time.Time
}

func (f ConversationFilter) query() url.Values {
	q := url.Values{}
	for name, value := range map[string]string{
		"status": f.Status, "assignedTo": f.AssignedTo, "externalConversationId": f.ExternalConversationID,
		"channelId": f.ChannelID, "contactId": f.ContactID, "categoryId": f.CategoryID,
	} {
		if value != "" {
			q.Set(name, value)
		}
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
func (c *Client) Conversation(ctx context.Context, id string) (Conversation, error) {
	return client.Data[Conversation](ctx, c.API, http.MethodGet, path("conversations", id), nil)
}

// NewConversation is a conversation to create; only Subject is required.
type NewConversation struct {
	Subject    string `json:"subject"`
	ContactID  string `json:"contactId,omitempty"`
	AssignedTo string `json:"assignedTo,omitempty"`
	// ChannelType is api (the default) or custom.
	ChannelType string `json:"channelType,omitempty"`
}

// CreateConversation creates an open conversation.
func (c *Client) CreateConversation(ctx context.Context, n NewConversation) (Conversation, error) {
	return client.Data[Conversation](ctx, c.API, http.MethodPost, "/conversations", n)
}

// ConversationChange changes a conversation; what is left out stays.
type ConversationChange struct {
	Subject    client.Optional[string] `json:"subject,omitzero"`
	AssignedTo client.Optional[string] `json:"assignedTo,omitzero"`
}

// ConversationPatched is what a change answers with.
type ConversationPatched struct {
	ID         string    `json:"id"`
	Subject    string    `json:"subject"`
	Status     string    `json:"status"`
	AssignedTo string    `json:"assignedTo"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

// UpdateConversation changes the subject and who has the conversation.
func (c *Client) UpdateConversation(ctx context.Context, id string, change ConversationChange) (ConversationPatched, error) {
	return client.Data[ConversationPatched](ctx, c.API, http.MethodPatch, path("conversations", id), change)
}

// ConversationStatus is a conversation's status after a change of it.
type ConversationStatus struct {
	ID        string    `json:"id"`
	Status    string    `json:"status"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Resolve resolves a conversation.
func (c *Client) Resolve(ctx context.Context, id string) (ConversationStatus, error) {
	return client.Data[ConversationStatus](ctx, c.API, http.MethodPost, path("conversations", id, "resolve"), nil)
}

// Close closes a conversation.
func (c *Client) Close(ctx context.Context, id string) (ConversationStatus, error) {
	return client.Data[ConversationStatus](ctx, c.API, http.MethodPost, path("conversations", id, "close"), nil)
}

// Reopen opens a conversation again.
func (c *Client) Reopen(ctx context.Context, id string) (ConversationStatus, error) {
	return client.Data[ConversationStatus](ctx, c.API, http.MethodPost, path("conversations", id, "reopen"), nil)
}

// Message is a message of a conversation.
type Message struct {
	ID             string `json:"id"`
	ConversationID string `json:"conversationId"`
	// Role is customer or agent.
	Role        string              `json:"role"`
	Content     string              `json:"content"`
	ContentType string              `json:"contentType"`
	SentAt      time.Time           `json:"sentAt"`
	Attachment  *client.Attachment  `json:"attachment"`
	Attachments []client.Attachment `json:"attachments"`
	ExternalID  string              `json:"externalId"`
}

// Messages lists the messages of a conversation, oldest first.
func (c *Client) Messages(ctx context.Context, conversation string) iter.Seq2[Message, error] {
	return client.Pages[Message](ctx, c.API, path("conversations", conversation, "messages"), nil)
}

// NewMessage is a reply to send; only Content is required.
type NewMessage struct {
	Content string `json:"content"`
	// ContentType is text (the default) or html.
	ContentType string             `json:"contentType,omitempty"`
	Attachment  *client.Attachment `json:"attachment,omitempty"`
	Author      *Author            `json:"author,omitempty"`
}

// Author is who the inbox shows as a reply's author. Name is required.
type Author struct {
	Name       string `json:"name"`
	Email      string `json:"email,omitempty"`
	ExternalID string `json:"externalId,omitempty"`
}

// SendMessage sends a reply to the customer.
func (c *Client) SendMessage(ctx context.Context, conversation string, m NewMessage) (Message, error) {
	return client.Data[Message](ctx, c.API, http.MethodPost, path("conversations", conversation, "messages"), m)
}

// Contact is a person.
type Contact struct {
	ID         string    `json:"id"`
	ExternalID string    `json:"externalId"`
	Name       string    `json:"name"`
	Email      string    `json:"email"`
	CreatedAt  time.Time `json:"createdAt"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

// Contacts lists contacts, newest first; search, if it is not empty, holds words that a
// contact's name, address or external id begins with.
func (c *Client) Contacts(ctx context.Context, search string) iter.Seq2[Contact, error] {
	q := url.Values{}
	if search != "" {
		q.Set("search", search)
	}
	return client.Pages[Contact](ctx, c.API, "/contacts", q)
}

// Contact reads a contact.
func (c *Client) Contact(ctx context.Context, id string) (Contact, error) {
	return client.Data[Contact](ctx, c.API, http.MethodGet, path("contacts", id), nil)
}

// NewContact is a contact to create; all of it is optional.
type NewContact struct {
	ExternalID string `json:"externalId,omitempty"`
	Name       string `json:"name,omitempty"`
	Email      string `json:"email,omitempty"`
}

// CreateContact creates a contact.
func (c *Client) CreateContact(ctx context.Context, n NewContact) (Contact, error) {
	return client.Data[Contact](ctx, c.API, http.MethodPost, "/contacts", n)
}

// ContactChange changes a contact; what is left out stays.
type ContactChange struct {
	Name  client.Optional[string] `json:"name,omitzero"`
	Email client.Optional[string] `json:"email,omitzero"`
}

// UpdateContact changes a contact.
func (c *Client) UpdateContact(ctx context.Context, id string, change ContactChange) (Contact, error) {
	return client.Data[Contact](ctx, c.API, http.MethodPatch, path("contacts", id), change)
}

// Rating is a customer's rating of a conversation.
type Rating struct {
	ID             string    `json:"id"`
	ConversationID string    `json:"conversationId"`
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
func (c *Client) Rate(ctx context.Context, conversation string, r NewRating) (Rating, error) {
	return client.Data[Rating](ctx, c.API, http.MethodPost, path("conversations", conversation, "rate"), r)
}

// path joins the elements of a path, whose ids are the caller's.
func path(elements ...string) (joined string) {
	for _, e := range elements {
		joined += "/" + url.PathEscape(e)
	}
	return joined
}
