package svcx

// Types of the calls that the service makes to an integrator besides events
// (W 4.7), as they are named in the event log.
const (
	CallPing    = "ping"
	CallConfirm = "intent.confirm"
	CallContent = "content.resolve"
)

// Confirmation is an integrator's answer to an agent's change (W 4.7). Asked is
// false if the channel wants no confirmation. Answered is false if there was no
// usable answer: the change is then allowed (W 7.4).
type Confirmation struct {
	Asked, Answered, Allowed bool
	Reason                   string
}

// ContentURL is a fresh URL for media whose own URL is temporary. A nil ExpiresAt
// means that it does not expire.
type ContentURL struct {
	Ref, URL  string
	ExpiresAt *Time
}

// MaxContentRefs bounds the references of one content resolution (R 8).
const MaxContentRefs = 50

// BackRequestType is what a back request asks an integrator for (W 4.7).
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

// MaxAutomaticBackRequests bounds the automatic back requests of a type for a
// contact in a day (W 8).
const MaxAutomaticBackRequests = 5

// BackRequest asks an integrator for something that is missing. Data is JSON or
// nil.
type BackRequest struct {
	Type           BackRequestType
	ConversationID string
	Contact        *Contact
	MessageID      string
	Data           []byte
}

// BackAnswer is the answer to a back request, without what is unusable. Known is
// false if the integrator has no answer.
type BackAnswer struct {
	Known       bool
	Info        InfoUpdate
	Fields      FieldInputs
	Content     string
	ContentType ContentType
}
