package web

import (
	"errors"
	"net/http"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// set sets a property for an action, so that it can be undone.
func (h *Handler) set(r *http.Request, a *action, property svcx.Property, to string) error {
	return h.setAs(r, a, messaging.Setting{PropertyChange: svcx.PropertyChange{Property: property, To: to}})
}

func (h *Handler) setAs(r *http.Request, a *action, set messaging.Setting) error {
	was, is, err := h.Messaging.SetProperty(r.Context(), a.Call(), a.id, set)
	if err == nil && was != is {
		a.undo = &page.Undo{Conversation: a.id, Property: set.Property, Was: was, Is: is}
	}
	return explainGone(a.Viewer, set.Property, err)
}

// explainGone says in the words of the pages that a member or a category is not there any more,
// if that is why one could not be set.
func explainGone(s *page.Viewer, property svcx.Property, err error) error {
	if svcx.KindOf(err) == svcx.KindValidation && (property == svcx.PropertyAssignee || property == svcx.PropertyCategory) {
		return svcx.Invalid("", "%s", s.T("choice.gone"))
	}
	return err
}

// undoAction is POST …/undo {property, was, is}: the last action is undone, unless somebody has
// changed the property since. Events that were sent stay sent: this sends those of the opposite
// action.
func (h *Handler) undoAction(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, fields, err := readAction(w, r)
	if err != nil {
		return err
	}
	property, is := svcx.Property(fields.Get("property")), fields.Get("is")
	if !property.Valid() {
		return svcx.Invalid("property", "is not known")
	}
	change := svcx.PropertyChange{Property: property, To: fields.Get("was")}
	if property == svcx.PropertyTags {
		err = invalidTags(s, svcx.SplitTags(change.To))
	}
	if err == nil {
		_, _, err = h.Messaging.SetProperty(r.Context(), s.Call(), id, messaging.Setting{PropertyChange: change, If: &is})
		err = explainGone(s, property, err)
	}
	if errors.Is(err, messaging.ErrChanged) {
		err = &svcx.Error{Kind: svcx.KindConflict, Message: s.T("undo.changed")}
	}
	if !page.IsFragment(r) {
		return h.answer(w, r, action{Viewer: s, id: id, done: "undone"}, err)
	}
	// The conversation may not be open any more: the stream shows what has changed.
	if text, refused := page.Refusal(s, err); refused {
		return page.Show(w, r, http.StatusUnprocessableEntity, refusedFragment(text))
	}
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, page.Said(page.Frame{Viewer: s, Done: "done.undone"}, true))
}
