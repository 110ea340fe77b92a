package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
)

// shownTags is how many tags of a contact a list shows.
const shownTags = 3

// contactView is a contact's page.
type contactView struct {
	frame
	paging
	contact *svcx.Contact
	// avatar is the address of the picture on this server; "" if there is none.
	avatar string
	merged []svcx.MergedContact
	// conversations are a page of the contact's, latest first.
	conversations []*svcx.Conversation
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

// describedBy is the id of what stands under a field: the error, or else the hint.
func describedBy(name, wrong string) string {
	if wrong != "" {
		return "error-" + name
	}
	return "hint-" + name
}

func contactID(r *http.Request) (svcx.ContactID, error) {
	id, ok := form.ParseID(r.PathValue("id"))
	if !ok {
		return 0, svcx.NotFound("contact")
	}
	return svcx.ContactID(id), nil
}

// contactPageAt is GET /app/{org}/contacts/{id}. The address of a merged contact leads to
// the one that it was merged into.
func (h *Handler) contactPageAt(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	v, err := h.contact(w, r, s, id)
	if err != nil {
		return err
	}
	if v.contact.ID != id {
		return redirect(w, r, s.contactLink(v.contact.ID, ""))
	}
	return show(w, r, http.StatusOK, contactPage(v))
}

// contact loads what the page of a contact shows.
func (h *Handler) contact(w http.ResponseWriter, r *http.Request, s *viewer, id svcx.ContactID) (v contactView, err error) {
	ctx := r.Context()
	if v.paging, err = readPaging(r); err != nil {
		return v, err
	}
	if v.contact, err = h.Directory.Contact(ctx, s.workspace, id); err != nil || v.contact.ID != id {
		return v, err
	}
	name := contactName(s.Printer, v.contact)
	if v.frame, err = h.pageFrame(w, r, s, name, "/contacts/"+idOrNone(&id)+pageQuery("", v.page)); err != nil {
		return v, err
	}
	v.avatar, v.edited = h.Links.Avatar(s.workspace, v.contact), editedContact(v.contact)
	if v.merged, err = h.Directory.MergedContacts(ctx, s.workspace, v.contact); err != nil {
		return v, err
	}
	if v.conversations, v.total, err = h.contactConversations(ctx, s, id, v.part()); err != nil {
		return v, err
	}
	v.counted(len(v.conversations), v.total, false)
	v.offerUndo()
	return v, nil
}

func (h *Handler) contactConversations(ctx context.Context, s *viewer, id svcx.ContactID, page svcx.Page) (all []*svcx.Conversation, total int, err error) {
	list, err := h.Messaging.Conversations(ctx, s.workspace, svcx.ConversationFilter{Contact: &id}, page)
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
	switch v.done {
	case "done.contactMerged":
		if len(v.merged) > 0 {
			v.undo = v.contactLink(v.merged[len(v.merged)-1].ID, "/unmerge")
		}
	case "done.contactBlocked":
		v.undo = v.link("/unblock")
	case "done.contactUnblocked":
		v.undo = v.link("/block")
	}
	if v.undo != "" {
		v.undone, v.done = v.T(v.done), ""
	}
}

// link is the address of the contact's page, or of one below it.
func (v contactView) link(below string) string { return v.contactLink(v.contact.ID, below) }

func (v contactView) pageLink(page int) string { return v.link("") + pageQuery("", page) }

func (v contactView) isAdmin() bool { return v.member.Role == svcx.RoleAdmin }

// conversation is the address of a conversation beside the list that has it.
func (v contactView) conversation(c *svcx.Conversation) string {
	return v.conversationLink(c.ID, listing{View: string(c.Status), Sort: sortNewest})
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
	return contactForm{name: c.Name, email: c.Email, tags: tagsText(c.Tags)}
}

// saveContact is POST /app/{org}/contacts/{id} {name, email, tags, was.name…}. What the form
// does not change stays as it is, however it came about.
func (h *Handler) saveContact(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	c, err := h.Directory.Contact(r.Context(), s.workspace, id)
	if err != nil {
		return err
	}
	var edited contactForm
	_, err = h.Directory.EditContact(r.Context(), s.call(), c.ID, func(c *svcx.Contact) (p svcx.ContactPatch, err error) {
		edited = readContactForm(fields)
		p = edited.patch(s, fields, c)
		if edited.wrong() {
			err = errRefused
		}
		return p, err
	})
	switch {
	case err == nil:
		h.setCookie(w, doneCookie, "contactSaved", 60)
		return redirect(w, r, s.contactLink(c.ID, ""))
	case err == errRefused:
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
	return show(w, r, http.StatusUnprocessableEntity, contactPage(v))
}

// readContactForm reads the form's fields.
func readContactForm(fields url.Values) contactForm {
	return contactForm{name: strings.TrimSpace(fields.Get("name")), email: strings.TrimSpace(fields.Get("email")), tags: strings.TrimSpace(fields.Get("tags"))}
}

// patch is what the form changes of a contact. It notes what is wrong with the fields.
func (f *contactForm) patch(s *viewer, fields url.Values, c *svcx.Contact) (p svcx.ContactPatch) {
	changed, conflict := edit{"name", &f.name, true}.changes(s, fields, c.Name)
	if f.nameError = conflict; changed {
		p.Name, f.nameError = &f.name, s.nameProblem(f.name)
	}
	changed, conflict = edit{"email", &f.email, true}.changes(s, fields, c.Email)
	if f.emailError = conflict; changed {
		p.Email, f.emailError = &f.email, s.emailProblem(f.email)
	}
	was := tagsText(c.Tags)
	if fields.Has(wasPrefix + "tags") {
		was = fields.Get(wasPrefix + "tags")
	}
	tags := changedTags(c.Tags, was, f.tags)
	if problem := s.tagsProblem(tags); problem != "" {
		f.tagsError = problem
		return p
	}
	f.tags, p.Tags = tagsText(tags), &tags
	return p
}

// refuseContact shows the page of a contact with the reason why something was not done.
func (h *Handler) refuseContact(w http.ResponseWriter, r *http.Request, s *viewer, id svcx.ContactID, cause error) error {
	alert, refused := refusal(s, cause)
	if !refused {
		return cause
	}
	v, err := h.contact(w, r, s, id)
	if err != nil {
		return err
	}
	v.alert = alert
	return show(w, r, http.StatusUnprocessableEntity, contactPage(v))
}

// blockContact is POST …/block, and unblockContact POST …/unblock.
func (h *Handler) blockContact(w http.ResponseWriter, r *http.Request, s *viewer) error {
	return h.setBlocked(w, r, s, true, "contactBlocked")
}

func (h *Handler) unblockContact(w http.ResponseWriter, r *http.Request, s *viewer) error {
	return h.setBlocked(w, r, s, false, "contactUnblocked")
}

func (h *Handler) setBlocked(w http.ResponseWriter, r *http.Request, s *viewer, blocked bool, done string) error {
	id, err := contactID(r)
	if err != nil {
		return err
	}
	c, err := h.Directory.BlockContact(r.Context(), s.call(), id, blocked)
	if err != nil {
		return h.refuseContact(w, r, s, id, err)
	}
	h.setCookie(w, doneCookie, done, 60)
	return redirect(w, r, s.contactLink(c.ID, ""))
}
