package web

import (
	"net/http"
	"slices"

	"svcx"
	"svcx/internal/directory"
	"svcx/internal/form"
	"svcx/internal/richtext"
)

// mergeView is the page on which one chooses the contact to merge another into.
type mergeView struct {
	frame
	contact *svcx.Contact
	q       string
	// others are those who were found, without the contact itself.
	others []*svcx.Contact
	more   bool
	alert  string
}

// planView shows what a merge, or undoing one, will do before it is done.
type planView struct {
	frame
	directory.MergePlan
	// undoes is set if a merge is undone.
	undoes bool
	alert  string
}

// mergeContactPage is GET …/merge: a search for the other contact, or with ?into= what
// merging into that one will do.
func (h *Handler) mergeContactPage(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	if text := r.URL.Query().Get("into"); text != "" {
		into, ok := form.ParseID(text)
		if !ok {
			return svcx.NotFound("contact")
		}
		return h.showPlan(w, r, s, id, svcx.ContactID(into), nil)
	}
	return h.chooseOther(w, r, s, id, nil)
}

// otherContacts is how many contacts to merge into are offered.
const otherContacts = 20

// chooseOther shows the search for the other contact; cause is why the one that was
// chosen cannot be it.
func (h *Handler) chooseOther(w http.ResponseWriter, r *http.Request, s *viewer, id svcx.ContactID, cause error) error {
	c, err := h.Directory.Contact(r.Context(), s.workspace, id)
	if err != nil {
		return err
	}
	if c.ID != id {
		return redirect(w, r, s.contactLink(c.ID, "/merge"))
	}
	v := mergeView{contact: c, q: readQuery(r)}
	if !r.URL.Query().Has("q") {
		v.q = c.Name // most of those to be merged have the same name
	}
	status := http.StatusOK
	if cause != nil {
		var refused bool
		if v.alert, refused = refusal(s, cause); !refused {
			return cause
		}
		status = http.StatusUnprocessableEntity
	}
	if v.frame, err = h.pageFrame(w, r, s, s.T("merge.title", "Who", contactName(s.Printer, c)), "/contacts/"+idOrNone(&id)+"/merge"+pageQuery(v.q, 1)); err != nil {
		return err
	}
	v.searches = true
	found, total, _, err := h.findContacts(r.Context(), s, v.q, svcx.Page{Limit: otherContacts + 1})
	switch {
	case svcx.KindOf(err) == svcx.KindValidation && r.URL.Query().Has("q"):
		v.alert, status = s.T("contacts.longSearch"), http.StatusUnprocessableEntity
	case svcx.KindOf(err) == svcx.KindValidation:
		v.q = "" // the name has too many words
	case err != nil:
		return err
	}
	v.others = slices.DeleteFunc(found, func(other *svcx.Contact) bool { return other.ID == id })
	v.others = v.others[:min(len(v.others), otherContacts)]
	v.more = total > otherContacts+1
	return show(w, r, status, mergePage(v))
}

// planLink is the address of what merging into another contact will do.
func (s *viewer) planLink(id, into svcx.ContactID) string {
	return s.contactLink(id, "/merge?into="+idOrNone(&into))
}

// showPlan shows what a merge will do; cause is why it was not done.
func (h *Handler) showPlan(w http.ResponseWriter, r *http.Request, s *viewer, id, into svcx.ContactID, cause error) error {
	plan, err := h.Directory.PlanMerge(r.Context(), s.workspace, id, into)
	if plan.Merged != nil && plan.Merged.MergedInto != nil && *plan.Merged.MergedInto == into {
		return redirect(w, r, s.contactLink(into, "")) // it is done already
	}
	if svcx.KindOf(err) == svcx.KindValidation {
		return h.chooseOther(w, r, s, id, err)
	}
	if err != nil {
		return err
	}
	if _, plan.Conversations, err = h.contactConversations(r.Context(), s, id, svcx.Page{Limit: 1}); err != nil {
		return err
	}
	return h.answerPlan(w, r, s, planView{MergePlan: plan}, s.T("merge.into", "Who", contactName(s.Printer, plan.Merged), "Into", contactName(s.Printer, plan.Into)), cause)
}

