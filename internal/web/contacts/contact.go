package contacts

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// shownTags is how many tags of a contact a list shows.
const shownTags = 3

// contactView is a contact's page.
type contactView struct {
	page.Frame
	page.Paging
	contact *svcx.Contact
	// avatar is the address of the picture on this server; "" if there is none.
	avatar string
	merged []svcx.MergedContact
	// conversations are a page of the contact's, latest first.
	conversations []*svcx.Conversation
	subjects      page.Subjects
	total         int
	edited        contactForm
	// undo is the address that undoes what was done on the page before; "" if that is
	// not offered.
	undo, undone string
	// alert says why something was not done.
	alert string
}

// contactForm is what the form of a contact has, and what is wrong with it.
type contactForm struct {
	name, email, tags                string
	nameError, emailError, tagsError string
	// taken is set if another contact has the address.
	taken bool
}

func (f contactForm) wrong() bool {
	return f.nameError != "" || f.emailError != "" || f.tagsError != ""
}

// wrongField is the first field with an error, which gets the focus.
func (f contactForm) wrongField() string {
	switch {
	case f.nameError != "":
		return "name"
	case f.emailError != "":
		return "email"
	case f.tagsError != "":
		return "tags"
	}
	return ""
}

func contactID(r *http.Request) (svcx.ContactID, error) {
	return page.PathID[svcx.ContactID](r, "id", "contact")
}

// contactPageAt is GET /app/{org}/contacts/{id}. The address of a merged contact leads to
// the one that it was merged into.
func (h *Pages) contactPageAt(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	v, err := h.contact(w, r, s, id)
	if err != nil {
		return err
	}
	if v.contact.ID != id {
		return page.Redirect(w, r, s.ContactLink(v.contact.ID, ""))
	}
	return page.Show(w, r, http.StatusOK, contactPage(v))
}

// contact loads what the page of a contact shows.
func (h *Pages) contact(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ContactID) (v contactView, err error) {
	ctx := r.Context()
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return v, err
	}
	if v.contact, err = h.Directory.Contact(ctx, s.Workspace, id); err != nil || v.contact.ID != id {
		return v, err
	}
	name := page.ContactName(s.Printer, v.contact)
	if v.Frame, err = h.FrameAt(w, r, s, name, "/contacts/"+page.IDOrNone(&id)+page.ListQuery("", v.Page)); err != nil {
		return v, err
	}
	v.avatar, v.edited = h.Links.Avatar(s.Workspace, v.contact), editedContact(v.contact)
	if v.merged, err = h.Directory.MergedContacts(ctx, s.Workspace, v.contact); err != nil {
		return v, err
	}
	if v.conversations, v.total, err = h.contactConversations(ctx, s, id, v.Part()); err != nil {
		return v, err
	}
	if v.subjects, err = h.ReadSubjects(ctx, s, v.conversations); err != nil {
		return v, err
	}
	v.Counted(len(v.conversations), v.total, false)
	v.offerUndo()
	return v, nil
}

func (h *Pages) contactConversations(ctx context.Context, s *page.Viewer, id svcx.ContactID, page svcx.Page) (all []*svcx.Conversation, total int, err error) {
	list, err := h.Messaging.Conversations(ctx, s.Workspace, svcx.ConversationFilter{Contact: &id, Sort: svcx.SortNewest}, page)
	if err != nil {
		return nil, 0, err
	}
	err = list.Each(ctx, func(some []*svcx.Conversation) error {
		all = append(all, some...)
		return nil
	})
	return all, list.Total, err
}

// offerUndo takes what the frame says was done, if the page can undo it.
func (v *contactView) offerUndo() {
	switch v.Done {
	case "done.contactMerged":
		if len(v.merged) > 0 {
			v.undo = v.ContactLink(v.merged[len(v.merged)-1].ID, "/unmerge")
		}
	case "done.contactBlocked":
		v.undo = v.link("/unblock")
	case "done.contactUnblocked":
		v.undo = v.link("/block")
	}
	if v.undo != "" {
		v.undone, v.Done = v.T(v.Done), ""
	}
}

// link is the address of the contact's page, or of one below it.
func (v contactView) link(below string) string { return v.ContactLink(v.contact.ID, below) }

func (v contactView) pageLink(n int) string { return v.link("") + page.ListQuery("", n) }

func (v contactView) isAdmin() bool { return v.Member.Role == svcx.RoleAdmin }

