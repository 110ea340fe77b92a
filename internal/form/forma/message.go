package forma

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Message is a message on the wire (R 2.2). attachment is the first of attachments,
// externalId is the sender's messageId; both may be null.
type Message struct {
	ID             string            `json:"id"`
	ConversationID string            `json:"conversationId"`
	Role           string            `json:"role" api:"customer|agent"`
	Content        string            `json:"content"`
	ContentType    svcx.ContentType  `json:"contentType"`
	SentAt         string            `json:"sentAt"`
	Attachment     *form.Attachment  `json:"attachment"`
	Attachments    []form.Attachment `json:"attachments"`
	ExternalID     *string           `json:"externalId"`
}

func encodeMessage(m *svcx.Message) any { return messageOf(m) }

// sessionMessage is a message as agents see it.
type sessionMessage struct {
	Message
	Note bool `json:"note"`
	// Mentions are the ids of the members whom a note mentions.
	Mentions []string `json:"mentions"`
}

func encodeSessionMessage(m *svcx.Message) any {
	mentions := make([]string, len(m.Mentions))
	for i, mention := range m.Mentions {
		mentions[i] = id(mention.User)
	}
	return sessionMessage{messageOf(m), m.Kind == svcx.MessageKindNote, mentions}
}

func messageOf(m *svcx.Message) Message {
	first, all := form.Attachments(m.Attachments)
	return Message{
		ID:             id(m.ID),
		ConversationID: id(m.Conversation),
		Role:           role(m.Author.Type),
		Content:        m.Content,
		ContentType:    m.ContentType,
		SentAt:         m.SentAt.String(),
		Attachment:     first,
		Attachments:    all,
		ExternalID:     form.OptionalString(m.ExternalID),
	}
}

// role returns customer or agent, the only roles of this form: everyone but customers
// is an agent (D 2).
func role(t svcx.AuthorType) string {
	if t == svcx.AuthorCustomer {
		return "customer"
	}
	return "agent"
}

// decodeAuthor reads author: {name, email?, externalId?}. name is required if there is
// an author (R 4.2).
func decodeAuthor(o *form.Object, draft *svcx.MessageDraft) {
	v := o.Value("author")
	if !v.Given() {
		return
	}
	author := v.Object()
	draft.Author.Name = author.Label("name", svcx.MaxName)
	form.AuthorContact(author, &draft.Author)
}

func messageBody() *openapi.Schema {
	name := openapi.Need("name", openapi.Label(svcx.MaxName).As("Shown in the inbox in place of `Agent`."))
	author := openapi.Object(append([]openapi.Member{name}, form.AuthorContactSchema()...)...)
	return form.MessageBody(openapi.May("author", author.As("The member of your staff who wrote the message.")))
}
