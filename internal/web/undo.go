package web

import (
	"errors"
	"net/http"
	"net/url"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
)

// undo is what takes back what was just done in a conversation: the property that was set, what it
// was and what it is. The page has it, and nothing else: it is gone with the page.
type undo struct {
	conversation svcx.ConversationID
	property     svcx.Property
	was, is      string
}

// undoCookie has it for the next page, where there are no scripts.
const undoCookie = "svcx_undo"

// maxUndoCookie is how long a cookie may be, in bytes. What is longer cannot be undone there.
const maxUndoCookie = 3000

func (u *undo) write() string {
	text := url.Values{
		"id": {idOrNone(&u.conversation)}, "property": {string(u.property)}, "was": {u.was}, "is": {u.is},
	}.Encode()
	if len(text) > maxUndoCookie {
		return ""
	}
	return text
}

func readUndo(text string) *undo {
	values, err := url.ParseQuery(form.CleanText(text))
	id, ok := form.ParseID(values.Get("id"))
	property := svcx.Property(values.Get("property"))
	if err != nil || !ok || !property.Valid() {
		return nil
	}
	return &undo{svcx.ConversationID(id), property, values.Get("was"), values.Get("is")}
}

// set sets a property for an action, which can be undone then.
func (h *Handler) set(r *http.Request, a *action, change svcx.PropertyChange) error {
	return h.setAs(r, a, messaging.Setting{PropertyChange: change})
}

func (h *Handler) setAs(r *http.Request, a *action, set messaging.Setting) error {
	was, is, err := h.Messaging.SetProperty(r.Context(), a.call(), a.id, set)
	if err == nil && was != is {
		a.undo = &undo{a.id, set.Property, was, is}
	}
	return err
}

// undoAction is POST …/undo {property, was, is}: what was just done is taken back, unless somebody
// has changed it since. What has been sent stays sent: this sends what the opposite action does.
func (h *Handler) undoAction(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	property, is := svcx.Property(fields.Get("property")), fields.Get("is")
	if !property.Valid() {
		return svcx.Invalid("property", "is not known")
	}
	change := svcx.PropertyChange{Property: property, To: fields.Get("was")}
	_, _, err = h.Messaging.SetProperty(r.Context(), s.call(), id, messaging.Setting{PropertyChange: change, If: &is})
	if errors.Is(err, messaging.ErrChanged) {
		err = &svcx.Error{Kind: svcx.KindConflict, Message: s.T("undo.changed")}
	}
	if !isFragment(r) {
		return h.answer(w, r, action{viewer: s, id: id, done: "undone"}, err)
	}
	// The conversation may not be open any more: the stream shows what has changed.
	if text, refused := refusal(s, err); refused {
		return show(w, r, http.StatusUnprocessableEntity, refusedFragment(text))
	}
	if err != nil {
		return err
	}
	return show(w, r, http.StatusOK, said(frame{viewer: s, done: "done.undone"}, true))
}
