package svcx

// The most items of one import (R 8).
const (
	MaxImportConversations = 100
	MaxImportMessages      = 500
)

// Import is what one request brings in: the items that could be read, and what
// is wrong with the others (R 4.7).
type Import[T any] struct {
	Channel ChannelID
	Items   []T
	// Total counts all items that were given, Invalid those left out.
	Total   int
	Invalid []ImportDetail
}

// ImportConversation is a conversation that existed elsewhere. Index is its
// place in the request.
type ImportConversation struct {
	Index      int
	ExternalID string
	Subject    string
	Status     Status
	Contact    ImportContact
	CreatedAt  *Time
	ResolvedAt *Time
}

// ImportContact is its customer.
type ImportContact struct {
	ExternalID, Name, Email, AvatarURL string
}

// ImportMessage is a message likewise. ExternalID "" is none: such a message
// is imported again on a repeat (decisions 5).
type ImportMessage struct {
	Index                  int
	ConversationExternalID string
	ExternalID             string
	Content                string
	AuthorType             AuthorType
	AuthorName             string
	SentAt                 *Time
}

// ImportDetail says what is wrong with an item, or what was left out of it.
type ImportDetail struct {
	Index          int
	Field, Message string
}

// ImportResult counts what became of the items: Imported, Skipped (there
// already) and Errors are Total together. Details tell of the errors, and of
// what was left out of imported items.
type ImportResult struct {
	Imported, Skipped, Errors, Total int
	Details                          []ImportDetail
}
