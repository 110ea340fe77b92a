package web

import (
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
)

// maxForm bounds a posted form, in bytes. The longest has a message, whose letters are
// escaped as up to nine bytes each.
const maxForm = 1 << 20

// newlines turns the line breaks of HTTP forms into those of messages.
var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// readForm reads a posted form's fields. Line breaks are those of the pages, not of
// HTTP, which sends "\r\n".
func readForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, &svcx.Error{Kind: svcx.KindTooLarge, Err: err}
	}
	for _, values := range r.PostForm {
		for i, v := range values {
			values[i] = newlines.Replace(form.CleanText(v))
		}
	}
	return r.PostForm, nil
}
