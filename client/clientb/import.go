package clientb

import (
	"context"
	"net/http"
	"time"

	"svcx/client"
)

// ImportedConversation is a conversation of another system. An ExternalID that the channel
// has already is skipped.
type ImportedConversation struct {
	ExternalID string          `json:"externalId"`
	Subject    string          `json:"subject,omitempty"`
	Status     string          `json:"status,omitempty"`
	Contact    ImportedContact `json:"contact"`
	CreatedAt  time.Time       `json:"createdAt,omitzero"`
	ResolvedAt time.Time       `json:"resolvedAt,omitzero"`
}

// ImportedContact is the customer of an imported conversation.
type ImportedContact struct {
	ExternalID string `json:"externalId"`
	Name       string `json:"name,omitempty"`
	Email      string `json:"email,omitempty"`
	AvatarURL  string `json:"avatarUrl,omitempty"`
}

// ImportedMessage is a message of another system. An ExternalID that the channel has already
// is skipped; without one, the message is imported again when the import is repeated.
type ImportedMessage struct {
	ConversationExternalID string `json:"conversationExternalId"`
	ExternalID             string `json:"externalId,omitempty"`
	Content                string `json:"content"`
	// AuthorType is customer (the default), agent, bot, api or system.
	AuthorType string    `json:"authorType,omitempty"`
	AuthorName string    `json:"authorName,omitempty"`
	SentAt     time.Time `json:"sentAt,omitzero"`
}

// ImportResult says what became of the items. Details describe errors, and what was left
// out of an item that was imported.
type ImportResult struct {
	Imported int            `json:"imported"`
	Skipped  int            `json:"skipped"`
	Errors   int            `json:"errors"`
	Total    int            `json:"total"`
	Details  []ImportDetail `json:"details"`
}

// ImportDetail is about a member of the item at an index.
type ImportDetail struct {
	Index   int    `json:"index"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

// ImportConversations imports up to 100 conversations. It sends no events.
func (c *Client) ImportConversations(ctx context.Context, channel int64, items []ImportedConversation) (ImportResult, error) {
	return client.Data[ImportResult](ctx, c.API, http.MethodPost, "/import/conversations", map[string]any{"channelId": channel, "conversations": items})
}

// ImportMessages imports up to 500 messages. It sends no events.
func (c *Client) ImportMessages(ctx context.Context, channel int64, items []ImportedMessage) (ImportResult, error) {
	return client.Data[ImportResult](ctx, c.API, http.MethodPost, "/import/messages", map[string]any{"channelId": channel, "messages": items})
}
