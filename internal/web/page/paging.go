package page

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
)

// Paging is which part of a list of contacts, or of a contact's conversations, is shown.
type Paging struct {
	// Page counts from 1.
	Page int
	More bool
}

// lastPage bounds what one pages through.
const lastPage = 100_000

// ReadPaging reads ?page= of an address.
func ReadPaging(r *http.Request) (Paging, error) {
	text := r.URL.Query().Get("page")
	if text == "" {
		return Paging{Page: 1}, nil
	}
	n, ok := form.ParseID(text)
	if !ok || n > lastPage {
		return Paging{}, svcx.NotFound("page")
	}
	return Paging{Page: int(n)}, nil
}

// Part is the part of the list for a use case.
func (p Paging) Part() svcx.Page {
	return svcx.Page{Limit: RowsPerPage, Offset: (p.Page - 1) * RowsPerPage}
}

// Counted sets whether there are more, of a list of which n are shown.
func (p *Paging) Counted(n, total int, capped bool) {
	p.More = n == RowsPerPage && (p.Part().Offset+n < total || capped)
}

// ListQuery is the query of a page of a list, with "?"; "" for the first without a search.
func ListQuery(q string, page int) string {
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

// ReadQuery is what one searches for.
func ReadQuery(r *http.Request) string {
	q := strings.TrimSpace(form.CleanText(r.URL.Query().Get("q")))
	if all := []rune(q); len(all) > MaxQuery {
		q = string(all[:MaxQuery])
	}
	return q
}