// conversation is the address of a conversation beside the list that has it.
func (v contactView) conversation(c *svcx.Conversation) string {
	return v.ConversationLink(c.ID, page.Listing{View: string(c.Status), Sort: page.SortNewest})
}

// aliasText is what is shown of a merged contact besides its name.
func aliasText(name string, m svcx.MergedContact) string {
	var all []string
	for _, text := range []string{m.Email, m.ExternalID} {
		if text != "" && richtext.Name(text) != name {
			all = append(all, richtext.Name(text))
		}
	}
	return strings.Join(all, " · ")
}

func editedContact(c *svcx.Contact) contactForm {
	return contactForm{name: c.Name, email: c.Email, tags: page.TagsText(c.Tags)}
}

// saveContact is POST /app/{org}/contacts/{id} {name, email, tags, was.name…}. What the form
// does not change stays as it is, however it came about.
func (h *Pages) saveContact(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	c, err := h.Directory.Contact(r.Context(), s.Workspace, id)
	if err != nil {
		return err
	}
	var edited contactForm
	_, err = h.Directory.EditContact(r.Context(), s.Call(), c.ID, func(c *svcx.Contact) (p svcx.ContactPatch, err error) {
		edited = readContactForm(fields)
		p = edited.patch(s, fields, c)
		if edited.wrong() {
			err = page.ErrRefused
		}
		return p, err
	})
	switch {
	case err == nil:
		h.Done(w, "contactSaved", nil)
		return page.Redirect(w, r, s.ContactLink(c.ID, ""))
	case err == page.ErrRefused:
	case svcx.KindOf(err) == svcx.KindValidation:
		edited.emailError, edited.taken = s.T("contact.email.taken"), true
	default:
		return h.refuseContact(w, r, s, c.ID, err)
	}
	v, err := h.contact(w, r, s, c.ID)
	if err != nil {
		return err
	}
	v.edited = edited
	return page.Show(w, r, http.StatusUnprocessableEntity, contactPage(v))
}

// readContactForm reads the form's fields.
func readContactForm(fields url.Values) contactForm {
	return contactForm{name: strings.TrimSpace(fields.Get("name")), email: strings.TrimSpace(fields.Get("email")), tags: strings.TrimSpace(fields.Get("tags"))}
}

// patch is what the form changes of a contact. It notes what is wrong with the fields.
func (f *contactForm) patch(s *page.Viewer, fields url.Values, c *svcx.Contact) (p svcx.ContactPatch) {
	changed, conflict := page.Edit{Name: "name", Value: &f.name, Line: true}.Changes(s, fields, c.Name)
	if f.nameError = conflict; changed {
		p.Name, f.nameError = &f.name, s.NameProblem(f.name)
	}
	changed, conflict = page.Edit{Name: "email", Value: &f.email, Line: true}.Changes(s, fields, c.Email)
	if f.emailError = conflict; changed {
		p.Email, f.emailError = &f.email, s.EmailProblem(f.email)
	}
	tags := page.EditTags(fields, "tags", c.Tags)
	if problem := s.TagsProblem(tags); problem != "" {
		f.tagsError = problem
		return p
	}
	f.tags, p.Tags = page.TagsText(tags), &tags
	return p
}

// refuseContact shows the page of a contact with the reason why something was not done.
func (h *Pages) refuseContact(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ContactID, cause error) error {
	alert, refused := page.Refusal(s, cause)
	if !refused {
		return cause
	}
	v, err := h.contact(w, r, s, id)
	if err != nil {
		return err
	}
	v.alert = alert
	return page.Show(w, r, http.StatusUnprocessableEntity, contactPage(v))
}

// blockContact is POST …/block, and unblockContact POST …/unblock.
func (h *Pages) blockContact(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.setBlocked(w, r, s, true, "contactBlocked")
}

func (h *Pages) unblockContact(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.setBlocked(w, r, s, false, "contactUnblocked")
}

func (h *Pages) setBlocked(w http.ResponseWriter, r *http.Request, s *page.Viewer, blocked bool, done string) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	c, err := h.Directory.BlockContact(r.Context(), s.Call(), id, blocked)
	if err != nil {
		return h.refuseContact(w, r, s, id, err)
	}
	h.Done(w, done, nil)
	return page.Redirect(w, r, s.ContactLink(c.ID, ""))
}
