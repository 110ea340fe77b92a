package messaging

import (
	"slices"

	"svcx"
)

// howFound is how the contact of a sender is found; known is the one that is there, if any.
func (d *decider) howFound(s svcx.InboundSender, known *contact) svcx.Fact {
	switch {
	case !isContact(s):
		return svcx.FactContactNone
	case known == nil:
		return svcx.FactContactNew
	case s.Source == svcx.ExternalIDGiven && d.contacts[s.ExternalID] == known:
		return svcx.FactContactByExternalID
	}
	return svcx.FactContactByEmail
}

// conversationFact says whether a message opens a conversation.
func conversationFact(opens bool) svcx.Fact {
	if opens {
		return svcx.FactConversationNew
	}
	return svcx.FactConversationKnown
}

// withoutReplaced are the facts without those about defaults of fields that the message sets
// itself.
func withoutReplaced(facts []svcx.Fact, set []pendingValue) []svcx.Fact {
	for _, v := range set {
		facts = slices.DeleteFunc(facts, func(f svcx.Fact) bool { return f == svcx.FactDefaultField+svcx.Fact(v.Field.Key) })
	}
	return facts
}
