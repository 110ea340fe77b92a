package form

import (
	"strings"

	"svcx"
	"svcx/internal/openapi"
)

// importResult is the answer to an import (R 2.9, D 5).
type importResult struct {
	Imported int            `json:"imported"`
	Skipped  int            `json:"skipped"`
	Errors   int            `json:"errors"`
	Total    int            `json:"total"`
	Details  []importDetail `json:"details"`
}

type importDetail struct {
	Index   int    `json:"index"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

// ImportResult encodes the answer to an import: {imported, skipped, errors, total,
// details: [{index, field, message}]} (R 2.9, D 5).
func (f *Form) ImportResult(r svcx.ImportResult) any {
	out := importResult{Imported: r.Imported, Skipped: r.Skipped, Errors: r.Errors, Total: r.Total, Details: make([]importDetail, len(r.Details))}
	for i, d := range r.Details {
		out.Details[i] = importDetail(d)
	}
	return out
}

// DecodeImportConversations reads the body of POST /import/conversations
// (R 4.7): {channelId, conversations}, at most 100 of {externalId, subject?,
// status?, contact: {externalId, name?, email?, avatarUrl?}, createdAt?,
// resolvedAt?}. Invalid items are listed in Invalid; an error means that nothing is
// imported.
func (f *Form) DecodeImportConversations(body []byte) (svcx.Import[svcx.ImportConversation], error) {
	return decodeImport(f, body, "conversations", svcx.MaxImportConversations, importConversation)
}

// DecodeImportMessages reads the body of POST /import/messages (R 4.7):
// {channelId, messages}, at most 500 of {conversationExternalId, externalId?,
// content, authorType?, authorName?, sentAt?}.
func (f *Form) DecodeImportMessages(body []byte) (svcx.Import[svcx.ImportMessage], error) {
	return decodeImport(f, body, "messages", svcx.MaxImportMessages, importMessage)
}

func decodeImport[T any](f *Form, body []byte, name string, max int, read func(*Object, int) T) (svcx.Import[T], error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.Import[T]{}, err
	}
	batch := svcx.Import[T]{Channel: svcx.ChannelID(f.ReadID(o.Value("channelId")))}
	elements := o.Value(name).Elements(max)
	batch.Total = len(elements)
	for i, e := range elements {
		var item T
		if err := e.Try(func(v Value) { item = read(v.filledObject(), i) }); err != nil {
			field := err.Field // the item itself or one of its members
			if member, ok := strings.CutPrefix(field, e.Path()+"."); ok {
				field = member
			}
			batch.Invalid = append(batch.Invalid, svcx.ImportDetail{Index: i, Field: field, Message: err.Message})
			continue
		}
		batch.Items = append(batch.Items, item)
	}
	return checked(o, batch)
}

// filledObject reads a required object.
func (v Value) filledObject() *Object {
	if !v.Given() {
		v.Refuse("must be an object")
	}
	return v.Object()
}

var importStatuses = []Word[svcx.Status]{{"open", svcx.StatusOpen}, {"resolved", svcx.StatusResolved}, {"closed", svcx.StatusClosed}}

func importConversation(o *Object, index int) svcx.ImportConversation {
	contact := o.Value("contact").filledObject()
	c := svcx.ImportConversation{
		Index: index, ExternalID: o.Value("externalId").FilledExternalID(), Subject: o.OptionalLabel("subject", svcx.MaxSubject),
		Status: OptionalEnum(o, "status", svcx.StatusOpen, importStatuses),
		Contact: svcx.ImportContact{
			ExternalID: contact.Value("externalId").FilledExternalID(), Name: contact.OptionalLabel("name", svcx.MaxName),
			Email: contact.OptionalEmail("email"), AvatarURL: contact.OptionalText("avatarUrl", svcx.MaxURL),
		},
		CreatedAt: o.optionalTime("createdAt"), ResolvedAt: o.optionalTime("resolvedAt"),
	}
	if c.CreatedAt != nil && c.ResolvedAt != nil && *c.ResolvedAt < *c.CreatedAt {
		o.Refuse("resolvedAt", "must not be before createdAt")
	}
	return c
}

var importAuthors = []Word[svcx.AuthorType]{
	{"customer", svcx.AuthorCustomer}, {"agent", svcx.AuthorAgent}, {"bot", svcx.AuthorBot}, {"api", svcx.AuthorAPI}, {"system", svcx.AuthorSystem},
}

func importMessage(o *Object, index int) svcx.ImportMessage {
	m := svcx.ImportMessage{
		Index: index, ConversationExternalID: o.Value("conversationExternalId").FilledExternalID(),
		Content:    o.Label("content", svcx.MaxContent),
		AuthorType: OptionalEnum(o, "authorType", svcx.AuthorCustomer, importAuthors),
		AuthorName: o.OptionalLabel("authorName", svcx.MaxName), SentAt: o.optionalTime("sentAt"),
	}
	if v := o.Value("externalId"); v.Given() {
		m.ExternalID = v.ExternalID()
	}
	return m
}

// ImportConversationsBody describes what DecodeImportConversations reads.
func (f *Form) ImportConversationsBody() *openapi.Schema {
	contact := openapi.Object(
		openapi.Need("externalId", externalIDSchema()),
		openapi.May("name", openapi.Text(svcx.MaxName)),
		openapi.May("email", EmailSchema()),
		openapi.May("avatarUrl", URLSchema()),
	)
	return f.importBody("conversations", svcx.MaxImportConversations, openapi.Object(
		openapi.Need("externalId", externalIDSchema().As("An item whose id already exists is skipped.")),
		openapi.May("subject", openapi.Text(svcx.MaxSubject)),
		openapi.May("status", oneOf(importStatuses).Or(string(svcx.StatusOpen))),
		openapi.Need("contact", contact),
		openapi.May("createdAt", openapi.Time()),
		openapi.May("resolvedAt", openapi.Time().As("Ignored for an open conversation.")),
	))
}

// ImportMessagesBody describes what DecodeImportMessages reads.
func (f *Form) ImportMessagesBody() *openapi.Schema {
	return f.importBody("messages", svcx.MaxImportMessages, openapi.Object(
		openapi.Need("conversationExternalId", externalIDSchema()),
		openapi.May("externalId", externalIDSchema().As("An item whose id already exists is skipped. A message without an id is imported again each time.")),
		openapi.Need("content", openapi.Label(svcx.MaxContent)),
		openapi.May("authorType", oneOf(importAuthors).Or(string(svcx.AuthorCustomer))),
		openapi.May("authorName", openapi.Text(svcx.MaxName)),
		openapi.May("sentAt", openapi.Time()),
	))
}

func (f *Form) importBody(name string, most int, item *openapi.Schema) *openapi.Schema {
	return openapi.Object(
		openapi.Need("channelId", f.IDSchema()),
		openapi.Need(name, openapi.Array(item, most).As("An invalid item counts as an error; all others are imported.")),
	)
}

// externalIDSchema describes an external id.
func externalIDSchema() *openapi.Schema { return openapi.Label(svcx.MaxExternalID) }

// optionalTime reads a timestamp that may be absent or null.
func (o *Object) optionalTime(name string) *svcx.Time {
	v := o.Value(name)
	if !v.Given() {
		return nil
	}
	t := v.Time()
	return &t
}
