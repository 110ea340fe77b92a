package formb

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Conversation is a conversation on the wire (R 2.1, D 5). Missing values are null;
// tags is always an array.
type Conversation struct {
	ID                     svcx.ConversationID `json:"id"`
	Subject                *string             `json:"subject"`
	Status                 svcx.Status         `json:"status"`
	AssignedTo             *svcx.UserID        `json:"assignedTo"`
	ContactID              *svcx.ContactID     `json:"contactId"`
	ChannelID              *svcx.ChannelID     `json:"channelId"`
	ExternalConversationID *string             `json:"externalConversationId"`
	CategoryID             *svcx.CategoryID    `json:"categoryId"`
	Priority               *string             `json:"priority" api:"priority null"`
	Tags                   []string            `json:"tags"`
	LastMessageAt          *string             `json:"lastMessageAt"`
	ResolvedAt             *string             `json:"resolvedAt"`
	CreatedAt              string              `json:"createdAt"`
	UpdatedAt              string              `json:"updatedAt"`
}

func encodeConversation(c *svcx.Conversation) any {
	return Conversation{
		ID:                     c.ID,
		Subject:                form.OptionalString(c.Subject),
		Status:                 c.Status,
		AssignedTo:             c.AssignedTo,
		ContactID:              c.Contact,
		ChannelID:              c.Channel,
		ExternalConversationID: form.OptionalString(c.ExternalID),
		CategoryID:             c.Category,
		Priority:               form.OptionalString(c.Priority),
		Tags:                   c.Tags,
		LastMessageAt:          form.OptionalTime(c.LastMessageAt),
		ResolvedAt:             form.OptionalTime(c.ResolvedAt),
		CreatedAt:              c.CreatedAt.String(),
		UpdatedAt:              c.UpdatedAt.String(),
	}
}

// ConversationStatus is the answer to resolve, close and reopen (R 4.1).
type ConversationStatus struct {
	ID        svcx.ConversationID `json:"id"`
	Status    svcx.Status         `json:"status"`
	UpdatedAt string              `json:"updatedAt"`
}

func encodeStatus(c *svcx.Conversation) any {
	return ConversationStatus{c.ID, c.Status, c.UpdatedAt.String()}
}

// decodeConversation reads {subject, contactId?, assignedTo?, channelId?}
// (R 4.1): subject has 1 to 998 characters, not all white space; ids are integers.
func decodeConversation(body []byte) (svcx.ConversationDraft, error) {
	o, err := form.ReadObject(body)
	if err != nil {
		return svcx.ConversationDraft{}, err
	}
	draft := svcx.ConversationDraft{
		Subject:     o.Label("subject", svcx.MaxSubject),
		Contact:     form.OptionalID[svcx.ContactID](o, "contactId", form.Value.IntegerID),
		AssignedTo:  form.OptionalID[svcx.UserID](o, "assignedTo", form.Value.IntegerID),
		Channel:     form.OptionalID[svcx.ChannelID](o, "channelId", form.Value.IntegerID),
		ChannelType: svcx.ChannelTypeAPI,
	}
	if draft.Channel != nil {
		draft.ChannelType = svcx.ChannelTypeCustom
	}
	if err := o.Err(); err != nil {
		return svcx.ConversationDraft{}, err
	}
	return draft, nil
}

func conversationBody() *openapi.Schema {
	return openapi.Object(
		openapi.Need("subject", openapi.Label(svcx.MaxSubject)),
		openapi.May("contactId", idSchema()),
		openapi.May("assignedTo", idSchema().As("The id of a member.")),
		openapi.May("channelId", idSchema().As("The channel whose integrator gets the conversation's events. Without it, no events are sent.")),
	)
}