func (h *Handler) answerPlan(w http.ResponseWriter, r *http.Request, s *viewer, v planView, title string, cause error) (err error) {
	status := http.StatusOK
	if cause != nil {
		var refused bool
		if v.alert, refused = refusal(s, cause); !refused {
			return cause
		}
		status = http.StatusUnprocessableEntity
	}
	here := "/contacts/" + idOrNone(&v.Merged.ID) + "/merge?into=" + idOrNone(&v.Into.ID)
	if v.undoes {
		here = "/contacts/" + idOrNone(&v.Merged.ID) + "/unmerge"
	}
	if v.frame, err = h.pageFrame(w, r, s, title, here); err != nil {
		return err
	}
	return show(w, r, status, planPage(v))
}

// mergeContact is POST …/merge {into}.
func (h *Handler) mergeContact(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	number, ok := form.ParseID(fields.Get("into"))
	if !ok {
		return h.chooseOther(w, r, s, id, svcx.Invalid("into", "must be a contact"))
	}
	into := svcx.ContactID(number)
	c, err := h.Directory.MergeContact(r.Context(), s.call(), id, into)
	if err != nil {
		return h.showPlan(w, r, s, id, into, err)
	}
	h.setCookie(w, doneCookie, "contactMerged", 60)
	return redirect(w, r, s.contactLink(c.ID, ""))
}

// unmergeContactPage is GET …/unmerge: what undoing the merge of the contact will do.
func (h *Handler) unmergeContactPage(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	return h.showUnmerge(w, r, s, id, nil)
}

func (h *Handler) showUnmerge(w http.ResponseWriter, r *http.Request, s *viewer, id svcx.ContactID, cause error) error {
	plan, err := h.Directory.PlanUnmerge(r.Context(), s.workspace, id)
	if plan.Merged != nil && plan.Merged.MergedInto == nil {
		return redirect(w, r, s.contactLink(id, "")) // it is undone already
	}
	if err != nil {
		return err
	}
	return h.answerPlan(w, r, s, planView{MergePlan: plan, undoes: true}, s.T("unmerge.who", "Who", contactName(s.Printer, plan.Merged)), cause)
}

// unmergeContact is POST …/unmerge.
func (h *Handler) unmergeContact(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	c, err := h.Directory.UnmergeContact(r.Context(), s.call(), id)
	if err != nil {
		return h.showUnmerge(w, r, s, id, err)
	}
	h.setCookie(w, doneCookie, "contactUnmerged", 60)
	return redirect(w, r, s.contactLink(c.ID, ""))
}

// mergedName and intoName are how the two contacts are called.
func (v planView) mergedName() string { return contactName(v.Printer, v.Merged) }
func (v planView) intoName() string   { return contactName(v.Printer, v.Into) }

// told is how a text calls a contact: with its id if both have the same name.
func (v planView) told(c *svcx.Contact) string {
	name := contactName(v.Printer, c)
	if v.mergedName() == v.intoName() {
		return v.T("plan.who", "Who", name, "ID", idOrNone(&c.ID))
	}
	return name
}

// tagged reports whether there are tags to show.
func (v planView) tagged() bool {
	return len(v.Merged.Tags)+len(v.Into.Tags)+len(v.MergedAfter.Tags) > 0
}

// act is the address that does what the page shows.
func (v planView) act() string {
	if v.undoes {
		return v.contactLink(v.Merged.ID, "/unmerge")
	}
	return v.contactLink(v.Merged.ID, "/merge")
}

// planLine is a value of both contacts, and that of the one that remains.
type planLine struct{ label, merged, into, after string }

// lines are the values that a merge passes on.
func (v planView) lines() []planLine {
	return []planLine{
		{v.T("contact.name"), v.Merged.Name, v.Into.Name, v.IntoAfter.Name},
		{v.T("contact.email"), v.Merged.Email, v.Into.Email, v.IntoAfter.Email},
		{v.T("details.externalId"), v.Merged.ExternalID, v.Into.ExternalID, v.IntoAfter.ExternalID},
	}
}

// restored are the values of both contacts after a merge is undone.
func (v planView) restored() []planLine {
	return []planLine{
		{v.T("contact.name"), v.MergedAfter.Name, v.IntoAfter.Name, ""},
		{v.T("contact.email"), v.MergedAfter.Email, v.IntoAfter.Email, ""},
		{v.T("details.externalId"), v.MergedAfter.ExternalID, v.IntoAfter.ExternalID, ""},
	}
}

