package messaging

import "svcx"

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
