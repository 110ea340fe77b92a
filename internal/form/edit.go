package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// DecodeEdit reads the body of PATCH …/messages/{msgId} (R 4.2): {content, reason?}.
// content has 1 to 50,000 characters, not all white space; reason at most 255.
func DecodeEdit(body []byte) (svcx.MessageEdit, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.MessageEdit{}, err
	}
	return checked(o, svcx.MessageEdit{
		Content: o.Label("content", svcx.MaxContent),
		Reason:  o.OptionalLabel("reason", svcx.MaxEditReason),
	})
}

// EditBody describes what DecodeEdit reads.
func EditBody(*Form) *openapi.Schema {
	return openapi.Object(
		openapi.Need("content", openapi.Label(svcx.MaxContent)),
		openapi.May("reason", openapi.Text(svcx.MaxEditReason).As("Shown to agents with the replaced version.")),
	)
}

type editedMessage struct {
	ID        any     `json:"id" api:"id"`
	Content   string  `json:"content"`
	EditedAt  *string `json:"editedAt"`
	EditCount int     `json:"editCount"`
}

// Edited encodes the answer to an edit: {id, content, editedAt, editCount} (R 2.9).
// editedAt is null if the content has never been changed.
func (f *Form) Edited(m *svcx.Message) any {
	return editedMessage{f.ID(int64(m.ID)), m.Content, OptionalTime(m.EditedAt), m.EditCount}
}

// Version encodes a message's content before one of its edits: {version, content,
// replacedAt, reason, editor: {type, id, name}}. version counts from 1, the original
// content; reason is null if none was given.
func (f *Form) Version(v svcx.MessageVersion) any {
	return struct {
		Version    int     `json:"version"`
		Content    string  `json:"content"`
		ReplacedAt string  `json:"replacedAt"`
		Reason     *string `json:"reason"`
		Editor     actor   `json:"editor"`
	}{v.Number, v.Content, v.ReplacedAt.String(), OptionalString(v.Reason), f.actor(v.Editor)}
}

type conversationRead struct {
	OK     bool   `json:"ok"`
	ReadAt string `json:"readAt"`
}

// ConversationRead encodes the answer to POST …/read: {ok, readAt} (R 4.2).
func ConversationRead(at svcx.Time) any {
	return conversationRead{true, at.String()}
}

type messageRead struct {
	ID     any     `json:"id" api:"id"`
	ReadAt *string `json:"readAt"`
}

// MessageRead encodes the answer to POST …/messages/{msgId}/read: {id, readAt}.
// readAt is null for a customer's own message (D 5).
func (f *Form) MessageRead(m *svcx.Message) any {
	return messageRead{f.ID(int64(m.ID)), OptionalTime(m.ReadAt)}
}

var typingRoles = []Word[svcx.TypingRole]{
	{"customer", svcx.TypingCustomer},
	{"bot", svcx.TypingBot},
	{"staff", svcx.TypingStaff},
}

// DecodeTyping reads the body of POST …/typing (R 4.2): {typing, name?, role?}.
func DecodeTyping(body []byte) (svcx.TypingSignal, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.TypingSignal{}, err
	}
	return checked(o, svcx.TypingSignal{
		On:   o.Value("typing").Bool(),
		Name: o.OptionalLabel("name", svcx.MaxName),
		Role: OptionalEnum(o, "role", svcx.TypingCustomer, typingRoles),
	})
}

// TypingBody describes what DecodeTyping reads.
func TypingBody(*Form) *openapi.Schema {
	return openapi.Object(
		openapi.Need("typing", openapi.Bool().As("Whether the author is typing.")),
		openapi.May("name", openapi.Text(svcx.MaxName).As("The name to show. By default, that of the contact, or `Customer`, for a customer; `Staff` or `Bot` for others.")),
		openapi.May("role", oneOf(typingRoles).Or("customer")),
	)
}

type typingSet struct {
	OK        bool   `json:"ok"`
	ExpiresAt string `json:"expiresAt"`
}

// TypingSet encodes the answer to it: {ok, expiresAt}.
func TypingSet(until svcx.Time) any {
	return typingSet{true, until.String()}
}
