package web

import (
	"cmp"
	"net/http"
	"net/url"

	"svcx"
	"svcx/internal/web/page"
)

// action is what a member did in a conversation, for its answer.
type action struct {
	*page.Viewer
	id svcx.ConversationID
	// done is the text that says what was done, after "done.".
	done string
	// said says in its place what exactly; "" if the text says all, or what undoes it does.
	said string
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
	// back is the answer to a back request, nil for another action.
	back *backAnswer
	// subject is one that is proposed, "" for another action.
	subject string
	// undo undoes it; nil if it cannot be undone, or nothing was changed.
	undo *page.Undo
}

// kept puts refused values back into their form, with the reasons beside the fields; false
// if the reason concerns no field.
func (a action) kept(o *conversationView, err error) bool {
	if a.draft.asks() {
		return true
	}
	if a.participant != nil && len(a.participant.problems) > 0 {
		o.participantForm = a.participant
		return true
	}
	return err != nil && o.keepFields(a, err)
}

// answer answers an action. A browser without scripts is led back to the conversation, or shown
// it with what the integrator answered, or the reason why nothing was done and what it had written. A script
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
	if err == nil && !page.IsFragment(r) && a.back == nil && a.subject == "" {
		l, err := page.ReadListing(r)
		if err != nil {
			return err
		}
		h.Done(w, a.done, a.undo)
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
	v.open.alert, v.open.back, v.open.subject, v.open.Done, v.Done = alert, a.back, a.subject, "", ""
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
	o.alert, o.back, o.subject, o.Done = alert, a.back, a.subject, ""
	a.draft.files = nil // the page still has them
	o.keep(a.draft)
	if a.kept(o, refused) {
		o.alert = ""
	}
	if refused == nil && a.done != "" {
		o.Done, o.Undo, o.Said = "done."+a.done, a.undo, cmp.Or(a.said, a.undo.Says(a.Viewer, o.members, o.categories))
		if queued := queuedTexts[a.done]; queued != "" && o.deliveryOf(a.message).isHeld() {
			o.Done = "done." + queued
		}
	}
	o.again = o.deliveryOf(a.again)
	return page.Show(w, r, status, actedFragment(o, a.message))
}

// queuedTexts are the texts about what was sent, if that waits for the integrator.
var queuedTexts = map[string]string{"sent": "queued", "sentAndResolved": "queuedAndResolved"}

// openParts loads an open conversation without the list beside it.
func (h *Handler) openParts(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ConversationID) (*conversationView, error) {
	v := &inboxView{}
	if err := h.fragment(w, r, s, v); err != nil {
		return nil, err
	}
	return h.conversation(r, v, id)
}

// readAction reads the form of an action in a conversation.
func readAction(w http.ResponseWriter, r *http.Request) (id svcx.ConversationID, fields url.Values, err error) {
	if id, err = conversationID(r); err != nil {
		return 0, nil, err
	}
	fields, err = page.ReadForm(w, r)
	return id, fields, err
}

// act reads the form of an action, and answers it.
func (h *Handler) act(w http.ResponseWriter, r *http.Request, s *page.Viewer, do func(a *action, fields url.Values) error) error {
	id, fields, err := readAction(w, r)
	if err != nil {
		return err
	}
	a := action{Viewer: s, id: id}
	err = do(&a, fields)
	return h.answer(w, r, a, err)
}

// requestRating is POST …/rating: the customer is asked for a rating.
func (h *Handler) requestRating(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, _ url.Values) error {
		a.done = "ratingRequested"
		err := h.options.Ratings.Request(r.Context(), s.Call(), a.id)
		if svcx.KindOf(err) == svcx.KindConflict {
			err = &svcx.Error{Kind: svcx.KindConflict, Message: s.T("rating.off")}
		}
		return err
	})
}

// assign is POST …/assign {to}: the id of a member, "" for nobody, "me".
func (h *Handler) assign(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		to := fields.Get("to")
		a.done = "assigned"
		switch to {
		case "":
			a.done = "unassigned"
		case "me":
			to = page.IDOrNone(&s.Member.ID)
		}
		return h.set(r, a, svcx.PropertyAssignee, to)
	})
}

// setCategory is POST …/category {to}: an id, "" for none.
func (h *Handler) setCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		a.done = "category"
		return h.set(r, a, svcx.PropertyCategory, fields.Get("to"))
	})
}

// setPriority is POST …/priority {to}, "" for none.
func (h *Handler) setPriority(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		a.done = "priority"
		return h.set(r, a, svcx.PropertyPriority, fields.Get("to"))
	})
}

// invalidTags is the error of tags that nothing may have; nil for others.
func invalidTags(s *page.Viewer, tags []string) error {
	if problem := s.TagsProblem(tags); problem != "" {
		return svcx.Invalid("", "%s", problem)
	}
	return nil
}
