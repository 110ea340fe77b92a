package contacts

import (
	"net/http"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/directory"
	"svcx/internal/form"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// mergeView is the page on which one chooses the contact to merge another into.
type mergeView struct {
	page.Frame
	contact *svcx.Contact
	q       string
	// others are those who were found, without the contact itself.
	others []*svcx.Contact
	more   bool
	alert  string
}

// planView shows what a merge, or undoing one, will do before it is done.
type planView struct {
	page.Frame
	directory.MergePlan
	// undoes is set if a merge is undone.
	undoes bool
	alert  string
}

// mergeContactPage is GET …/merge: a search for the other contact, or with ?into= what
// merging into that one will do.
func (h *Pages) mergeContactPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
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
func (h *Pages) chooseOther(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ContactID, cause error) error {
	c, err := h.Directory.Contact(r.Context(), s.Workspace, id)
	if err != nil {
		return err
	}
	if c.ID != id {
		return page.Redirect(w, r, s.ContactLink(c.ID, "/merge"))
	}
	v := mergeView{contact: c, q: page.ReadQuery(r)}
	if !r.URL.Query().Has("q") {
		v.q = c.Name // most of those to be merged have the same name
	}
	status := http.StatusOK
	if cause != nil {
		var refused bool
		if v.alert, refused = page.Refusal(s, cause); !refused {
			return cause
		}
		status = http.StatusUnprocessableEntity
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("merge.title", "Who", page.ContactName(s.Printer, c)), "/contacts/"+page.IDOrNone(&id)+"/merge"+page.ListQuery(v.q, 1)); err != nil {
		return err
	}
	v.Searches = true
	found, next, err := h.Find(r.Context(), s, v.q, 0, otherContacts+1)
	if words := strings.Fields(v.q); err == nil && len(found) < 2 && len(words) > 1 && !r.URL.Query().Has("q") {
		v.q = words[len(words)-1] // or the same family name
		found, next, err = h.Find(r.Context(), s, v.q, 0, otherContacts+1)
	}
	switch {
	case svcx.KindOf(err) == svcx.KindValidation && r.URL.Query().Has("q"):
		v.alert, status = s.T("contacts.longSearch"), http.StatusUnprocessableEntity
	case svcx.KindOf(err) == svcx.KindValidation:
		v.q = "" // the name has too many words
	case err != nil:
		return err
	}
	v.others = slices.DeleteFunc(found, func(other *svcx.Contact) bool { return other.ID == id })
	v.more = next != 0 || len(v.others) > otherContacts
	v.others = v.others[:min(len(v.others), otherContacts)]
	if r.URL.Query().Has("q") && v.alert == "" {
		v.Found = s.FoundText(v.q, len(v.others), v.more)
	}
	if page.IsFragment(r) {
		return page.Show(w, r, status, mergeFragment(v))
	}
	return page.Show(w, r, status, mergePage(v))
}

// showPlan shows what a merge will do; cause is why it was not done.
func (h *Pages) showPlan(w http.ResponseWriter, r *http.Request, s *page.Viewer, id, into svcx.ContactID, cause error) error {
	plan, err := h.Directory.PlanMerge(r.Context(), s.Workspace, id, into)
	if plan.Merged != nil && plan.Merged.MergedInto != nil && *plan.Merged.MergedInto == into {
		return page.Redirect(w, r, s.ContactLink(into, "")) // it is done already
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
	return h.answerPlan(w, r, s, planView{MergePlan: plan}, s.T("merge.into", "Who", page.ContactName(s.Printer, plan.Merged), "Into", page.ContactName(s.Printer, plan.Into)), cause)
}

func (h *Pages) answerPlan(w http.ResponseWriter, r *http.Request, s *page.Viewer, v planView, title string, cause error) (err error) {
	status := http.StatusOK
	if cause != nil {
		var refused bool
		if v.alert, refused = page.Refusal(s, cause); !refused {
			return cause
		}
		status = http.StatusUnprocessableEntity
	}
	here := "/contacts/" + page.IDOrNone(&v.Merged.ID) + "/merge?into=" + page.IDOrNone(&v.Into.ID)
	if v.undoes {
		here = "/contacts/" + page.IDOrNone(&v.Merged.ID) + "/unmerge"
	}
	if v.Frame, err = h.FrameAt(w, r, s, title, here); err != nil {
		return err
	}
	return page.Show(w, r, status, planPage(v))
}

// mergeContact is POST …/merge {into}.
func (h *Pages) mergeContact(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	number, ok := form.ParseID(fields.Get("into"))
	if !ok {
		return h.chooseOther(w, r, s, id, svcx.Invalid("into", "must be a contact"))
	}
	into := svcx.ContactID(number)
	c, err := h.Directory.MergeContact(r.Context(), s.Call(), id, into)
	if err != nil {
		return h.showPlan(w, r, s, id, into, err)
	}
	h.Done(w, "contactMerged", nil)
	return page.Redirect(w, r, s.ContactLink(c.ID, ""))
}

// unmergeContactPage is GET …/unmerge: what undoing the merge of the contact will do.
func (h *Pages) unmergeContactPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	return h.showUnmerge(w, r, s, id, nil)
}

func (h *Pages) showUnmerge(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ContactID, cause error) error {
	plan, err := h.Directory.PlanUnmerge(r.Context(), s.Workspace, id)
	if plan.Merged != nil && plan.Merged.MergedInto == nil {
		return page.Redirect(w, r, s.ContactLink(id, "")) // it is undone already
	}
	if err != nil {
		return err
	}
	return h.answerPlan(w, r, s, planView{MergePlan: plan, undoes: true}, s.T("unmerge.who", "Who", page.ContactName(s.Printer, plan.Merged)), cause)
}

// unmergeContact is POST …/unmerge.
func (h *Pages) unmergeContact(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	c, err := h.Directory.UnmergeContact(r.Context(), s.Call(), id)
	if err != nil {
		return h.showUnmerge(w, r, s, id, err)
	}
	h.Done(w, "contactUnmerged", nil)
	return page.Redirect(w, r, s.ContactLink(c.ID, ""))
}

// mergedName and intoName are how the two contacts are called.
func (v planView) mergedName() string { return page.ContactName(v.Printer, v.Merged) }

func (v planView) intoName() string { return page.ContactName(v.Printer, v.Into) }

// told is how a text calls a contact: with its id if both have the same name.
func (v planView) told(c *svcx.Contact) string {
	name := page.ContactName(v.Printer, c)
	if v.mergedName() == v.intoName() {
		return v.T("plan.who", "Who", name, "ID", page.IDOrNone(&c.ID))
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
		return v.ContactLink(v.Merged.ID, "/unmerge")
	}
	return v.ContactLink(v.Merged.ID, "/merge")
}

// planLink is the address of what merging into another contact will do.
func planLink(s *page.Viewer, id, into svcx.ContactID) string {
	return s.ContactLink(id, "/merge?into="+page.IDOrNone(&into))
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
	page.Frame
	contact       *svcx.Contact
	merged, total int
	typed, wrong  string
	alert         string
}

// name is what must be typed.
func (v eraseView) name() string { return page.ContactName(v.Printer, v.contact) }

// eraseContactPage is GET …/erase, for admins: what goes and what stays.
func (h *Pages) eraseContactPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.erasing(w, r, s)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, erasePage(v))
}

