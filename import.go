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
	// Source is where ExternalID comes from, as for the sender of a message.
	Source ExternalIDSource
	// CreatedAt is when another product got to know them; if nil, the time of the import.
	CreatedAt *Time
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

// ImportThreads are conversations to import with their messages, or contacts, as svcx import
// reads them in an export of another product.
type ImportThreads struct {
	// Channel is 0 for one that does not exist yet, in a dry run.
	Channel  ChannelID
	Threads  []ImportThread
	Contacts []ImportContact
	// DryRun is set if nothing is to be written.
	DryRun bool
	// Known is set if most of it is expected to be there already: it is read before
	// anything is written.
	Known bool
	// Show is set if clients are to reload because of it, Audit if it is to be in the
	// audit log.
	Show, Audit bool
}

// ImportThread is a conversation with its messages. What is there already is skipped, each
// message for itself: of a conversation that exists only new messages are added, and a rating
// if it has none.
type ImportThread struct {
	ImportConversation
	// Continues is set if the conversation must exist: only its messages are known. Begun is
	// set if it would, in a dry run that had the first of them.
	Continues, Begun bool

	Category   *CategoryID
	Priority   Priority
	Tags       []string
	AssignedTo *UserID
	Fields     FieldInputs
	Rating     *ImportRating
	Messages   []ImportThreadMessage
}

// ImportRating is a rating that was given in another product.
type ImportRating struct {
	RatingDraft
	At Time
}

// ImportThreadMessage is a message or a note. Contact is the customer who wrote it, if that is
// not the conversation's contact.
type ImportThreadMessage struct {
	ExternalID  string
	Note        bool
	Author      Author
	Contact     *ImportContact
	Content     string
	ContentType ContentType
	Markdown    bool
	Attachments []Attachment
	SentAt      Time
}

// ImportedThreads is what became of ImportThreads, or would.
type ImportedThreads struct {
	Conversations, Messages, Notes, Ratings ImportTally
	// Contacts are those that were in Contacts, Fresh the external ids of all that were created.
	Contacts    ImportTally
	Fresh       []string
	FieldValues int
	// Details are what was refused and what was left out.
	Details []ImportThreadDetail
}

// ImportTally counts items: what was imported, what existed, what was refused.
type ImportTally struct{ Imported, Skipped, Errors int }

// ImportThreadDetail is about a conversation, or a contact, by its index, and about one of
// its messages, or -1. Refused is set if that was not imported.
type ImportThreadDetail struct {
	Index, Message int
	Field, Text    string
	Refused        bool
}
