package formb

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Message is a message on the wire (R 2.2, D 5). createdAt is when it was sent;
// authorName is null for a customer without a name; ai is true if the content is
// GitHub Flavored Markdown.
type Message struct {
	ID             svcx.MessageID      `json:"id"`
	ConversationID svcx.ConversationID `json:"conversationId"`
	AuthorType     svcx.AuthorType     `json:"authorType"`
	AuthorName     *string             `json:"authorName"`
	Content        string              `json:"content"`
	ContentType    svcx.ContentType    `json:"contentType"`
	AI             bool                `json:"ai"`
	CreatedAt      string              `json:"createdAt"`
	ExternalID     *string             `json:"externalId"`
	EditedAt       *string             `json:"editedAt"`
	EditCount      int                 `json:"editCount"`
	ReadAt         *string             `json:"readAt"`
	Attachment     *form.Attachment    `json:"attachment"`
	Attachments    []form.Attachment   `json:"attachments"`
}

func encodeMessage(m *svcx.Message) any { return messageOf(m) }

// sessionMessage is a message as agents see it.
type sessionMessage struct {
	Message
	Note bool `json:"note"`
	// Mentions are the ids of the members whom a note mentions.
	Mentions []svcx.UserID `json:"mentions"`
}

func encodeSessionMessage(m *svcx.Message) any {
	mentions := make([]svcx.UserID, len(m.Mentions))
	for i, mention := range m.Mentions {
		mentions[i] = mention.User
	}
	return sessionMessage{messageOf(m), m.Kind == svcx.MessageKindNote, mentions}
}

func messageOf(m *svcx.Message) Message {
	first, all := form.Attachments(m.Attachments)
	return Message{
		ID:             m.ID,
		ConversationID: m.Conversation,
		AuthorType:     m.Author.Type,
		AuthorName:     form.OptionalString(m.Author.Name),
		Content:        m.Content,
		ContentType:    m.ContentType,
		AI:             m.Markdown,
		CreatedAt:      m.SentAt.String(),
		ExternalID:     form.OptionalString(m.ExternalID),
		EditedAt:       form.OptionalTime(m.EditedAt),
		EditCount:      m.EditCount,
		ReadAt:         form.OptionalTime(m.ReadAt),
		Attachment:     first,
		Attachments:    all,
	}
}

// publicMessage encodes a message for clients that are not members.
func publicMessage(m *svcx.Message) any {
	shown := *m
	shown.Author.Name = m.Author.PublicName()
	return encodeMessage(&shown)
}

// authorTypes are the words of a sent message's author.type (R 4.2).
var authorTypes = []form.Word[svcx.AuthorType]{
	{Text: "staff", Means: svcx.AuthorAgent},
	{Text: "bot", Means: svcx.AuthorBot},
}

// decodeAuthor reads ai and author: {name?, email?, externalId?, type?}. An author
// without a name is shown as Staff or Bot; a message without an author is shown as
// Agent's (R 4.2).
func decodeAuthor(o *form.Object, draft *svcx.MessageDraft) {
	draft.Markdown = o.OptionalBool("ai", false)
	v := o.Value("author")
	if !v.Given() {
		return
	}
	author := v.Object()
	draft.Author.Type = form.OptionalEnum(author, "type", svcx.AuthorAgent, authorTypes)
	draft.Author.Name = author.OptionalLabel("name", svcx.MaxName)
	switch {
	case draft.Author.Name != "":
	case draft.Author.Type == svcx.AuthorBot:
		draft.Author.Name = form.LabelBot
	default:
		draft.Author.Name = form.LabelStaff
	}
	form.AuthorContact(author, &draft.Author)
}

func messageBody() *openapi.Schema {
	author := openapi.Object(append([]openapi.Member{
		openapi.May("name", openapi.Text(svcx.MaxName).As("Shown in the inbox. By default, `Staff` or `Bot`.")),
		openapi.May("type", form.OneOf(authorTypes).Or("staff").As("A `bot` is shown with a badge.")),
	}, form.AuthorContactSchema()...)...)
	return form.MessageBody(
		openapi.May("author", author.As("The member of your staff or the bot that wrote the message.")),
		openapi.May("ai", openapi.Bool().Or(false).As("Whether the content is GitHub Flavored Markdown.")),
	)
}
