package svcx

import (
	"regexp"

	"golang.org/x/text/unicode/norm"
)

// AuthorType says who speaks (R 2.2).
type AuthorType string

// The author types.
const (
	AuthorCustomer AuthorType = "customer"
	AuthorAgent    AuthorType = "agent"
	AuthorBot      AuthorType = "bot"
	AuthorAPI      AuthorType = "api"
	AuthorSystem   AuthorType = "system"
)

// ContentType is how a message's content is to be read.
type ContentType string

// The content types.
const (
	ContentText ContentType = "text"
	ContentHTML ContentType = "html"
)

// MessageKind tells messages from the notes that agents write for each other.
type MessageKind string

// The kinds. Notes never appear in REST lists, in events or in exports to an
// integrator (decisions 5).
const (
	MessageKindMessage MessageKind = "message"
	MessageKindNote    MessageKind = "note"
)

// MaxUnread bounds how many messages of a conversation are counted as unread.
const MaxUnread = 100

// Attachment is a file that a message points to: one outside, which stays where
// it is, or a stored one, whose URL is empty where it is kept and made, good for
// a time, where it is shown.
type Attachment struct {
	URL      string `json:"url"`
	Filename string `json:"filename"`
	MIMEType string `json:"mimeType"`
	File     FileID `json:"file,omitzero"`
}

// Author is who wrote a message and how they are shown.
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

// UnnamedAgent is what an agent is called who has no name of their own (R 4.2).
const UnnamedAgent = "Agent"

// PublicName is the author's name to everybody outside the workspace. A member
// without a name is Agent there, and so is one whose name has an address in it,
// however it is spelt: an address never leaves the workspace (D 6).
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

// Message is one entry of a thread. Content is kept as it came, markup
// included; whoever renders it cleans it (decisions 2).
type Message struct {
	ID           MessageID
	Workspace    WorkspaceID
	Conversation ConversationID
	Kind         MessageKind
	Author       Author
	Content      string
	ContentType  ContentType
	// Markdown says that Content is GitHub Flavored Markdown ("ai": true, R 4.2).
	Markdown bool
	// ExternalID is the sender's messageId; "" where none was given.
	ExternalID  string
	Attachments []Attachment
	// SentAt orders the thread, ties by ID. CreatedAt is when it was stored.
	SentAt    Time
	CreatedAt Time
	EditedAt  *Time
	EditCount int
	ReadAt    *Time
}

// MessageDraft is what a reply is made from by REST or an agent.
type MessageDraft struct {
	Content     string
	ContentType ContentType
	Markdown    bool
	Author      Author
	Attachments []Attachment
	Origin      Origin
}

// Origin tells a receiver of message.created where the reply was written, so
// that it can drop what it sent itself (decisions 4).
type Origin string

// The origins.
const (
	OriginInbox Origin = "inbox"
	OriginAPI   Origin = "api"
)

// MessagePage selects messages: by offset, or, when Before is set, the Limit
// ones before that message. Both are oldest first.
type MessagePage struct {
	Page
	Before *MessageID
}

// MessageList is a page of messages. HasMore is set for the cursor style only.
type MessageList struct {
	List[Message]
	HasMore bool
}
