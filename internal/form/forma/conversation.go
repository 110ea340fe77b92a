package forma

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Conversation is a conversation on the wire (R 2.1). externalConversationId is what
// events about it have as conversationId; null without a channel.
type Conversation struct {
	ID                     string           `json:"id"`
	Subject                *string          `json:"subject"`
	Status                 svcx.Status      `json:"status"`
	AssignedTo             *string          `json:"assignedTo"`
	ContactID              *string          `json:"contactId"`
	ChannelType            svcx.ChannelType `json:"channelType"`
	ExternalConversationID *string          `json:"externalConversationId"`
	CreatedAt              string           `json:"createdAt"`
	UpdatedAt              string           `json:"updatedAt"`
}

func encodeConversation(c *svcx.Conversation) any {
	return Conversation{
		ID:                     id(c.ID),
		Subject:                form.OptionalString(c.Subject),
		Status:                 c.Status,
		AssignedTo:             optionalID(c.AssignedTo),
		ContactID:              optionalID(c.Contact),
		ChannelType:            c.ChannelType,
		ExternalConversationID: form.OptionalString(c.ExternalID),
		CreatedAt:              c.CreatedAt.String(),
		UpdatedAt:              c.UpdatedAt.String(),
	}
}

// ConversationStatus is the answer to resolve, close and reopen (R 4.1).
type ConversationStatus struct {
	ID        string      `json:"id"`
	Status    svcx.Status `json:"status"`
	UpdatedAt string      `json:"updatedAt"`
}

func encodeStatus(c *svcx.Conversation) any {
	return ConversationStatus{id(c.ID), c.Status, c.UpdatedAt.String()}
}

// ConversationPatched is the answer to PATCH /conversations/{id} (R 4.1).
type ConversationPatched struct {
	ID         string      `json:"id"`
	Subject    *string     `json:"subject"`
	Status     svcx.Status `json:"status"`
	AssignedTo *string     `json:"assignedTo"`
	UpdatedAt  string      `json:"updatedAt"`
}

func encodePatched(c *svcx.Conversation) any {
	return ConversationPatched{
		ID:         id(c.ID),
		Subject:    form.OptionalString(c.Subject),
		Status:     c.Status,
		AssignedTo: optionalID(c.AssignedTo),
		UpdatedAt:  c.UpdatedAt.String(),
	}
}

var channelTypes = []form.Word[svcx.ChannelType]{
	{Text: "custom", Means: svcx.ChannelTypeCustom},
	{Text: "api", Means: svcx.ChannelTypeAPI},
}

// decodeConversation reads {subject, contactId?, assignedTo?, channelType?}
// (R 4.1): subject has 1 to 998 characters, not all white space; ids are strings;
// channelType is api by default.
func decodeConversation(body []byte) (svcx.ConversationDraft, error) {
	o, err := form.ReadObject(body)
	if err != nil {
		return svcx.ConversationDraft{}, err
	}
	draft := svcx.ConversationDraft{
		Subject:     o.Label("subject", svcx.MaxSubject),
		Contact:     form.OptionalID[svcx.ContactID](o, "contactId", form.Value.StringID),
		AssignedTo:  form.OptionalID[svcx.UserID](o, "assignedTo", form.Value.StringID),
		ChannelType: form.OptionalEnum(o, "channelType", svcx.ChannelTypeAPI, channelTypes),
	}
	if err := o.Err(); err != nil {
		return svcx.ConversationDraft{}, err
	}
	return draft, nil
}

// decodeConversationPatch reads {subject?, assignedTo?} (R 4.1): absent members do not
// change, null clears the subject and unassigns. A blank subject is an error, as when
// a conversation is created (D 5).
func decodeConversationPatch(body []byte) (svcx.ConversationPatch, error) {
	o, err := form.ReadObject(body)
	if err != nil {
		return svcx.ConversationPatch{}, err
	}
	var patch svcx.ConversationPatch
	switch v := o.Value("subject"); {
	case v.Null():
		patch.Subject = new(string)
	case v.Given():
		subject := o.Label("subject", svcx.MaxSubject)
		patch.Subject = &subject
	}
	if v := o.Value("assignedTo"); v.Given() || v.Null() {
		user := form.OptionalID[svcx.UserID](o, "assignedTo", form.Value.StringID)
		patch.AssignedTo = &user
	}
	if err := o.Err(); err != nil {
		return svcx.ConversationPatch{}, err
	}
	return patch, nil
}

func conversationBody() *openapi.Schema {
	return openapi.Object(
		openapi.Need("subject", openapi.Label(svcx.MaxSubject)),
		openapi.May("contactId", idSchema()),
		openapi.May("assignedTo", idSchema().As("The id of a member.")),
		openapi.May("channelType", form.OneOf(channelTypes).Or(string(svcx.ChannelTypeAPI))),
	)
}

func conversationPatchBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("subject", openapi.Label(svcx.MaxSubject).Nullable()),
		openapi.May("assignedTo", idSchema().Nullable().As("The id of a member; null unassigns.")),
	)
}
