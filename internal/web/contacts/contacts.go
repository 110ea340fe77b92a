// Package contacts has the pages of contacts: list, details, merge, block and erase.
package contacts

import (
	"net/http"

	"svcx"
	"svcx/internal/web/page"
)

// ContactsView is the list of contacts.
type ContactsView struct {
	page.Frame
	page.Paging
	Q      string
	People []*svcx.Contact
	Total  int
	Capped bool
	// alert says why the search cannot be done.
	alert string
}

// contacts is GET /app/{org}/contacts.
func (h *Pages) contacts(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v := ContactsView{Q: page.ReadQuery(r)}
	var err error
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("contacts"), "/contacts"+page.PageQuery(v.Q, v.Page)); err != nil {
		return err
	}
	v.Searches = true
	status := http.StatusOK
	if v.People, v.Total, v.Capped, err = h.FindContacts(r.Context(), s, v.Q, v.Part()); svcx.KindOf(err) == svcx.KindValidation {
		v.alert, status = s.T("contacts.longSearch"), http.StatusUnprocessableEntity
	} else if err != nil {
		return err
	}
	v.Counted(len(v.People), v.Total, v.Capped)
	if page.IsFragment(r) {
		return page.Show(w, r, status, contactsFragment(v))
	}
	return page.Show(w, r, status, ContactsPage(v))
}

// contactsLink is the address of a page of the list.
func (v ContactsView) contactsLink(n int) string {
	return v.Path("/contacts") + page.PageQuery(v.Q, n)
}

// totalText is how many contacts there are, as far as they were counted.
func (v ContactsView) totalText() string {
	if v.Capped {
		return v.T("contacts.moreThan", "N", v.Number(v.Total))
	}
	return v.N("contacts.total", v.Total)
}

// empty is the id of the texts of a list without contacts.
func (v ContactsView) empty() string {
	switch {
	case v.Page > 1:
		return "contacts.end"
	case v.Q != "":
		return "contacts.nothing"
	}
	return "contacts.empty"
}
