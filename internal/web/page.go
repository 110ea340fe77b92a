package web

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// policy is the content security policy of every page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// show renders a page completely before it sends any of it.
func show(w http.ResponseWriter, r *http.Request, status int, page templ.Component) error {
	var body bytes.Buffer
	if err := page.Render(r.Context(), &body); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Add("Vary", "Accept-Encoding")
	header.Add("Vary", "HX-Request")
	sent := body.Bytes()
	if acceptsGzip(r) && len(sent) > worthZipping {
		header.Set("Content-Encoding", "gzip")
		sent = zip(sent, gzip.BestSpeed)
	}
	header.Set("Content-Length", strconv.Itoa(len(sent)))
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer: with that, browsers post our own forms with the origin
	// "null", and over plain http nothing else tells them from another site's.
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(sent)
	return nil
}

// worthZipping is the size from which a page is sent compressed, in bytes. What a page
// repeats of its address stands beside no secret: sessions are in cookies alone.
const worthZipping = 1400

// failureTitles are the headings of failure pages.
var failureTitles = map[int]string{
	http.StatusUnauthorized:        "You are not signed in",
	http.StatusForbidden:           "The request was refused",
	http.StatusNotFound:            "Not found",
	http.StatusMethodNotAllowed:    "That cannot be done here",
	http.StatusTooManyRequests:     "Too many requests",
	http.StatusServiceUnavailable:  "The service is not available",
	http.StatusInternalServerError: "Something went wrong",
}

// ShowError writes a page that shows an error. A post to /api/auth/verify that is
// unauthorized had a sign-in link that does not work.
func ShowError(w http.ResponseWriter, r *http.Request, status int, message string) error {
	title := failureTitles[status]
	if title == "" {
		title = "Something went wrong"
	}
	next := "Back to the start"
	if status == http.StatusForbidden && strings.HasPrefix(r.URL.Path, "/api/auth/") {
		message = sentence(message) + " Open this server's own sign-in page and try again. If you did that, the operator of the server must set SVCX_BASE_URL to the address that your browser shows."
	}
	if status == http.StatusUnauthorized {
		next = "Sign in"
		if r.URL.Path == "/api/auth/verify" {
			title, next = "This link no longer works", "Get a new link"
		}
	}
	return show(w, r, status, failurePage(title, message, next))
}
