package web

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// action is what a member did in a conversation, for its answer.
type action struct {
	*page.Viewer
	id svcx.ConversationID
	// done is the text that says what was done, after "done.".
	done string
	// draft is what the composer shows afterwards: if nothing was sent, what was written.
	draft composer
	// message is the one that was written, 0 for none.
	message svcx.MessageID
	// again is the message that is sent again, 0 for another action.
	again svcx.MessageID
	// to is the status that the conversation was to get, "" for another action.
	to svcx.Status
	// fields and participant are what was filled in. If it was refused it is kept.
	fields      svcx.FieldInputs
	participant *participantForm
	// undo takes it back; nil if it cannot be taken back, or nothing was changed.
	undo *page.Undo
}

// kept puts what was filled in and refused back into its form, with the reasons beside the
// fields; false if the reason concerns no field.
func (a action) kept(o *conversationView, err error) bool {
	if a.draft.newer != nil {
		return true
	}
	if a.participant != nil && len(a.participant.problems) > 0 {
		o.participantForm = a.participant
		return true
	}
	return err != nil && o.keepFields(a, err)
}

// answer answers an action. A browser without scripts is led back to the conversation,
// or shown it with the reason why nothing was done and what it had written. A script
// gets the parts of the page that the action may have changed.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request, a action, err error) error {
	alert, refused := page.Refusal(a.Viewer, err)
	if err != nil && !refused {
		return err
	}
	status := http.StatusOK
	if refused {
		status = http.StatusUnprocessableEntity
	}
	if err == nil && !page.IsFragment(r) {
		l, err := page.ReadListing(r)
		if err != nil {
			return err
		}
		h.SetCookie(w, page.DoneCookie, a.done, 60)
		if a.undo != nil {
			h.SetCookie(w, page.UndoCookie, a.undo.Write(), 60)
		}
		return page.Redirect(w, r, a.ConversationLink(a.id, l))
	}
	if page.IsFragment(r) {
		return h.answerParts(w, r, a, err, alert, status)
	}
	v, failed := h.list(w, r, a.Viewer)
	if failed != nil {
		return failed
	}
	if v.open, failed = h.conversation(r, &v, a.id); failed != nil {
		return failed
	}
	v.open.alert, v.open.Done, v.Done = alert, "", ""
	if a.kept(v.open, err) {
		v.open.alert = ""
	}
	if a.draft.tab != "" {
		v.open.keep(a.draft)
	}
	return page.Show(w, r, status, inboxPage(v))
}

// answerParts answers a script. refused is why nothing was done, nil if it was.
func (h *Handler) answerParts(w http.ResponseWriter, r *http.Request, a action, refused error, alert string, status int) error {
	o, err := h.openParts(w, r, a.Viewer, a.id)
	if err != nil {
		return err
	}
	o.alert, o.Done = alert, ""
	o.keep(a.draft)
	if a.kept(o, refused) {
		o.alert = ""
	}
	if refused == nil && a.done != "" {
		o.Done, o.Undo = "done."+a.done, a.undo
	}
	o.again = o.deliveryOf(a.again)
	return page.Show(w, r, status, actedFragment(o, a.message))
}

// openParts loads an open conversation without the list beside it.
func (h *Handler) openParts(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ConversationID) (*conversationView, error) {
	v := &inboxView{}
	if err := h.fragment(w, r, s, v); err != nil {
		return nil, err
	}
	return h.conversation(r, v, id)
}

// change reads the form of an action that cannot be undone, and answers it.
func (h *Handler) change(w http.ResponseWriter, r *http.Request, s *page.Viewer, do func(id svcx.ConversationID, value func(string) string) (done string, err error)) error {
	return h.act(w, r, s, func(a *action, value func(string) string) (err error) {
		a.done, err = do(a.id, value)
		return err
	})
}

// act reads the form of an action, and answers it.
func (h *Handler) act(w http.ResponseWriter, r *http.Request, s *page.Viewer, do func(a *action, value func(string) string) error) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	a := action{Viewer: s, id: id}
	err = do(&a, fields.Get)
	return h.answer(w, r, a, err)
}

// assign is POST …/assign {to}: the id of a member, "" for nobody, "me".
func (h *Handler) assign(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.setProperty(w, r, s, svcx.PropertyAssignee, func(to string) (string, string, error) {
		switch to {
		case "":
			return to, "unassigned", nil
		case "me":
			to = page.IDOrNone(&s.Member.ID)
		}
		_, err := optionalID[svcx.UserID](to)
		return to, "assigned", err
	})
}

// setCategory is POST …/category {to}: an id, "" for none.
func (h *Handler) setCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.setProperty(w, r, s, svcx.PropertyCategory, func(to string) (string, string, error) {
		_, err := optionalID[svcx.CategoryID](to)
		return to, "category", err
	})
}

// setPriority is POST …/priority {to}, "" for none.
func (h *Handler) setPriority(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.setProperty(w, r, s, svcx.PropertyPriority, func(to string) (string, string, error) { return to, "priority", nil })
}

// setTags is POST …/tags {was, to}: the tags that the form showed and those that are to be,
// with commas between them.
func (h *Handler) setTags(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, value func(string) string) error {
		retag := func(current []string) ([]string, error) {
			tags := page.ChangedTags(current, value("was"), value("to"))
			if problem := s.TagsProblem(tags); problem != "" {
				return nil, svcx.Invalid("", "%s", problem)
			}
			return tags, nil
		}
		a.done = "tags"
		return h.setAs(r, a, messaging.Setting{PropertyChange: svcx.PropertyChange{Property: svcx.PropertyTags}, Retag: retag})
	})
}

// setProperty sets a property to what read makes of the form's field to; done says so.
func (h *Handler) setProperty(w http.ResponseWriter, r *http.Request, s *page.Viewer, property svcx.Property, read func(to string) (value, done string, err error)) error {
	return h.act(w, r, s, func(a *action, value func(string) string) (err error) {
		var to string
		if to, a.done, err = read(value("to")); err == nil {
			err = h.set(r, a, svcx.PropertyChange{Property: property, To: to})
		}
		return err
	})
}

// optionalID reads an id from a form; nil for "".
func optionalID[T ~int64](text string) (*T, error) {
	if text == "" {
		return nil, nil
	}
	id, ok := form.ParseID(text)
	if !ok {
		return nil, svcx.Invalid("to", "must be an id")
	}
	to := T(id)
	return &to, nil
}
