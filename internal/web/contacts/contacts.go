// Package contacts has the pages of contacts: list, details, merge, block and erase.
package contacts

import (
	"context"
	"net/http"

	"svcx"
	"svcx/internal/web/page"
)

// Pages are the pages of contacts.
type Pages struct{ *page.Site }

// New adds the pages to the site.
func New(site *page.Site) *Pages {
	h := &Pages{site}
	h.Handle("GET /app/{org}/contacts", h.InWorkspace(svcx.RoleAgent, h.contacts))
	h.Handle("GET /app/{org}/contacts/{id}", h.InWorkspace(svcx.RoleAgent, h.contactPageAt))
	h.Handle("POST /app/{org}/contacts/{id}", h.InWorkspace(svcx.RoleAgent, h.saveContact))
	h.Handle("POST /app/{org}/contacts/{id}/block", h.InWorkspace(svcx.RoleAgent, h.blockContact))
	h.Handle("POST /app/{org}/contacts/{id}/unblock", h.InWorkspace(svcx.RoleAgent, h.unblockContact))
	h.Handle("GET /app/{org}/contacts/{id}/merge", h.InWorkspace(svcx.RoleAgent, h.mergeContactPage))
	h.Handle("POST /app/{org}/contacts/{id}/merge", h.InWorkspace(svcx.RoleAgent, h.mergeContact))
	h.Handle("GET /app/{org}/contacts/{id}/unmerge", h.InWorkspace(svcx.RoleAgent, h.unmergeContactPage))
	h.Handle("POST /app/{org}/contacts/{id}/unmerge", h.InWorkspace(svcx.RoleAgent, h.unmergeContact))
	h.Handle("GET /app/{org}/contacts/{id}/erase", h.InWorkspace(svcx.RoleAdmin, h.eraseContactPage))
	h.Handle("POST /app/{org}/contacts/{id}/erase", h.InWorkspace(svcx.RoleAdmin, h.eraseContact))
	return h
}

// Find searches contacts; without q it lists all. total is how many there are, or if capped
// how many were counted.
func (h *Pages) Find(ctx context.Context, s *page.Viewer, q string, part svcx.Page) (found []*svcx.Contact, total int, capped bool, err error) {
	list, err := h.Directory.Contacts(ctx, s.Workspace, q, part)
	if err != nil {
		return nil, 0, false, err
	}
	err = list.Each(ctx, func(some []*svcx.Contact) error {
		found = append(found, some...)
		return nil
	})
	return found, list.Total, list.TotalCapped, err
}

// contactsView is the list of contacts.
type contactsView struct {
	page.Frame
	page.Paging
	q      string
	people []*svcx.Contact
	total  int
	// capped is set if there are more than were counted.
	capped bool
	// alert says why the search cannot be done.
	alert string
}

// contacts is GET /app/{org}/contacts.
func (h *Pages) contacts(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v := contactsView{q: page.ReadQuery(r)}
	var err error
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("contacts"), "/contacts"+page.ListQuery(v.q, v.Page)); err != nil {
		return err
	}
	v.Searches = true
	status := http.StatusOK
	if v.people, v.total, v.capped, err = h.Find(r.Context(), s, v.q, v.Part()); svcx.KindOf(err) == svcx.KindValidation {
		v.alert, status = s.T("contacts.longSearch"), http.StatusUnprocessableEntity
	} else if err != nil {
		return err
	}
	v.Counted(len(v.people), v.total, v.capped)
	if page.IsFragment(r) {
		return page.Show(w, r, status, contactsFragment(v))
	}
	return page.Show(w, r, status, contactsPage(v))
}

// contactsLink is the address of a page of the list.
func (v contactsView) contactsLink(n int) string {
	return v.Path("/contacts") + page.ListQuery(v.q, n)
}

// totalText is how many contacts there are, as far as they were counted.
func (v contactsView) totalText() string {
	if v.capped {
		return v.T("contacts.moreThan", "N", v.Number(v.total))
	}
	return v.N("contacts.total", v.total)
}

// empty is the id of the texts of a list without contacts.
func (v contactsView) empty() string {
	switch {
	case v.Page > 1:
		return "contacts.end"
	case v.q != "":
		return "contacts.nothing"
	}
	return "contacts.empty"
}
