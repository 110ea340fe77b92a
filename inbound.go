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
	Participants   []ParticipantDraft
	Category       *CategoryID
	Fields         FieldInputs
	// ManyFields is set in place of Fields where there are more than MaxFields.
	ManyFields ManyFieldInputs
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
	return r.Code + ": " + LoggedText(r.Detail)
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

// InfoUpdate is what an updateinfo says (W 4.3): what is set overwrites, ""
// clears. The first four are the contact's, the rest the conversation's.
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
