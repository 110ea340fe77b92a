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
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/directory"
	"svcx/internal/files"
	"svcx/internal/httpd"
	"svcx/internal/identity"
	"svcx/internal/links"
	"svcx/internal/messaging"
	"svcx/internal/safehttp"
)

// Fetcher fetches outside media; *safehttp.Client implements it.
type Fetcher interface {
	Open(ctx context.Context, r safehttp.Request) (*safehttp.Stream, error)
}

// Options are what a Handler needs.
type Options struct {
	Admin     *admin.Service
	Directory *directory.Service
	Identity  *identity.Service
	Messaging *messaging.Service
	Links     *links.Links
	Front     *httpd.Front
	Blobs     files.Store
	Fetch     Fetcher
	Cache     *files.Cache
	Now       func() time.Time
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
	if err := h.serve(w, r); err != nil {
		h.Front.Fail(w, r, err, h.present)
	}
}

func (h *Handler) serve(w http.ResponseWriter, r *http.Request) error {
	if err := h.Front.Admit(w, r).Err(); err != nil {
		return err
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return httpd.NotAllowed(r)
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
	session, err := h.Front.SignedIn(r)
	if err != nil {
		return nil, err
	}
	ws, err := h.Admin.Workspace(r.Context(), slug)
	if err != nil {
		return nil, err
	}
	if _, err = h.Identity.MemberBy(r.Context(), ws, session); svcx.KindOf(err) == svcx.KindNotFound {
		return nil, svcx.NotFound("workspace")
	}
	return ws, err
}

// present answers an error as ServeHTTP says.
func (h *Handler) present(w http.ResponseWriter, r *http.Request, err error) {
	status, text := httpd.Public(err)
	if status == http.StatusBadGateway && safehttp.Code(err) == safehttp.CodeTimeout {
		status = http.StatusGatewayTimeout
	}
	header := w.Header()
	for _, name := range []string{"Content-Disposition", "ETag", "Content-Length"} {
		header.Del(name)
	}
	if httpd.WantsPage(r) {
		h.Front.FailPage(w, r, status, text)
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
