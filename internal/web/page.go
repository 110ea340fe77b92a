package web

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// policy is the content security policy of every page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// show renders a page whole before it sends any of it.
func (h *Handler) show(w http.ResponseWriter, r *http.Request, status int, page templ.Component) error {
	var body bytes.Buffer
	if err := page.Render(r.Context(), &body); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer: with that browsers post our own forms with the origin
	// "null", which over plain http is all that tells them from another site's.
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(body.Bytes())
	return nil
}

// failureTitles head the pages of failures.
var failureTitles = map[int]string{
	http.StatusUnauthorized:        "You are not signed in",
	http.StatusForbidden:           "That was refused",
	http.StatusNotFound:            "There is nothing here",
	http.StatusMethodNotAllowed:    "That cannot be done here",
	http.StatusTooManyRequests:     "That was too fast",
	http.StatusServiceUnavailable:  "The service is not available",
	http.StatusInternalServerError: "That did not work",
}

// Fail shows a failure as a page. A post of /api/auth/verify that is not let in
// had a link that signs nobody in.
func (h *Handler) Fail(w http.ResponseWriter, r *http.Request, status int, message string) {
	title := failureTitles[status]
	if title == "" {
		title = "That did not work"
	}
	next := "Back to the start"
	if status == http.StatusForbidden && strings.HasPrefix(r.URL.Path, "/api/auth/") {
		message = sentence(message) + " Open this server's own sign-in page and try again. If that is what you did, whoever runs the server must set SVCX_BASE_URL to the address that your browser shows."
	}
	if status == http.StatusUnauthorized {
		next = "Sign in"
		if r.URL.Path == "/api/auth/verify" {
			title, next = "This link does not work any more", "Get a new link"
		}
	}
	if err := h.show(w, r, status, failurePage(title, message, next)); err != nil {
		h.Log.Error("rendering a page", "error", err)
		http.Error(w, title, status)
	}
}
