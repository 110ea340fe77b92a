package svcx

// Fact is something that was decided about an inbound request, and that cannot be told
// from its body and its outcome later. Those with a colon end in what they are about. They
// hold nothing of a customer.
type Fact string

// The facts.
const (
	FactConversationNew      Fact = "conversation.new"
	FactConversationKnown    Fact = "conversation.known"
	FactConversationReopened Fact = "conversation.reopened" // by the channel's setting
	FactUnchanged            Fact = "conversation.unchanged"

	// How the sender was found: by the external id, by the e-mail address, or not at all.
	FactContactNew          Fact = "contact.new"
	FactContactByExternalID Fact = "contact.externalId"
	FactContactByEmail      Fact = "contact.email"
	FactContactNone         Fact = "contact.none" // the sender does not become a contact

	FactDefaultCategory Fact = "default.category"
	// FactDefaultField is followed by the key of the field.
	FactDefaultField Fact = "default.field:"
	// FactEvent is followed by the type of an event that was sent.
	FactEvent Fact = "event:"
)

// Facts lists them.
var Facts = [...]Fact{
	FactConversationNew, FactConversationKnown, FactConversationReopened, FactUnchanged,
	FactContactNew, FactContactByExternalID, FactContactByEmail, FactContactNone,
	FactDefaultCategory, FactDefaultField, FactEvent,
}
