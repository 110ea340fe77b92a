package client

import "time"

// Message is what a customer, a colleague or a bot wrote. Form B needs only Content (or
// Attachments); form A needs MessageID, ConversationID, From.ExternalID and Content, and has no
// From.Type, Participants, CategoryID and Fields.
type Message struct {
	// MessageID is the sender's own id. svcx takes each once, for ever, so that a message
	// may be sent again when it is not known whether it arrived. If it is empty, Send chooses one.
	MessageID string `json:"messageId,omitempty"`
	// ConversationID puts messages into a thread. If it is empty, the message opens one.
	ConversationID string `json:"conversationId,omitempty"`
	From           Sender `json:"from,omitzero"`
	Content        string `json:"content,omitempty"`
	// ContentType is text (the default) or html.
	ContentType string `json:"contentType,omitempty"`
	// Subject counts on the first message of a thread.
	Subject string `json:"subject,omitempty"`
	// SentAt is the time of receipt if it is zero.
	SentAt      time.Time    `json:"sentAt,omitzero"`
	Attachments []Attachment `json:"attachments,omitempty"`
	// Participants and CategoryID count when the conversation is created.
	Participants []Participant `json:"participants,omitempty"`
	CategoryID   int64         `json:"categoryId,omitempty"`
	// Fields are values of custom fields by their key: string, number, boolean, or nil to clear.
	Fields map[string]any `json:"fields,omitempty"`
}

// Sender is who wrote a message.
type Sender struct {
	ExternalID string `json:"externalId,omitempty"`
	Name       string `json:"name,omitempty"`
	Email      string `json:"email,omitempty"`
	// Type is customer (the default), staff or bot.
	Type string `json:"type,omitempty"`
}

// Attachment is a file by its https address.
type Attachment struct {
	URL      string `json:"url"`
	Filename string `json:"filename,omitempty"`
	MimeType string `json:"mimeType,omitempty"`
}

// Participant is somebody who takes part in a conversation besides the customer.
type Participant struct {
	Name       string `json:"name,omitempty"`
	Email      string `json:"email,omitempty"`
	ExternalID string `json:"externalId,omitempty"`
	// Role is cc or observer.
	Role string `json:"role"`
}

// The actions (form B).
const (
	ActionResolve      = "conversation.resolve"
	ActionClose        = "conversation.close"
	ActionReopen       = "conversation.reopen"
	ActionAssign       = "conversation.assign"
	ActionSubmitRating = "rating.submit"
)

// Action changes a conversation without a message (form B).
type Action struct {
	Action         string `json:"action"`
	ConversationID string `json:"conversationId"`
	// AssignedTo is the member of conversation.assign: Set(id), or Null[int64]() to unassign.
	AssignedTo Optional[int64] `json:"assignedTo,omitzero"`
	// Rating is 1 to 5, for rating.submit; Comment and RatedBy belong to it.
	Rating  int    `json:"rating,omitempty"`
	Comment string `json:"comment,omitempty"`
	RatedBy string `json:"ratedBy,omitempty"`
}

// The intents (form B).
const (
	IntentRequestRating = "rating.request"
	IntentUpdateInfo    = "updateinfo"
)

// Intent asks for a rating, or tells what has changed about a contact or a conversation
// (form B).
type Intent struct {
	Intent         string `json:"intent"`
	ConversationID string `json:"conversationId"`
	// Data is for updateinfo.
	Data *Info `json:"data,omitempty"`
}

// Info is what updateinfo changes: of the contact the first four, of the conversation the
// others. What is left out stays as it is.
type Info struct {
	Name      Optional[string]   `json:"name,omitzero"`
	Email     Optional[string]   `json:"email,omitzero"`
	AvatarURL Optional[string]   `json:"avatarUrl,omitzero"`
	Tags      Optional[[]string] `json:"tags,omitzero"`
	Subject   Optional[string]   `json:"subject,omitzero"`
	// Priority is low, normal, high or urgent.
	Priority Optional[string] `json:"priority,omitzero"`
}
