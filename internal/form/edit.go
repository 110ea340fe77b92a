package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// DecodeEdit reads the body of PATCH …/messages/{msgId} (R 4.2): {content,
// reason?}, content 1 to 50,000 characters, not all white space, reason at most
// 255.
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

// EditBody is what DecodeEdit reads.
func EditBody(*Form) *openapi.Schema {
	return openapi.Object(
		openapi.Need("content", openapi.Label(svcx.MaxContent)),
		openapi.May("reason", openapi.Text(svcx.MaxEditReason).As("Shown to agents beside the version that was replaced.")),
	)
}

type editedMessage struct {
	ID        any     `json:"id" api:"id"`
	Content   string  `json:"content"`
	EditedAt  *string `json:"editedAt"`
	EditCount int     `json:"editCount"`
}

// Edited is the answer to an edit: {id, content, editedAt, editCount} (R 2.9);
// editedAt is null where nothing was changed ever.
func (f *Form) Edited(m *svcx.Message) any {
	return editedMessage{f.ID(int64(m.ID)), m.Content, OptionalTime(m.EditedAt), m.EditCount}
}

// Version is what a message said before one of its edits: {version, content,
// replacedAt, reason, editor: {type, id, name}}. version counts from 1, what was
// sent; reason is null where none was given.
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

// ConversationRead is the answer to POST …/read: {ok, readAt} (R 4.2).
func ConversationRead(at svcx.Time) any {
	return conversationRead{true, at.String()}
}

type messageRead struct {
	ID     any     `json:"id" api:"id"`
	ReadAt *string `json:"readAt"`
}

// MessageRead is the answer to POST …/messages/{msgId}/read: {id, readAt}, null
// for a customer's own (decisions 5).
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

// TypingBody is what DecodeTyping reads.
func TypingBody(*Form) *openapi.Schema {
	return openapi.Object(
		openapi.Need("typing", openapi.Bool().As("Whether somebody types.")),
		openapi.May("name", openapi.Text(svcx.MaxName).As("Who it is. Without it a customer is named by the contact, else Customer; others Staff or Bot.")),
		openapi.May("role", oneOf(typingRoles).Or("customer")),
	)
}

type typingSet struct {
	OK        bool   `json:"ok"`
	ExpiresAt string `json:"expiresAt"`
}

// TypingSet is the answer to it: {ok, expiresAt}.
func TypingSet(until svcx.Time) any {
	return typingSet{true, until.String()}
}
