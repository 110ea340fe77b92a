// Package web serves the pages: templ components, their handlers and the embedded
// static files. It calls use cases of package inbox and knows neither SQL nor the
// API's wire formats.
//
// Every page has one strict content security policy (see policy): nothing inline,
// nothing from another origin.
package web

//go:generate go tool templ generate -log-level error

import (
	"errors"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/openapi"
)

// Options are what a Handler needs; only Mail and DemoEmail are optional.
type Options struct {
	Inbox *inbox.Inbox
	// SignedIn finds the session of a request; an error of kind Unauthorized
	// without one.
	SignedIn func(*http.Request) (*svcx.Session, error)
	// Limiter counts the pages by their client's address; static files are
	// exempt (D 6).
	Limiter limit.Limiter
	Proxies limit.Proxies
	// Refuse answers an error to a client that does not ask for a page.
	Refuse func(http.ResponseWriter, *http.Request, error)
	// Reference describes the API in both forms, Session the session API.
	Reference, Session func() []*openapi.Document
	// Mail is set if sign-in links are mailed; otherwise the server prints them.
	Mail bool
	// DemoEmail is the address that signs in to a demo; "" if this is not a demo.
	DemoEmail string
	Log       *slog.Logger
}

// Handler serves every path that does not belong to an API.
type Handler struct {
	Options
	mux *http.ServeMux
}

// New returns the handler.
func New(o Options) *Handler {
	h := &Handler{Options: o, mux: http.NewServeMux()}
	h.handle(staticPath+"{version}/{file}", http.HandlerFunc(h.static))
	h.handle("/{$}", h.page(h.home))
	for path, show := range map[string]show{"/docs": h.docs, "/auth/verify": h.verify, "/auth/sent": h.sent} {
		h.handle(path, h.page(show))
		h.handle(path+"/{$}", h.page(withoutSlash))
	}
	// The target of sign-in links until the inbox has pages.
	h.handle("/app", h.page(h.toHome))
	h.handle("/app/{rest...}", h.page(h.toHome))
	h.mux.HandleFunc("/", h.notFound)
	return h
}

// handle registers a path for GET and HEAD; other methods are not allowed.
func (h *Handler) handle(path string, get http.Handler) {
	h.mux.Handle("GET "+path, get)
	h.mux.HandleFunc(path, h.notAllowed)
}

// show answers a GET with a page.
type show func(http.ResponseWriter, *http.Request) error

// ServeHTTP keeps the mux from redirecting to a cleaned path: no page has one.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := r.URL.Path; path.Clean(p) != p && path.Clean(p)+"/" != p {
		h.notFound(w, r)
		return
	}
	h.mux.ServeHTTP(w, r)
}

// page is a rate-limited handler whose errors become pages.
func (h *Handler) page(show show) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.admit(w, r) {
			if err := show(w, r); err != nil {
				h.failed(w, r, err)
			}
		}
	})
}

// admit counts a request for a page, and answers it if it is over the limit.
func (h *Handler) admit(w http.ResponseWriter, r *http.Request) bool {
	decision := h.Limiter.Take(r.Context(), limit.Key(h.Proxies.ClientIP(r)))
	decision.SetHeaders(w.Header())
	if !decision.Allowed {
		h.Fail(w, r, http.StatusTooManyRequests, "Too many requests came from your address. Wait "+strconv.Itoa(int(decision.RetryAfter.Seconds()))+" s and try again.")
	}
	return decision.Allowed
}

// wantsPage tells a browser's navigation from a program's request.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// failed answers an error of ours; its cause stays in the log.
func (h *Handler) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client is gone
	}
	var e *svcx.Error
	if errors.As(err, &e) && e.Kind == svcx.KindUnavailable {
		// The store has logged it, once and not for each request.
		h.Log.Debug("a page failed", "request", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "error", err)
		w.Header().Set("Retry-After", "1")
		h.Fail(w, r, http.StatusServiceUnavailable, "The service cannot read or store anything right now. Try again in a moment.")
		return
	}
	h.Log.Error("a page failed", "request", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "error", err)
	h.Fail(w, r, http.StatusInternalServerError, "Something went wrong on our side. The request id is "+w.Header().Get("X-Request-Id")+".")
}

// notFound shows a page to a browser and answers other clients as the API does.
func (h *Handler) notFound(w http.ResponseWriter, r *http.Request) {
	if !wantsPage(r) {
		h.Refuse(w, r, svcx.NotFound("path"))
		return
	}
	if h.admit(w, r) {
		h.Fail(w, r, http.StatusNotFound, "There is no page at this address.")
	}
}

// notAllowed answers a method other than GET and HEAD at the address of a page.
func (h *Handler) notAllowed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	if !wantsPage(r) {
		h.Refuse(w, r, &svcx.Error{Kind: svcx.KindMethodNotAllowed, Message: "the method " + r.Method + " is not allowed here"})
		return
	}
	if h.admit(w, r) {
		h.Fail(w, r, http.StatusMethodNotAllowed, "This page can only be opened.")
	}
}

func (h *Handler) toHome(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusFound)
	return nil
}

// withoutSlash redirects from an address with a trailing slash to the page.
func withoutSlash(w http.ResponseWriter, r *http.Request) error {
	to := *r.URL
	to.Path, to.RawPath = strings.TrimSuffix(to.Path, "/"), ""
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to.RequestURI(), http.StatusPermanentRedirect)
	return nil
}
