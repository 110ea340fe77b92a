// Package form holds everything in which the contract's two forms differ, as
// data and pure functions: ids, wire shapes, required fields, error codes,
// scopes, limits, outbound payloads, words of the event log and the policy for
// channel keys. No other package asks which form a workspace has: it asks the
// workspace's Form to do the thing (decisions 1).
//
// This package has the Form itself and what both forms share, above all the
// strict reader of JSON bodies; packages forma and formb fill in a Form each.
package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// Form is one form of the contract. The functions are pure and safe for
// concurrent use. What a form does not have is nil or false only where the
// field says so.
type Form struct {
	Name svcx.FormName

	// ID is how an id looks in JSON: a string in A, an integer in B.
	ID func(id int64) any
	// IDSchema is that in the API's description.
	IDSchema func() *openapi.Schema
	// ReadID reads an id in a body: a string in A, an integer in B.
	ReadID func(v Value) int64
	// ErrorCode maps an error's kind to the status and the code of the
	// envelope (R 7).
	ErrorCode func(k svcx.Kind) (status int, code string)

	// Scopes are those that a key may hold (R 5.3).
	Scopes []svcx.Scope
	// ResolveScope guards resolve, close and reopen (R 4.1).
	ResolveScope svcx.Scope
	// Lists bounds the limit of each list (R 8).
	Lists ListLimits
	// RevealsChannelKey says that a channel key is kept encrypted as well as
	// hashed, for admins to see again (W 5.5).
	RevealsChannelKey bool
	// RelaysAttachments says that message.created has the attachments of the
	// message, where the channel relays them.
	RelaysAttachments bool
	// ListsRevokedKeys says that the list of API keys has the revoked ones too
	// (R 4.5).
	ListsRevokedKeys bool
	// ShowsLabels says that conversations show categoryId, priority and tags.
	ShowsLabels bool
	// KeyPrefixLength is how much of an API key is shown as its prefix (R 2.5).
	KeyPrefixLength int

	// DecodeInbound reads the body of an inbound request (W 2.1 to 2.3). now
	// is the time of receipt; newID makes a random UUID for a default.
	DecodeInbound func(body []byte, now svcx.Time, newID func() string) svcx.InboundBody
	// InspectInbound is the same for a dry run, and notes what of the body is read.
	InspectInbound func(body []byte, now svcx.Time, newID func() string) (svcx.InboundBody, *Reads)

	// Deliver renders the body of an outbound event, an error for one that the
	// form does not send: those are not written in the first place, see Sends.
	// Which attachments go out (W 2.7, relaySupportsAttachments) is decided
	// before, by what is in the delivery's data. history is the conversation up
	// to the event, oldest first, nil where the channel wants none
	// (messageExportEnabled); what does not fit into MaxDelivery bytes is
	// dropped, oldest first (decisions 4).
	Deliver func(d *svcx.Delivery, history []svcx.Message) ([]byte, error)
	// Sends reports whether the form has outbound events of the type.
	Sends func(e svcx.EventType) bool

	// EventStatus and EventType are the form's words for an event log record
	// (W 2.5, decisions 2).
	EventStatus func(s svcx.EventStatus) string
	EventType   func(e *svcx.EventLogEntry) string
	// EventTypeQuery is what records one of the form's words for types stands
	// for: those for which EventType gives the word.
	EventTypeQuery func(word string) svcx.EventTypeFilter

	// Resources as they look on the wire (R 2).
	Conversation       func(c *svcx.Conversation) any
	ConversationStatus func(c *svcx.Conversation) any // answer of resolve, close, reopen
	// ConversationPatched is the answer of PATCH (R 4.1); in B, where v1 has
	// none, the whole conversation.
	ConversationPatched func(c *svcx.Conversation) any
	Message             func(m *svcx.Message) any
	// MemberMessage is a message as members see it, who know each other.
	MemberMessage func(m *svcx.Message) any
	// ExportedConversation, ExportedMessage and ExportedContact are the same with
	// all that there is, for an export.
	ExportedConversation func(c *svcx.Conversation) any
	ExportedMessage      func(m *svcx.Message) any
	ExportedContact      func(c *svcx.Contact) any
	Contact              func(c *svcx.Contact) any
	Key                  func(k *svcx.Key, plain string) any // plain "" leaves the key out

	// Bodies of v1 (R 4). Errors are *svcx.Error with the field's path.
	DecodeConversation      func(body []byte) (svcx.ConversationDraft, error)
	DecodeConversationPatch func(body []byte) (svcx.ConversationPatch, error) // nil in B
	DecodeMessage           func(body []byte) (svcx.MessageDraft, error)
	DecodeContact           func(body []byte) (svcx.ContactDraft, error)
	DecodeContactPatch      func(body []byte) (svcx.ContactPatch, error)
	DecodeKey               func(body []byte) (name string, scopes []svcx.Scope, err error)

	// Bodies describe what the form's own decoders read.
	Bodies Bodies
	// PathIDs are the names that ids have in the paths of the document, by the
	// segment before them; where it has none a row's own name stands (R 4.1).
	PathIDs map[string]string

	// DecodeAssign reads {assignedTo} of the session API: a member's id as the
	// form has it, nil for null.
	DecodeAssign func(body []byte) (*svcx.UserID, error)

	// AssigneeQuery reads the assignedTo filter of the conversation list: an
	// id, or "none" (R 4.1, decisions 5).
	AssigneeQuery func(value string) (user *svcx.UserID, unassigned bool, err error)
}

// Bodies are the schemas of request bodies in which the forms differ; nil for an
// operation that the form does not have.
type Bodies struct {
	Conversation, ConversationPatch, Message, ContactPatch, Key *openapi.Schema
	// Inbound is what DecodeInbound reads.
	Inbound *openapi.Schema
}

// MaxDelivery bounds the body of an outbound event in bytes (decisions 4).
const MaxDelivery = 1 << 20

// ListLimits are the bounds of the lists of R 8.
type ListLimits struct {
	Conversations, Messages, Contacts, MessageCursor Limit
}

// Limit is the default and the greatest value of a list's limit.
type Limit struct {
	Default, Max int
}

// Set holds both forms; a workspace's own is picked by its name.
type Set struct {
	A, B *Form
}

// Of is the form of that name.
func (s Set) Of(name svcx.FormName) *Form {
	if name == svcx.FormA {
		return s.A
	}
	return s.B
}
