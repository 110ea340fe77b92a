package web

import (
	"errors"
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
		return nil, brokenForm(err)
	}
	for _, values := range r.PostForm {
		for i, v := range values {
			values[i] = newlines.Replace(form.CleanText(v))
		}
	}
	return r.PostForm, nil
}

// brokenForm is why a form could not be read: it is too large, or it is not one.
func brokenForm(err error) error {
	kind := svcx.KindValidation
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		kind = svcx.KindTooLarge
	}
	return &svcx.Error{Kind: kind, Message: "the form did not arrive whole", Err: err}
}
