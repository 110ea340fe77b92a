// Package form holds everything in which the contract's two forms differ, as
// data and pure functions: ids, wire shapes, required fields, error codes,
// scopes, limits, outbound payloads, names in the event log and the policy for
// channel keys. No other package checks which form a workspace has; it calls the
// workspace's Form instead (D 1).
//
// This package has the Form type and what both forms share, above all the strict
// reader of JSON bodies. Packages forma and formb each build a Form.
package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// Form is one form of the contract. Its functions are pure and safe for concurrent
// use. A field is only nil or false for a missing feature where its comment says
// so.
type Form struct {
	Name svcx.FormName

	// ID encodes an id for JSON: a string in A, an integer in B.
	ID func(id int64) any
	// IDSchema describes an id in the OpenAPI document.
	IDSchema func() *openapi.Schema
	// ReadID reads an id from a body: a string in A, an integer in B.
	ReadID func(v Value) int64
	// ErrorCode maps an error's kind to the status and the code of the
	// envelope (R 7).
	ErrorCode func(k svcx.Kind) (status int, code string)

	// Scopes lists the scopes that a key may hold (R 5.3).
	Scopes []svcx.Scope
	// ResolveScope guards resolve, close and reopen (R 4.1).
	ResolveScope svcx.Scope
	// Pages are the sizes of pages of lists (R 8).
	Pages PageSizes
	// RevealsChannelKey is set if channel keys are stored encrypted as well as
	// hashed, so that admins can see them again (W 5.5).
	RevealsChannelKey bool
	// RelaysAttachments is set if message.created has the attachments of the
	// message, where the channel relays them.
	RelaysAttachments bool
	// TellsContentType is set if message.created tells HTML from text.
	TellsContentType bool
	// ListsRevokedKeys is set if the list of API keys includes revoked ones (R 4.5).
	ListsRevokedKeys bool
	// ShowsLabels is set if conversations have categoryId, priority and tags.
	ShowsLabels bool
	// TakesCommands is set if a channel takes actions and intents.
	TakesCommands bool
	// Sample is the body of a message for a first try, as JSON: it has every required
	// member.
	Sample string
	// KeyPrefixLength is how much of an API key is shown as its prefix (R 2.5).
	KeyPrefixLength int

	// DecodeInbound reads the body of an inbound request (W 2.1 to 2.3). now is the
	// time of receipt; newID returns a random UUID, for default ids.
	DecodeInbound func(body []byte, now svcx.Time, newID func() string) svcx.InboundBody
	// InspectInbound is DecodeInbound for a dry run: it also records which parts of
	// the body are read.
	InspectInbound func(body []byte, now svcx.Time, newID func() string) (svcx.InboundBody, *Reads)

	// Deliver encodes the body of an outbound event. It returns an error for an event
	// that the form does not have; such events are never stored, see Sends. Which
	// attachments are sent (W 2.7, relaySupportsAttachments) has been decided before,
	// by what is in the delivery's data. history is the conversation up to the event,
	// oldest first, or nil if the channel does not want it (messageExportEnabled);
	// what does not fit into MaxDelivery bytes is dropped, oldest first (D 4).
	Deliver func(d *svcx.Delivery, history []svcx.Message) ([]byte, error)
	// EventBody describes what Deliver encodes.
	EventBody func(s *Schemas, e svcx.EventType) *openapi.Schema
	// Sends reports whether the form has outbound events of the type.
	Sends func(e svcx.EventType) bool

	// EventStatus and EventType name the status and type of an event log entry
	// (W 2.5, D 2).
	EventStatus func(s svcx.EventStatus) string
	EventType   func(e *svcx.EventLogEntry) string
	// EventTypeQuery is the inverse of EventType: a filter for the entries whose
	// EventType is word.
	EventTypeQuery func(word string) svcx.EventTypeFilter

	// Encoders of resources (R 2).
	Conversation       func(c *svcx.Conversation) any
	ConversationStatus func(c *svcx.Conversation) any // answer to resolve, close, reopen
	// ConversationPatched is the answer to PATCH (R 4.1); in B, where v1 has no such
	// operation, the whole conversation.
	ConversationPatched func(c *svcx.Conversation) any
	Message             func(m *svcx.Message) any
	// SessionMessage encodes a message for agents: with the names of other members, and
	// with note, which is true for notes.
	SessionMessage func(m *svcx.Message) any
	// ExportedConversation, ExportedMessage and ExportedContact encode all that is
	// stored, for an export.
	ExportedConversation func(c *svcx.Conversation) any
	ExportedMessage      func(m *svcx.Message) any
	ExportedContact      func(c *svcx.Contact) any
	Contact              func(c *svcx.Contact) any
	Key                  func(k *svcx.Key, plain string) any // without the key itself if plain is ""

	// Decoders of v1's bodies (R 4). Errors are *svcx.Error with the field's path.
	DecodeConversation      func(body []byte) (svcx.ConversationDraft, error)
	DecodeConversationPatch func(body []byte) (svcx.ConversationPatch, error) // nil in B
	DecodeMessage           func(body []byte) (svcx.MessageDraft, error)
	DecodeContact           func(body []byte) (svcx.ContactDraft, error)
	DecodeContactPatch      func(body []byte) (svcx.ContactPatch, error)
	DecodeKey               func(body []byte) (svcx.KeyDraft, error)

	// Bodies describes what the form's own decoders read.
	Bodies Bodies
	// PathIDs maps path segments to the name of the id after them in the OpenAPI
	// document. Without an entry, the id has the operation's own name (R 4.1).
	PathIDs map[string]string

	// DecodeAssign reads {assignedTo} of the session API: the id of a member, nil for
	// null.
	DecodeAssign func(body []byte) (*svcx.UserID, error)

	// AssigneeQuery reads the assignedTo filter of the conversation list: an id or
	// "none" (R 4.1, D 5).
	AssigneeQuery func(value string) (user *svcx.UserID, unassigned bool, err error)
}

// Bodies has the schemas of request bodies in which the forms differ; nil for an
// operation that the form does not have.
type Bodies struct {
	Conversation, ConversationPatch, Message, ContactPatch, Key *openapi.Schema
	// Inbound describes what DecodeInbound reads.
	Inbound *openapi.Schema
}

// MaxDelivery bounds the body of an outbound event in bytes (D 4).
const MaxDelivery = 1 << 20

// Set holds both forms.
type Set struct {
	A, B *Form
}

// Of returns the form with the name.
func (s Set) Of(name svcx.FormName) *Form {
	if name == svcx.FormA {
		return s.A
	}
	return s.B
}
