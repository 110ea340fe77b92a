package page

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
)

// MaxForm bounds a posted form, in bytes. The longest has a message, whose letters are
// escaped as up to nine bytes each.
const MaxForm = 1 << 20

// Newlines turns the line breaks of HTTP forms into those of messages.
var Newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// ReadForm reads a posted form's fields. Line breaks are those of the pages, not of
// HTTP, which sends "\r\n".
func ReadForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, MaxForm)
	if err := r.ParseForm(); err != nil {
		return nil, BrokenForm(err)
	}
	for _, values := range r.PostForm {
		for i, v := range values {
			values[i] = Newlines.Replace(form.CleanText(v))
		}
	}
	return r.PostForm, nil
}

// BrokenForm is why a form could not be read: it is too large, or it is not one.
func BrokenForm(err error) error {
	kind := svcx.KindValidation
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		kind = svcx.KindTooLarge
	}
	return &svcx.Error{Kind: kind, Message: "the form did not arrive whole", Err: err}
}

// PathID reads an id from the path of a request; what is what has it, for the error.
func PathID[T ~int64](r *http.Request, name, what string) (T, error) {
	id, ok := form.ParseID(r.PathValue(name))
	if !ok {
		return 0, svcx.NotFound(what)
	}
	return T(id), nil
}
