package svcx

// InboundMessage is a decoded inbound message (W 2.1), validated and with defaults
// applied.
type InboundMessage struct {
	MessageID      string
	ConversationID string
	Sender         InboundSender
	Content        string
	ContentType    ContentType
	Subject        string
	SentAt         *Time
	Attachments    []Attachment
	Participants   []ParticipantDraft
	Category       *CategoryID
	Fields         FieldInputs
	// ManyFields is set instead of Fields if there are more than MaxFields.
	ManyFields ManyFieldInputs
	// Warnings list what was left out, each beginning with the member's path.
	Warnings []string
}

// ExternalIDSource is where a sender's external id comes from. It decides which
// senders become contacts (D 2).
type ExternalIDSource uint8

// The sources.
const (
	ExternalIDGiven   ExternalIDSource = iota
	ExternalIDEmail                    // defaulted from from.email
	ExternalIDLiteral                  // the literal "api-user": no particular customer
)

// InboundSender is the sender of an inbound message. Type is customer, agent (sent
// as "staff") or bot.
type InboundSender struct {
	Type       AuthorType
	ExternalID string
	Source     ExternalIDSource
	Name       string
	Email      string
}

// Reason is why an event log entry is not a success: a stable code and a text for
// people.
type Reason struct {
	Code   string
	Detail string
}

// Text is the entry's error text: the code and the detail.
func (r Reason) Text() string {
	if r.Detail == "" {
		return r.Code
	}
	return r.Code + ": " + LoggedText(r.Detail)
}

// Outcome is the result of an inbound request. It is stored independently of a form,
// which translates it when it is read (D 1).
type Outcome struct {
	Status   EventStatus
	Type     string
	Reason   Reason
	Warnings []string
	// Facts are what was decided.
	Facts []Fact
	// ConversationID is the external conversation id, if one was given.
	ConversationID string
}

// Action types (W 4.2).
const (
	ActionResolve = "conversation.resolve"
	ActionClose   = "conversation.close"
	ActionReopen  = "conversation.reopen"
	ActionAssign  = "conversation.assign"
	ActionRate    = "rating.submit"
)

// InboundAction is a decoded action (W 2.2).
type InboundAction struct {
	Type           string
	ConversationID string
	AssignedTo     *UserID     // of conversation.assign, nil unassigns
	Rating         RatingDraft // of rating.submit
}

// Intent types (W 4.3).
const (
	IntentRatingRequest = "rating.request"
	IntentUpdateInfo    = "updateinfo"
)

// InboundIntent is a decoded intent (W 2.3).
type InboundIntent struct {
	Type           string
	ConversationID string
	Info           InfoUpdate // of updateinfo
	Warnings       []string
}

// InfoUpdate is the content of an updateinfo (W 4.3): what is set overwrites, ""
// clears. The first four are the contact's, the others the conversation's.
type InfoUpdate struct {
	Name, Email, AvatarURL *string
	Tags                   *[]string
	Subject                *string
	Priority               *Priority
}

// InboundBody is a decoded inbound body: exactly one member is set.
type InboundBody struct {
	Message  *InboundMessage
	Action   *InboundAction
	Intent   *InboundIntent
	Rejected *Outcome
}