// valueText is a value of a contact for a page.
func valueText(value string) string {
	if value == "" {
		return "–"
	}
	return richtext.Name(value)
}

// eraseView asks for the name of a contact that is to be erased.
type eraseView struct {
	frame
	contact       *svcx.Contact
	merged, total int
	typed, wrong  string
	alert         string
}

// name is what must be typed.
func (v eraseView) name() string { return contactName(v.Printer, v.contact) }

// eraseContactPage is GET …/erase, for admins: what goes and what stays.
func (h *Handler) eraseContactPage(w http.ResponseWriter, r *http.Request, s *viewer) error {
	v, err := h.erasing(w, r, s)
	if err != nil {
		return err
	}
	return show(w, r, http.StatusOK, erasePage(v))
}

func (h *Handler) erasing(w http.ResponseWriter, r *http.Request, s *viewer) (v eraseView, err error) {
	id, err := contactID(r)
	if err != nil {
		return v, err
	}
	if v.contact, err = h.Directory.Contact(r.Context(), s.workspace, id); err != nil {
		return v, err
	}
	if v.contact.ID != id {
		return v, svcx.NotFound("contact") // another one than was asked for
	}
	merged, err := h.Directory.MergedContacts(r.Context(), s.workspace, v.contact)
	if err != nil {
		return v, err
	}
	v.merged = len(merged)
	if _, v.total, err = h.contactConversations(r.Context(), s, id, svcx.Page{Limit: 1}); err != nil {
		return v, err
	}
	v.frame, err = h.pageFrame(w, r, s, s.T("erase.title", "Who", contactName(s.Printer, v.contact)), "/contacts/"+idOrNone(&id)+"/erase")
	return v, err
}

// eraseContact is POST …/erase {name}, for admins.
func (h *Handler) eraseContact(w http.ResponseWriter, r *http.Request, s *viewer) error {
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	v, err := h.erasing(w, r, s)
	if err != nil {
		return err
	}
	v.typed = fields.Get("name")
	if svcx.OneLine(v.typed) != svcx.OneLine(v.name()) {
		v.wrong = s.T("erase.wrong", "Name", v.name())
		return show(w, r, http.StatusUnprocessableEntity, erasePage(v))
	}
	err = h.Directory.EraseContact(r.Context(), s.call(), v.contact.ID)
	if err == nil {
		h.setCookie(w, doneCookie, "contactErased", 60)
		return redirect(w, r, s.path("/contacts"))
	}
	alert, refused := refusal(s, err)
	if !refused {
		return err
	}
	v.alert = alert
	return show(w, r, http.StatusUnprocessableEntity, erasePage(v))
}

// contactRoutes are the pages of contacts.
func (h *Handler) contactRoutes() {
	h.Handle("GET /app/{org}/contacts", h.inWorkspace(svcx.RoleAgent, h.contacts))
	h.Handle("GET /app/{org}/contacts/{id}", h.inWorkspace(svcx.RoleAgent, h.contactPageAt))
	h.Handle("POST /app/{org}/contacts/{id}", h.inWorkspace(svcx.RoleAgent, h.saveContact))
	h.Handle("POST /app/{org}/contacts/{id}/block", h.inWorkspace(svcx.RoleAgent, h.blockContact))
	h.Handle("POST /app/{org}/contacts/{id}/unblock", h.inWorkspace(svcx.RoleAgent, h.unblockContact))
	h.Handle("GET /app/{org}/contacts/{id}/merge", h.inWorkspace(svcx.RoleAgent, h.mergeContactPage))
	h.Handle("POST /app/{org}/contacts/{id}/merge", h.inWorkspace(svcx.RoleAgent, h.mergeContact))
	h.Handle("GET /app/{org}/contacts/{id}/unmerge", h.inWorkspace(svcx.RoleAgent, h.unmergeContactPage))
	h.Handle("POST /app/{org}/contacts/{id}/unmerge", h.inWorkspace(svcx.RoleAgent, h.unmergeContact))
	h.Handle("GET /app/{org}/contacts/{id}/erase", h.inWorkspace(svcx.RoleAdmin, h.eraseContactPage))
	h.Handle("POST /app/{org}/contacts/{id}/erase", h.inWorkspace(svcx.RoleAdmin, h.eraseContact))
}
