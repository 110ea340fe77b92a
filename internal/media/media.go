// Package media serves content of others from the service's own origin: files that
// members uploaded, at signed addresses (files.go), and pictures, sound and video
// from outside, which it fetches when a member views them (remote.go), so that no
// page loads anything from another origin.
//
// Everything has a content security policy under which a browser runs nothing, and
// is shown in place only if its content is a raster image, sound or video.
package media

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"svcx"
	"svcx/internal/files"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/links"
	"svcx/internal/safehttp"
)

// Fetcher fetches outside media; *safehttp.Client implements it.
type Fetcher interface {
	Open(ctx context.Context, r safehttp.Request) (*safehttp.Stream, error)
}

// Options are what a Handler needs; only Budget and FailPage are optional.
type Options struct {
	Inbox *inbox.Inbox
	Links *links.Links
	// SignedIn finds the session of a request; an error of kind Unauthorized
	// without one.
	SignedIn func(*http.Request) (*svcx.Session, error)
	Blobs    files.Store
	Fetch    Fetcher
	Cache    *files.Cache
	// Budget bounds the memory of images until their readers have them; nil means no
	// bound.
	Budget  *limit.Budget
	Limiter limit.Limiter
	Proxies limit.Proxies
	// FailPage shows an error to a browser that navigated to the address; without it
	// errors are plain text.
	FailPage func(w http.ResponseWriter, r *http.Request, status int, message string)
	Now      func() time.Time
	Log      *slog.Logger
}

// Handler serves svcx.FilesPath and svcx.MediaPath.
type Handler struct {
	Options
	// slots bounds concurrent fetches.
	slots   chan struct{}
	fetches singleflight.Group
	failed  *lru.Cache[string, failure]
}

// New returns the handler.
func New(o Options) *Handler {
	failed, _ := lru.New[string, failure](maxFailed) // fails only if there is no room for any
	return &Handler{Options: o, slots: make(chan struct{}, maxFetches), failed: failed}
}

// policy lets a browser that navigates to an address run and load nothing.
const policy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"

// ServeHTTP answers errors as text to an img element or a program, and as a page to a
// browser that navigated to the address, which may have expired.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", policy)
	header.Set("Referrer-Policy", "no-referrer")
	decision := h.Limiter.Take(r.Context(), limit.Key(h.Proxies.ClientIP(r)))
	decision.SetHeaders(header)
	err := error(&svcx.Error{Kind: svcx.KindRateLimited, Message: "too many requests from this address"})
	if decision.Allowed {
		err = h.serve(w, r)
	}
	if err != nil {
		h.fail(w, r, err)
	}
}

func (h *Handler) serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return &svcx.Error{Kind: svcx.KindMethodNotAllowed, Message: "the method " + r.Method + " is not allowed here"}
	}
	if strings.HasPrefix(r.URL.Path, svcx.FilesPath) {
		return h.file(w, r)
	}
	kind, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, svcx.MediaPath), "/")
	slug, id, _ := strings.Cut(rest, "/")
	ws, err := h.authorize(r, slug)
	switch {
	case err != nil:
		return err
	case kind == "avatar":
		return h.avatar(w, r, ws, id)
	case kind == "remote" && id == "":
		return h.remote(w, r, ws)
	}
	return svcx.NotFound("path")
}

// authorize admits members of the workspace. For others the workspace does not exist.
func (h *Handler) authorize(r *http.Request, slug string) (*svcx.Workspace, error) {
	session, err := h.SignedIn(r)
	if err != nil {
		return nil, err
	}
	ws, err := h.Inbox.Workspace(r.Context(), slug)
	if err != nil {
		return nil, err
	}
	if _, err = h.Inbox.Member(r.Context(), ws, session.User.ID); svcx.KindOf(err) == svcx.KindNotFound {
		return nil, svcx.NotFound("workspace")
	}
	return ws, err
}

// statuses are the HTTP statuses of errors.
var statuses = map[svcx.Kind]int{
	svcx.KindUnauthorized: http.StatusUnauthorized, svcx.KindForbidden: http.StatusForbidden, svcx.KindNotFound: http.StatusNotFound,
	svcx.KindMethodNotAllowed: http.StatusMethodNotAllowed, svcx.KindRateLimited: http.StatusTooManyRequests, svcx.KindUnavailable: http.StatusServiceUnavailable,
	svcx.KindIntegrationFailed: http.StatusBadGateway,
}

func (h *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client is gone
	}
	status, text := http.StatusInternalServerError, "something went wrong on our side"
	var known *svcx.Error
	if errors.As(err, &known) && statuses[known.Kind] != 0 {
		status, text = statuses[known.Kind], known.Public()
	}
	switch {
	case status == http.StatusBadGateway && safehttp.Code(err) == safehttp.CodeTimeout:
		status = http.StatusGatewayTimeout
	case errors.Is(err, limit.ErrBusy):
		w.Header().Set("Retry-After", "1") // the budget has logged it
	case status == http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "1")
		// The storage or database has logged it, once and not for each request.
		h.Log.Debug("a file could not be served", "request", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "error", err)
	case status == http.StatusInternalServerError:
		h.Log.Error("media could not be served", "request", w.Header().Get("X-Request-Id"), "path", r.URL.Path, "error", err)
	}
	header := w.Header()
	for _, name := range []string{"Content-Disposition", "ETag", "Content-Length"} {
		header.Del(name)
	}
	if h.FailPage != nil && strings.Contains(r.Header.Get("Accept"), "text/html") {
		h.FailPage(w, r, status, text)
		return
	}
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	io.WriteString(w, text+"\n")
}

// keep allows the browser, and no shared cache, to keep an answer.
func keep(header http.Header, age time.Duration) {
	header.Set("Cache-Control", "private, max-age="+strconv.Itoa(int(age.Seconds())))
}
