package svcx

// Types of the calls that the service makes to an integrator beside the events
// (W 4.7); also what the event log calls them.
const (
	CallPing    = "ping"
	CallConfirm = "intent.confirm"
	CallContent = "content.resolve"
)

// Confirmation is what an integrator says to an agent's change (W 4.7). Asked
// is false where the channel wants no confirmation; Answered is false where no
// usable answer came: the change is then allowed (W 7.4).
type Confirmation struct {
	Asked, Answered, Allowed bool
	Reason                   string
}

// ContentURL is a fresh URL of a medium whose own is temporary. ExpiresAt nil
// means that it lasts.
type ContentURL struct {
	Ref, URL  string
	ExpiresAt *Time
}

// MaxContentRefs bounds the references of one content resolution (R 8).
const MaxContentRefs = 50

// BackRequestType is what the service may ask an integrator for (W 4.7).
type BackRequestType string

// The types.
const (
	BackAvatar   BackRequestType = "query.contact.avatar"
	BackInfo     BackRequestType = "query.contact.info"
	BackMessage  BackRequestType = "query.message.content"
	BackMetadata BackRequestType = "query.conversation.metadata"
)

// Valid reports whether t is one of the types.
func (t BackRequestType) Valid() bool {
	return t == BackAvatar || t == BackInfo || t == BackMessage || t == BackMetadata
}

// Automatic back requests of a type for a contact: at most so many a day (W 8).
const MaxAutomaticBackRequests = 5

// BackRequest asks an integrator for something that is missing. Data is JSON,
// or nil.
type BackRequest struct {
	Type           BackRequestType
	ConversationID string
	Contact        *Contact
	MessageID      string
	Data           []byte
}

// BackAnswer is what came back; Known is false where the integrator does not
// know. What is unusable was left out.
type BackAnswer struct {
	Known       bool
	Info        InfoUpdate
	Fields      FieldInputs
	Content     string
	ContentType ContentType
}
