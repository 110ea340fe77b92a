package svcx

import (
	"regexp"

	"golang.org/x/text/unicode/norm"
)

// AuthorType is who wrote a message (R 2.2).
type AuthorType string

// The author types.
const (
	AuthorCustomer AuthorType = "customer"
	AuthorAgent    AuthorType = "agent"
	AuthorBot      AuthorType = "bot"
	AuthorAPI      AuthorType = "api"
	AuthorSystem   AuthorType = "system"
)

// ContentType is the format of a message's content.
type ContentType string

// The content types.
const (
	ContentText ContentType = "text"
	ContentHTML ContentType = "html"
)

// MessageKind distinguishes messages from notes, which agents write for each other.
type MessageKind string

// The kinds. Notes are never in REST lists, in events or in exports to an integrator
// (D 5).
const (
	MessageKindMessage MessageKind = "message"
	MessageKindNote    MessageKind = "note"
)

// MaxUnread bounds how many messages of a conversation are counted as unread.
const MaxUnread = 100

// Attachment is a file of a message: an external one, or a stored one, which is
// saved without a URL and gets one, valid for a time, when it is shown.
type Attachment struct {
	URL      string `json:"url"`
	Filename string `json:"filename"`
	MIMEType string `json:"mimeType"`
	File     FileID `json:"file,omitzero"`
}

// Author is the author of a message.
type Author struct {
	Type       AuthorType
	Name       string
	Email      string
	ExternalID string
	// User is the member who wrote it in the inbox.
	User *UserID
	// Contact is the customer who wrote it.
	Contact *ContactID
}

// UnnamedAgent is the public name of an agent without a name (R 4.2).
const UnnamedAgent = "Agent"

// PublicName is the author's name outside the workspace. A member without a name is
// Agent there, and so is one whose name has an address in it, however it is spelt: an
// address never leaves the workspace (D 6).
func (a *Author) PublicName() string {
	if a.User == nil {
		return a.Name
	}
	if seen := OneLine(norm.NFKC.String(a.Name)); seen == "" || seen == a.Email || addressInText.MatchString(seen) {
		return UnnamedAgent
	}
	return a.Name
}

// addressInText matches what may be an e-mail address within a text.
var addressInText = regexp.MustCompile(`[^\s@]@[^\s@]`)

// Message is a message of a conversation. Content is stored as received, markup
// included; it is sanitized when it is rendered (D 2).
type Message struct {
	ID           MessageID
	Workspace    WorkspaceID
	Conversation ConversationID
	Kind         MessageKind
	Author       Author
	Content      string
	ContentType  ContentType
	// Markdown is set if Content is GitHub Flavored Markdown ("ai": true, R 4.2).
	Markdown bool
	// ExternalID is the sender's messageId; "" if none was given.
	ExternalID  string
	Attachments []Attachment
	// SentAt orders the conversation, ties by ID. CreatedAt is when it was stored.
	SentAt    Time
	CreatedAt Time
	EditedAt  *Time
	EditCount int
	ReadAt    *Time
	// Unsent is why nobody was sent the message.
	Unsent Unsent
	// Mentions are the members whom a note mentions. They are stored beside it.
	Mentions []Mention
}

// Unsent is why nobody was sent a message to the customer, as it was when it was stored.
type Unsent string

// The reasons. A message that was sent, or is not for the customer, has none, and neither has one
// from before reasons were stored.
const (
	UnsentNoChannel Unsent = "no_channel"
	UnsentNoWebhook Unsent = ReasonNoWebhookURL // and no feed
	UnsentDisabled  Unsent = ReasonEventDisabled
)

// Excerpt is the beginning of a conversation's last message, as lists show it.
type Excerpt struct {
	Conversation ConversationID
	Author       Author
	Text         string
	ContentType  ContentType
	Markdown     bool
	HasFiles     bool
}

// Found is a message that a search found.
type Found struct {
	Excerpt
	Message MessageID
	Files   []Attachment
}

// MessageDraft is the input for a reply by REST or an agent.
type MessageDraft struct {
	Content     string
	ContentType ContentType
	Markdown    bool
	Author      Author
	Attachments []Attachment
	Origin      Origin
	// Text is the content of a note without its markup, "" if it has none.
	Text string
	// EndsDraft is set if the author has kept this as a draft, which is deleted with the
	// sending.
	EndsDraft bool
}

// Origin is where a reply was written. It is in message.created, so that receivers
// can ignore what they sent themselves (D 4).
type Origin string

// The origins.
const (
	OriginInbox Origin = "inbox"
	OriginAPI   Origin = "api"
)

// MessagePage selects messages by offset or, if one of the others is set, the Limit
// messages next to that one: before it, after it, or around it, where it is in the
// middle; or after a position in the thread. All are oldest first.
type MessagePage struct {
	Page
	Before, After, Around *MessageID
	Following             *MessageCursor
}

// MessageCursor is a position in a thread, whether or not a message still has it. The lowest
// time is that before the first.
type MessageCursor struct {
	SentAt Time
	ID     MessageID
}

// NextTo reports whether the page is next to a message or a position.
func (p *MessagePage) NextTo() bool {
	return p.Before != nil || p.After != nil || p.Around != nil || p.Following != nil
}

// MessageList is a page of messages. HasBefore and HasAfter say whether there are more
// at its two ends, unless it was selected by offset. Next is the position of its last one, if
// it follows a position and there are more.
type MessageList struct {
	List[Message]
	HasBefore, HasAfter bool
	Next                *MessageCursor
}

// RowMark is what a list marks a conversation with.
type RowMark struct {
	Conversation ConversationID
	// Delivery is the state of its last message to the integrator, "" if there is none
	// or nothing is known of it.
	Delivery DeliveryState
	// SentAt is when that message was to be sent, 0 without one.
	SentAt Time
	// Event is the id of the last entry of its history, 0 without one.
	Event int64
	// HandedBy is who gave the conversation to somebody else by that entry; zero if it is another.
	HandedBy Actor
	HandedAt Time
}
