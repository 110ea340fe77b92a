package form

import "svcx"

type streamedMessage struct {
	ConversationID any               `json:"conversationId"`
	Message        any               `json:"message"`
	Resolved       any               `json:"resolved,omitempty"`
	Media          map[string]string `json:"media,omitempty"`
}

// StreamedMessage encodes the change "message": {conversationId, message}, the
// message as agents see it. If it has external media, it also has media, svcx's own
// addresses of them, and resolved, the fresh URLs that are known, as in the list of
// a conversation's messages.
func (f *Form) StreamedMessage(m *svcx.Message, fresh []svcx.ContentURL, media map[string]string) any {
	shown := streamedMessage{ConversationID: f.ID(int64(m.Conversation)), Message: f.SessionMessage(m), Media: media}
	if len(fresh) > 0 {
		shown.Resolved = ResolvedContent(fresh)
	}
	return shown
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

// Indicator encodes an indicator: who is typing, and until when; who has read a
// conversation, and when; which member is present. userId is null if it is not a
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