func (h *Pages) erasing(w http.ResponseWriter, r *http.Request, s *page.Viewer) (v eraseView, err error) {
	id, err := contactID(r)
	if err != nil {
		return v, err
	}
	if v.contact, err = h.Directory.Contact(r.Context(), s.Workspace, id); err != nil {
		return v, err
	}
	if v.contact.ID != id {
		return v, svcx.NotFound("contact") // another one than was asked for
	}
	merged, err := h.Directory.MergedContacts(r.Context(), s.Workspace, v.contact)
	if err != nil {
		return v, err
	}
	v.merged = len(merged)
	if _, v.total, err = h.contactConversations(r.Context(), s, id, svcx.Page{Limit: 1}); err != nil {
		return v, err
	}
	v.Frame, err = h.FrameAt(w, r, s, s.T("erase.title", "Who", page.ContactName(s.Printer, v.contact)), "/contacts/"+page.IDOrNone(&id)+"/erase")
	return v, err
}

// eraseContact is POST …/erase {name}, for admins.
func (h *Pages) eraseContact(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
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
		return page.Show(w, r, http.StatusUnprocessableEntity, erasePage(v))
	}
	err = h.Directory.EraseContact(r.Context(), s.Call(), v.contact.ID)
	if err == nil {
		h.Done(w, "contactErased", nil)
		return page.Redirect(w, r, s.Path("/contacts"))
	}
	alert, refused := page.Refusal(s, err)
	if !refused {
		return err
	}
	v.alert = alert
	return page.Show(w, r, http.StatusUnprocessableEntity, erasePage(v))
}
