package page

import (
	"net/url"

	"svcx"
	"svcx/internal/form"
)

// Undo takes back what was just done in a conversation: it has the property that was set, what it
// was and what it is. Only the page has it, and it is gone with the page.
type Undo struct {
	Conversation svcx.ConversationID
	Property     svcx.Property
	Was, Is      string
}

// UndoCookie has an Undo for the next page, where there are no scripts.
const UndoCookie = "svcx_undo"

// maxUndoCookie is how long a cookie may be, in bytes. What is longer cannot be undone there.
const maxUndoCookie = 3000

// Write is the value of UndoCookie; "" if it would be too long.
func (u *Undo) Write() string {
	text := url.Values{
		"id": {IDOrNone(&u.Conversation)}, "property": {string(u.Property)}, "was": {u.Was}, "is": {u.Is},
	}.Encode()
	if len(text) > maxUndoCookie {
		return ""
	}
	return text
}

func readUndo(text string) *Undo {
	values, err := url.ParseQuery(form.CleanText(text))
	id, ok := form.ParseID(values.Get("id"))
	property := svcx.Property(values.Get("property"))
	if err != nil || !ok || !property.Valid() {
		return nil
	}
	return &Undo{svcx.ConversationID(id), property, values.Get("was"), values.Get("is")}
}
