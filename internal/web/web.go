// Package web serves the pages: templ components, their handlers and the static
// files, embedded. It calls use cases of package inbox and knows neither SQL nor
// the API's wire formats.
//
// Every page is under one strict policy (see policy): nothing inline, nothing
// from elsewhere.
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

// Options are what a Handler works with; all are needed but Mail and DemoEmail.
type Options struct {
	Inbox *inbox.Inbox
	// SignedIn finds the session of a request; an error of kind Unauthorized
	// without one.
	SignedIn func(*http.Request) (*svcx.Session, error)
	// Limiter counts the pages by their client's address; static files are
	// exempt (decisions 6).
	Limiter limit.Limiter
	Proxies limit.Proxies
	// Refuse answers an error to who asks for no page.
	Refuse func(http.ResponseWriter, *http.Request, error)
	// Reference describes the API in both forms, Session what members call.
	Reference, Session func() []*openapi.Document
	// Mail says that sign-in links are mailed; else they are printed where the
	// server runs.
	Mail bool
	// DemoEmail is the address that signs in to a demo; "" says that this is none.
	DemoEmail string
	Log       *slog.Logger
}

// Handler serves every path that is no API's.
type Handler struct {
	Options
	mux *http.ServeMux
}

// New makes the handler.
func New(o Options) *Handler {
	h := &Handler{Options: o, mux: http.NewServeMux()}
	h.handle(staticPath+"{version}/{file}", http.HandlerFunc(h.static))
	h.handle("/{$}", h.page(h.home))
	for path, show := range map[string]show{"/docs": h.docs, "/auth/verify": h.verify, "/auth/sent": h.sent} {
		h.handle(path, h.page(show))
		h.handle(path+"/{$}", h.page(withoutSlash))
	}
	// Where sign-in links lead to until the inbox has its pages.
	h.handle("/app", h.page(h.toHome))
	h.handle("/app/{rest...}", h.page(h.toHome))
	h.mux.HandleFunc("/", h.notFound)
	return h
}

// handle has a path's GET and HEAD answered; no other method is allowed.
func (h *Handler) handle(path string, get http.Handler) {
	h.mux.Handle("GET "+path, get)
	h.mux.HandleFunc(path, h.notAllowed)
}

// show answers a GET with a page.
type show func(http.ResponseWriter, *http.Request) error

// ServeHTTP keeps the mux from redirecting to a cleaned path: that is no page's.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := r.URL.Path; path.Clean(p) != p && path.Clean(p)+"/" != p {
		h.notFound(w, r)
		return
	}
	h.mux.ServeHTTP(w, r)
}

// page is a handler behind the rate limit, whose errors become pages.
func (h *Handler) page(show show) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.admit(w, r) {
			if err := show(w, r); err != nil {
				h.failed(w, r, err)
			}
		}
	})
}

// admit counts a request for a page; over the limit it is answered.
func (h *Handler) admit(w http.ResponseWriter, r *http.Request) bool {
	decision := h.Limiter.Take(r.Context(), limit.Key(h.Proxies.ClientIP(r)))
	decision.SetHeaders(w.Header())
	if !decision.Allowed {
		h.Fail(w, r, http.StatusTooManyRequests, "Too many requests came from your address. Wait "+strconv.Itoa(int(decision.RetryAfter.Seconds()))+" s and try again.")
	}
	return decision.Allowed
}

// wantsPage tells a browser that goes to an address from a program.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// failed answers an error of ours; its cause stays in the log.
func (h *Handler) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for it
	}
	var e *svcx.Error
	if errors.As(err, &e) && e.Kind == svcx.KindUnavailable {
		// The store has told the log, once and not for each request.
		h.Log.Debug("a page failed", "request", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "error", err)
		w.Header().Set("Retry-After", "1")
		h.Fail(w, r, http.StatusServiceUnavailable, "The service cannot read or store anything right now. Try again in a moment.")
		return
	}
	h.Log.Error("a page failed", "request", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "error", err)
	h.Fail(w, r, http.StatusInternalServerError, "Something went wrong on our side. The request was "+w.Header().Get("X-Request-Id")+".")
}

// notFound shows a page to a browser and leaves all others to the API.
func (h *Handler) notFound(w http.ResponseWriter, r *http.Request) {
	if !wantsPage(r) {
		h.Refuse(w, r, svcx.NotFound("path"))
		return
	}
	if h.admit(w, r) {
		h.Fail(w, r, http.StatusNotFound, "There is no page at this address.")
	}
}

// notAllowed answers a method other than GET and HEAD where there is a page.
func (h *Handler) notAllowed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Allow", "GET, HEAD")
	if !wantsPage(r) {
		h.Refuse(w, r, &svcx.Error{Kind: svcx.KindMethodNotAllowed, Message: "the method " + r.Method + " is not allowed here"})
		return
	}
	if h.admit(w, r) {
		h.Fail(w, r, http.StatusMethodNotAllowed, "This page can be opened, and takes nothing.")
	}
}

func (h *Handler) toHome(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusFound)
	return nil
}

// withoutSlash leads from an address with a slash too many to the page.
func withoutSlash(w http.ResponseWriter, r *http.Request) error {
	to := *r.URL
	to.Path, to.RawPath = strings.TrimSuffix(to.Path, "/"), ""
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to.RequestURI(), http.StatusPermanentRedirect)
	return nil
}
