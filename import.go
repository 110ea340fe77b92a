package svcx

// The maximum numbers of items in an import (R 8).
const (
	MaxImportConversations = 100
	MaxImportMessages      = 500
)

// Import is an import request: the valid items, and what is wrong with the others
// (R 4.7).
type Import[T any] struct {
	Channel ChannelID
	Items   []T
	// Total counts all items of the request. Invalid lists those that are not in
	// Items.
	Total   int
	Invalid []ImportDetail
}

// ImportConversation is a conversation to import. Index is its position in the
// request.
type ImportConversation struct {
	Index      int
	ExternalID string
	Subject    string
	Status     Status
	Contact    ImportContact
	CreatedAt  *Time
	ResolvedAt *Time
}

// ImportContact is the customer of an imported conversation.
type ImportContact struct {
	ExternalID, Name, Email, AvatarURL string
}

// ImportMessage is a message to import. A message without an ExternalID is imported
// again if the request is repeated (D 5).
type ImportMessage struct {
	Index                  int
	ConversationExternalID string
	ExternalID             string
	Content                string
	AuthorType             AuthorType
	AuthorName             string
	SentAt                 *Time
}

// ImportDetail describes an error in an item, or what was left out of it.
type ImportDetail struct {
	Index          int
	Field, Message string
}

// ImportResult counts the items: Imported, Skipped (which already exist) and Errors
// add up to Total. Details describe the errors and what was left out of imported
// items.
type ImportResult struct {
	Imported, Skipped, Errors, Total int
	Details                          []ImportDetail
}
