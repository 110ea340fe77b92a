// Package page has what the pages of all kinds share: the site that they are added to, the
// member who views one, the frame around its content, forms, and small components.
package page

import (
	"net/http"
	"strings"
	"time"

	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/assist"
	"svcx/internal/directory"
	"svcx/internal/httpd"
	"svcx/internal/identity"
	"svcx/internal/links"
	"svcx/internal/messaging"
	"svcx/internal/web/texts"
)

// Options are what the pages need; all of them.
type Options struct {
	Identity  *identity.Service
	Messaging *messaging.Service
	Directory *directory.Service
	Admin     *admin.Service
	Assist    *assist.Service
	Links     *links.Links
	Now       func() time.Time
	// Front limits the pages by their client's address; static files are exempt (D 6).
	Front *httpd.Front
}

// Site is what the pages of all kinds share.
type Site struct {
	Options
	Texts *texts.Catalogue
	// Mux has the pages. What else the server has outside of the APIs is added to it.
	*httpd.Mux
	// ShowsBulk is what each page shows of the member's latest bulk action; nil for nothing.
	ShowsBulk func(http.ResponseWriter, *http.Request, Frame) (templ.Component, error)
}

// New returns a site that has its static files and no page.
func New(o Options) *Site {
	h := &Site{Options: o}
	var err error
	if h.Texts, err = texts.Load(); err != nil {
		panic(err) // they are part of the program
	}
	h.Mux = httpd.NewMux(h.refuse)
	h.Handle("GET /app/{org}/keys", h.InWorkspace(svcx.RoleAgent, h.keysPage))
	h.Handle("GET /app/{org}/commands", h.InWorkspace(svcx.RoleAgent, h.commandsPage))
	h.Handle("GET "+staticPath+"{version}/{file}", http.HandlerFunc(h.static))
	return h
}

// Page is a rate-limited endpoint whose errors become pages.
func (h *Site) Page(show httpd.Endpoint) http.Handler {
	return h.Front.Serve(func(w http.ResponseWriter, r *http.Request) error {
		if err := h.admit(w, r); err != nil {
			return err
		}
		return show(w, r)
	}, h.Present)
}

// WithoutSlash redirects from an address with a trailing slash to the page.
func WithoutSlash(w http.ResponseWriter, r *http.Request) error {
	to := *r.URL
	to.Path, to.RawPath = strings.TrimSuffix(to.Path, "/"), ""
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to.RequestURI(), http.StatusPermanentRedirect)
	return nil
}

// admit counts a request for a page; the error is that it is over the limit.
func (h *Site) admit(w http.ResponseWriter, r *http.Request) error {
	return h.Front.Admit(w, r).Err()
}

// refuse answers a request for which there is no page: with a page to a browser, and as
// the API does to other clients.
func (h *Site) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if !httpd.WantsPage(r) {
		if svcx.KindOf(err) == svcx.KindMethodNotAllowed {
			err = httpd.NotAllowed(r)
		}
		h.Front.Refuse(w, r, err)
		return
	}
	if limited := h.admit(w, r); limited != nil {
		err = limited
	} else {
		err = h.inWorkspace(r, err)
	}
	h.Front.Fail(w, r, err, h.Present)
}
