package clientb

import (
	"context"
	"iter"
	"net/http"
	"time"

	"svcx/client"
)

// Message is a message of a conversation.
type Message struct {
	ID             int64 `json:"id"`
	ConversationID int64 `json:"conversationId"`
	// AuthorType is customer, agent or bot; of imported messages also api or system.
	AuthorType  string `json:"authorType"`
	AuthorName  string `json:"authorName"`
	Content     string `json:"content"`
	ContentType string `json:"contentType"`
	// AI says that the content is GitHub Flavored Markdown.
	AI          bool                `json:"ai"`
	CreatedAt   time.Time           `json:"createdAt"`
	ExternalID  string              `json:"externalId"`
	EditedAt    time.Time           `json:"editedAt"`
	EditCount   int                 `json:"editCount"`
	ReadAt      time.Time           `json:"readAt"`
	Attachment  *client.Attachment  `json:"attachment"`
	Attachments []client.Attachment `json:"attachments"`
}

// Messages lists the messages of a conversation, oldest first.
func (c *Client) Messages(ctx context.Context, conversation int64) iter.Seq2[Message, error] {
	return client.Pages[Message](ctx, c.API, path("conversations", conversation, "messages"), nil)
}

// NewMessage is a reply to send; only Content is required.
type NewMessage struct {
	Content string `json:"content"`
	// ContentType is text (the default) or html.
	ContentType string             `json:"contentType,omitempty"`
	Attachment  *client.Attachment `json:"attachment,omitempty"`
	// Author is shown as Agent if it is nil, as Staff if it has no name.
	Author *Author `json:"author,omitempty"`
	// AI shows the content as GitHub Flavored Markdown.
	AI bool `json:"ai,omitempty"`
}

// Author is who the inbox shows as a reply's author.
type Author struct {
	Name string `json:"name,omitempty"`
	// Type is staff (the default) or bot.
	Type       string `json:"type,omitempty"`
	Email      string `json:"email,omitempty"`
	ExternalID string `json:"externalId,omitempty"`
}

// SendMessage sends a reply to the customer.
func (c *Client) SendMessage(ctx context.Context, conversation int64, m NewMessage) (Message, error) {
	return client.Data[Message](ctx, c.API, http.MethodPost, path("conversations", conversation, "messages"), m)
}

// Edit is a new text of a message, with a reason for those who see its earlier versions.
type Edit struct {
	Content string `json:"content"`
	Reason  string `json:"reason,omitempty"`
}

// EditedMessage is a message after an edit.
type EditedMessage struct {
	ID        int64     `json:"id"`
	Content   string    `json:"content"`
	EditedAt  time.Time `json:"editedAt"`
	EditCount int       `json:"editCount"`
}

// EditMessage replaces a message's text.
func (c *Client) EditMessage(ctx context.Context, conversation, message int64, e Edit) (EditedMessage, error) {
	return client.Data[EditedMessage](ctx, c.API, http.MethodPatch, path("conversations", conversation)+path("messages", message), e)
}

// MessageRead is when the customer's side read a message; zero for a message of its own.
type MessageRead struct {
	ID     int64     `json:"id"`
	ReadAt time.Time `json:"readAt"`
}

// ReadMessage tells that the customer's side has read a message.
func (c *Client) ReadMessage(ctx context.Context, conversation, message int64) (MessageRead, error) {
	return client.Data[MessageRead](ctx, c.API, http.MethodPost, path("conversations", conversation)+path("messages", message, "read"), nil)
}

// ReadConversation tells that the customer's side has read all messages of a conversation,
// and returns since when.
func (c *Client) ReadConversation(ctx context.Context, conversation int64) (time.Time, error) {
	var out struct{ ReadAt time.Time }
	err := c.API.Do(ctx, http.MethodPost, path("conversations", conversation, "read"), nil, nil, &out)
	return out.ReadAt, err
}

// Typing tells that somebody begins or stops typing.
type Typing struct {
	Typing bool   `json:"typing"`
	Name   string `json:"name,omitempty"`
	// Role is customer (the default), staff or bot.
	Role string `json:"role,omitempty"`
}

// SetTyping shows agents that somebody types, for five seconds, which it returns the end of.
// The channel's setting typingIndicatorsEnabled must be on.
func (c *Client) SetTyping(ctx context.Context, conversation int64, t Typing) (time.Time, error) {
	var out struct{ ExpiresAt time.Time }
	err := c.API.Do(ctx, http.MethodPost, path("conversations", conversation, "typing"), nil, t, &out)
	return out.ExpiresAt, err
}

// ContentURL is a fresh address of media that a message refers to.
type ContentURL struct {
	Ref       string    `json:"ref"`
	URL       string    `json:"url"`
	ExpiresAt time.Time `json:"expiresAt,omitzero"`
}

// AcceptedContent are the addresses that were accepted.
type AcceptedContent struct {
	Accepted int          `json:"accepted"`
	URLs     []ContentURL `json:"urls"`
}

// PutContent provides fresh addresses of media, at most 50.
func (c *Client) PutContent(ctx context.Context, conversation int64, urls []ContentURL) (AcceptedContent, error) {
	return client.Data[AcceptedContent](ctx, c.API, http.MethodPost, path("conversations", conversation, "content"), map[string]any{"urls": urls})
}
