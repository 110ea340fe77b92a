// Package contacts has the pages of contacts: list, details, merge, block and erase.
package contacts

import (
	"context"
	"math"
	"net/http"
	"net/url"

	"svcx"
	"svcx/internal/form"
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

// Find searches contacts, newest first; without q it lists all. It finds at most limit of those
// that follow one, which is 0 at the beginning; next is the one that the following part follows,
// 0 at the end.
func (h *Pages) Find(ctx context.Context, s *page.Viewer, q string, after svcx.ContactID, limit int) (found []*svcx.Contact, next svcx.ContactID, err error) {
	if after == 0 {
		after = math.MaxInt64
	}
	list, last, err := h.Directory.ContactsAfter(ctx, s.Workspace, q, after, limit)
	if err != nil {
		return nil, 0, err
	}
	if last != nil {
		next = *last
	}
	err = list.Each(ctx, func(some []*svcx.Contact) error {
		found = append(found, some...)
		return nil
	})
	return found, next, err
}

// contactsView is the list of contacts.
type contactsView struct {
	page.Frame
	q      string
	people []*svcx.Contact
	// after is the contact that the page follows, 0 on the first; next is that of the following
	// page, 0 on the last.
	after, next svcx.ContactID
	// total is how many there are of a list that is not searched; -1 of another.
	total int
	// alert says why the search cannot be done.
	alert string
}

// contacts is GET /app/{org}/contacts: ?after=ID continues the list. What is found by a search
// is not counted: that would take longer than finding it.
func (h *Pages) contacts(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v := contactsView{q: page.ReadQuery(r), total: -1}
	if text := r.URL.Query().Get("after"); text != "" {
		id, ok := form.ParseID(text)
		if !ok {
			return svcx.NotFound("page")
		}
		v.after = svcx.ContactID(id)
	}
	var err error
	if v.Frame, err = h.FrameAt(w, r, s, s.T("contacts"), "/contacts"+v.query(v.after)); err != nil {
		return err
	}
	v.Searches = true
	status := http.StatusOK
	if v.people, v.next, err = h.Find(r.Context(), s, v.q, v.after, page.RowsPerPage); svcx.KindOf(err) == svcx.KindValidation {
		v.alert, status = s.T("contacts.longSearch"), http.StatusUnprocessableEntity
	} else if err != nil {
		return err
	}
	if v.Found = v.alert; v.q != "" && v.alert == "" {
		v.Found = s.FoundText(v.q, len(v.people), v.next != 0)
	}
	if v.q == "" {
		all, err := h.Directory.Contacts(r.Context(), s.Workspace, "", svcx.Page{})
		if err != nil {
			return err
		}
		v.total = all.Total
	}
	if page.IsFragment(r) {
		return page.Show(w, r, status, contactsFragment(v))
	}
	return page.Show(w, r, status, contactsPage(v))
}

// query is the query of a page of the list.
func (v contactsView) query(after svcx.ContactID) string {
	q := url.Values{}
	if v.q != "" {
		q.Set("q", v.q)
	}
	if after != 0 {
		q.Set("after", page.IDOrNone(&after))
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// totalText is how many contacts there are, as far as that is known.
func (v contactsView) totalText() string {
	switch {
	case v.total >= 0:
		return v.N("contacts.total", v.total)
	case v.next != 0 && v.after == 0:
		return v.T("contacts.moreThan", "N", v.Number(len(v.people)))
	case v.after == 0:
		return v.N("contacts.total", len(v.people))
	}
	return ""
}

// empty is the id of the texts of a list without contacts.
func (v contactsView) empty() string {
	switch {
	case v.after != 0:
		return "contacts.end"
	case v.q != "":
		return "contacts.nothing"
	}
	return "contacts.empty"
}
