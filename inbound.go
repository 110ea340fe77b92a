package svcx

// InboundMessage is a decoded message of an integrator (W 2.1), defaults
// applied, every length and type checked.
type InboundMessage struct {
	MessageID      string
	ConversationID string
	Sender         InboundSender
	Content        string
	ContentType    ContentType
	Subject        string
	SentAt         *Time
	Attachments    []Attachment
	// Warnings tell what was left out, each starting with the member's path.
	Warnings []string
}

// ExternalIDSource tells where a sender's external id came from: it decides
// who counts as a contact (decisions 2).
type ExternalIDSource uint8

// The sources.
const (
	ExternalIDGiven   ExternalIDSource = iota
	ExternalIDEmail                    // defaulted from from.email
	ExternalIDLiteral                  // the literal "api-user": nobody in particular
)

// InboundSender is who wrote an inbound message. Type is customer, agent
// (sent as "staff") or bot.
type InboundSender struct {
	Type       AuthorType
	ExternalID string
	Source     ExternalIDSource
	Name       string
	Email      string
}

// Reason is a stable code and words for people: what an event log record says
// about anything but a success.
type Reason struct {
	Code   string
	Detail string
}

// Text is the record's error text: the code, then words.
func (r Reason) Text() string {
	if r.Detail == "" {
		return r.Code
	}
	return r.Code + ": " + r.Detail
}

// Outcome is what became of an inbound request. It is stored neutrally; a form
// puts it into its own words when it is read (decisions 1).
type Outcome struct {
	Status   EventStatus
	Type     string
	Reason   Reason
	Warnings []string
	// ConversationID is the external conversation id, where one was given.
	ConversationID string
}
