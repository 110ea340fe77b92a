package forma

import (
	"svcx"
	"svcx/internal/form"
)

// exportedConversation is a conversation in an export, with what R 2.1 does not have
// in this form.
type exportedConversation struct {
	Conversation
	ChannelID     *string  `json:"channelId"`
	CategoryID    *string  `json:"categoryId"`
	Priority      *string  `json:"priority"`
	Tags          []string `json:"tags"`
	LastMessageAt *string  `json:"lastMessageAt"`
	ResolvedAt    *string  `json:"resolvedAt"`
}

func exportConversation(c *svcx.Conversation) any {
	return exportedConversation{
		encodeConversation(c).(Conversation), optionalID(c.Channel), optionalID(c.Category), form.OptionalString(c.Priority), c.Tags,
		form.OptionalTime(c.LastMessageAt), form.OptionalTime(c.ResolvedAt),
	}
}

// exportedMessage is the same for a message (R 2.2).
type exportedMessage struct {
	Message
	AI        bool    `json:"ai"`
	EditedAt  *string `json:"editedAt"`
	EditCount int     `json:"editCount"`
	ReadAt    *string `json:"readAt"`
}

func exportMessage(m *svcx.Message) any {
	return exportedMessage{encodeMessage(m).(Message), m.Markdown, form.OptionalTime(m.EditedAt), m.EditCount, form.OptionalTime(m.ReadAt)}
}

// exportedContact is the same for a contact (R 2.3).
type exportedContact struct {
	Contact
	AvatarURL *string  `json:"avatarUrl"`
	Tags      []string `json:"tags"`
}

func exportContact(c *svcx.Contact) any {
	return exportedContact{encodeContact(c).(Contact), form.OptionalString(c.AvatarURL), c.Tags}
}
