package form

import "svcx"

type streamedMessage struct {
	ConversationID any `json:"conversationId"`
	Message        any `json:"message"`
}

// StreamedMessage is the event "message": {conversationId, message}, the message
// as agents see it.
func (f *Form) StreamedMessage(m *svcx.Message) any {
	return streamedMessage{f.ID(int64(m.Conversation)), f.ThreadMessage(m)}
}

type typingIndicator struct {
	ConversationID any     `json:"conversationId"`
	Typing         bool    `json:"typing"`
	Role           string  `json:"role"`
	Name           *string `json:"name"`
	UserID         any     `json:"userId"`
	ExpiresAt      string  `json:"expiresAt"`
}

type readIndicator struct {
	ConversationID any     `json:"conversationId"`
	Role           string  `json:"role"`
	Name           *string `json:"name"`
	UserID         any     `json:"userId"`
	ReadAt         string  `json:"readAt"`
}

type presenceIndicator struct {
	UserID any  `json:"userId"`
	Online bool `json:"online"`
}

// Indicator is the event of an indicator: who types, until when; who has read a
// conversation, when; which member is there. userId is null for who is no
// member.
func (f *Form) Indicator(i *svcx.Indicator) any {
	var user any
	if i.User != 0 {
		user = f.ID(int64(i.User))
	}
	switch i.Kind {
	case svcx.IndicatorTyping:
		return typingIndicator{f.ID(int64(i.Conversation)), i.On, string(i.Role), OptionalString(i.Name), user, i.At.String()}
	case svcx.IndicatorRead:
		return readIndicator{f.ID(int64(i.Conversation)), string(i.Role), OptionalString(i.Name), user, i.At.String()}
	}
	return presenceIndicator{user, i.On}
}

// DecodeAgentTyping reads {typing} of the session API.
func DecodeAgentTyping(body []byte) (typing bool, err error) {
	o, err := ReadObject(body)
	if err != nil {
		return false, err
	}
	typing = o.Value("typing").Bool()
	return typing, o.Err()
}
