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

// Options are what a Handler works with; all are needed.
type Options struct {
	Inbox *inbox.Inbox
	// SignedIn finds the session of a request; an error of kind Unauthorized
	// without one.
	SignedIn func(*http.Request) (*svcx.Session, error)
	// Limiter counts the pages by their client's address; static files are
	// exempt (decisions 6).
	Limiter limit.Limiter
	Proxies limit.Proxies
	// NotFound answers what is no page to who asks for none.
	NotFound http.HandlerFunc
	// Reference describes the API in both forms.
	Reference func() []*openapi.Document
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
	h.mux.HandleFunc("GET "+staticPath+"{version}/{file}", h.static)
	h.mux.Handle("GET /{$}", h.page(h.home))
	h.mux.Handle("GET /docs", h.page(h.docs))
	h.mux.Handle("GET /auth/verify", h.page(h.verify))
	h.mux.Handle("GET /auth/sent", h.page(h.sent))
	// Where sign-in links lead to until the inbox has its pages.
	h.mux.Handle("GET /app/{rest...}", h.page(h.toHome))
	h.mux.HandleFunc("/", h.notFound)
	return h
}

// ServeHTTP keeps the mux from redirecting to a cleaned path: that is no page's.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p := r.URL.Path; path.Clean(p) != p && path.Clean(p)+"/" != p {
		h.notFound(w, r)
		return
	}
	h.mux.ServeHTTP(w, r)
}

// page is a handler behind the rate limit, whose errors become pages.
func (h *Handler) page(show func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		decision := h.Limiter.Take(r.Context(), limit.Key(h.Proxies.ClientIP(r)))
		decision.SetHeaders(w.Header())
		if !decision.Allowed {
			h.Fail(w, r, http.StatusTooManyRequests, "Too many requests came from your address. Wait "+strconv.Itoa(int(decision.RetryAfter.Seconds()))+" s and try again.")
			return
		}
		if err := show(w, r); err != nil {
			h.failed(w, r, err)
		}
	})
}

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
	if r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		h.NotFound(w, r)
		return
	}
	h.page(func(w http.ResponseWriter, r *http.Request) error {
		h.Fail(w, r, http.StatusNotFound, "There is no page at this address.")
		return nil
	}).ServeHTTP(w, r)
}

func (h *Handler) toHome(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/", http.StatusFound)
	return nil
}
