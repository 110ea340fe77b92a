package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
)

// paging is which part of a list of contacts, or of a contact's conversations, is shown.
type paging struct {
	// page counts from 1.
	page int
	more bool
}

// lastPage bounds what one pages through.
const lastPage = 100_000

func readPaging(r *http.Request) (paging, error) {
	text := r.URL.Query().Get("page")
	if text == "" {
		return paging{page: 1}, nil
	}
	n, ok := form.ParseID(text)
	if !ok || n > lastPage {
		return paging{}, svcx.NotFound("page")
	}
	return paging{page: int(n)}, nil
}

func (p paging) part() svcx.Page {
	return svcx.Page{Limit: pageLength, Offset: (p.page - 1) * pageLength}
}

// counted sets whether there are more, of a list of which n are shown.
func (p *paging) counted(n, total int, capped bool) {
	p.more = n == pageLength && (p.part().Offset+n < total || capped)
}

// query is the query of a page, with "?"; "" for the first without a search.
func pageQuery(q string, page int) string {
	values := url.Values{}
	if q != "" {
		values.Set("q", q)
	}
	if page > 1 {
		values.Set("page", strconv.Itoa(page))
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// readQuery is what one searches for.
func readQuery(r *http.Request) string {
	q := strings.TrimSpace(form.CleanText(r.URL.Query().Get("q")))
	if all := []rune(q); len(all) > maxQuery {
		q = string(all[:maxQuery])
	}
	return q
}

// contactsView is the list of contacts.
type contactsView struct {
	frame
	paging
	q      string
	people []*svcx.Contact
	total  int
	capped bool
	// alert says why the search cannot be done.
	alert string
}

// contacts is GET /app/{org}/contacts.
func (h *Handler) contacts(w http.ResponseWriter, r *http.Request, s *viewer) error {
	v := contactsView{q: readQuery(r)}
	var err error
	if v.paging, err = readPaging(r); err != nil {
		return err
	}
	if v.frame, err = h.pageFrame(w, r, s, s.T("contacts"), "/contacts"+pageQuery(v.q, v.page)); err != nil {
		return err
	}
	v.searches = true
	status := http.StatusOK
	if v.people, v.total, v.capped, err = h.findContacts(r.Context(), s, v.q, v.part()); svcx.KindOf(err) == svcx.KindValidation {
		v.alert, status = s.T("contacts.longSearch"), http.StatusUnprocessableEntity
	} else if err != nil {
		return err
	}
	v.counted(len(v.people), v.total, v.capped)
	if isFragment(r) {
		return show(w, r, status, contactsFragment(v))
	}
	return show(w, r, status, contactsPage(v))
}

// pageFrame is the frame of a page that is not the inbox; here is its address within
// the workspace.
func (h *Handler) pageFrame(w http.ResponseWriter, r *http.Request, s *viewer, title, here string) (frame, error) {
	f, err := h.frame(w, r, s)
	if err != nil {
		return f, err
	}
	f.title, f.here = title, s.path(here)
	f.counts, err = h.counts(r.Context(), s)
	return f, err
}

func (h *Handler) findContacts(ctx context.Context, s *viewer, q string, page svcx.Page) (people []*svcx.Contact, total int, capped bool, err error) {
	list, err := h.Directory.Contacts(ctx, s.workspace, q, page)
	if err != nil {
		return nil, 0, false, err
	}
	err = list.Each(ctx, func(some []*svcx.Contact) error {
		people = append(people, some...)
		return nil
	})
	return people, list.Total, list.TotalCapped, err
}

// contactLink is the address of a contact's page, or of one below it.
func (s *viewer) contactLink(id svcx.ContactID, below string) string {
	return s.path("/contacts/") + idOrNone(&id) + below
}

// contactsLink is the address of a page of the list.
func (v contactsView) contactsLink(page int) string {
	return v.path("/contacts") + pageQuery(v.q, page)
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
	case v.page > 1:
		return "contacts.end"
	case v.q != "":
		return "contacts.nothing"
	}
	return "contacts.empty"
}

// knownBy is what a list says of a contact besides its name.
func knownBy(name string, c *svcx.Contact) string {
	for _, text := range []string{c.Email, c.ExternalID} {
		if text != "" && richtext.Name(text) != name {
			return richtext.Name(text)
		}
	}
	return ""
}
