// Package web serves the pages: templ components, their handlers and the embedded
// static files. It calls the use cases and knows neither SQL nor the API's wire formats.
//
// Every page has one strict content security policy (see policy): nothing inline,
// nothing from another origin.
package web

//go:generate go tool templ generate -log-level error

import (
	"net/http"
	"strings"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/bulk"
	"svcx/internal/directory"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/links"
	"svcx/internal/live"
	"svcx/internal/messaging"
	"svcx/internal/openapi"
	"svcx/internal/web/texts"
)

// Options are what a Handler needs; only Mail and DemoEmail are optional.
type Options struct {
	Core      *inbox.Core
	Identity  *identity.Service
	Messaging *messaging.Service
	// Deliveries are what became of replies.
	Deliveries messaging.Deliveries
	Ratings    messaging.Ratings
	Directory  *directory.Service
	Admin      *admin.Service
	Bulk       *bulk.Service
	Links      *links.Links
	Live       *live.Hub
	Forms      form.Set
	Now        func() time.Time
	// Front limits the pages by their client's address; static files are exempt (D 6).
	Front *httpd.Front
	// Reference describes the API in both forms, Session the session API.
	Reference, Session func() []*openapi.Document
	// Mail is set if sign-in links are mailed; otherwise the server prints them.
	Mail bool
	// DemoEmail is the address that signs in to a demo; "" if this is not a demo.
	DemoEmail string
}

// Handler serves every path that does not belong to an API.
type Handler struct {
	Options
	texts *texts.Catalogue
	// Mux has the pages. What else the server has outside of the APIs is added to it.
	*httpd.Mux
}

// New returns the handler.
func New(o Options) *Handler {
	h := &Handler{Options: o}
	var err error
	if h.texts, err = texts.Load(); err != nil {
		panic(err) // they are part of the program
	}
	h.Mux = httpd.NewMux(h.refuse)
	h.Handle("GET "+staticPath+"{version}/{file}", http.HandlerFunc(h.static))
	h.Handle("GET /{$}", h.page(h.home))
	for path, show := range map[string]httpd.Endpoint{"/docs": h.docs, "/auth/verify": h.verify, "/auth/sent": h.sent} {
		h.Handle("GET "+path, h.page(show))
		h.Handle("GET "+path+"/{$}", h.page(withoutSlash))
	}
	h.Handle("GET /app", h.page(h.workspaces))
	h.Handle("GET /app/{org}", h.inWorkspace(svcx.RoleAgent, h.toInbox))
	h.Handle("GET /app/{org}/inbox", h.inWorkspace(svcx.RoleAgent, h.inbox))
	h.Handle("GET /app/{org}/inbox/new", h.inWorkspace(svcx.RoleAgent, h.newConversation))
	h.Handle("POST /app/{org}/inbox/new", h.inWorkspace(svcx.RoleAgent, h.startConversation))
	h.Handle("GET /app/{org}/inbox/{id}", h.inWorkspace(svcx.RoleAgent, h.openConversation))
	for action, do := range map[string]memberEndpoint{
		"messages": h.sendMessage, "notes": h.addNote, "status": h.setStatus, "assign": h.assign, "category": h.setCategory, "priority": h.setPriority, "tags": h.setTags,
		"fields": h.setFields, "participants": h.addParticipant, "participants/remove": h.removeParticipant, "again": h.sendAgain,
	} {
		h.Handle("POST /app/{org}/inbox/{id}/"+action, h.inWorkspace(svcx.RoleAgent, do))
	}
	h.Handle("POST /app/{org}/inbox/{id}/read", h.inWorkspace(svcx.RoleAgent, h.read))
	h.Handle("POST /app/{org}/inbox/{id}/typing", h.inWorkspace(svcx.RoleAgent, h.typing))
	h.Handle("POST /app/{org}/inbox/{id}/draft", h.inWorkspace(svcx.RoleAgent, h.saveDraft))
	h.Handle("POST /app/{org}/inbox/{id}/preview", h.inWorkspace(svcx.RoleAgent, h.preview))
	h.Handle("POST /app/{org}/inbox/{id}/files", h.inWorkspace(svcx.RoleAgent, h.upload))
	h.Handle("GET /app/{org}/inbox/{id}/parts", h.inWorkspace(svcx.RoleAgent, h.parts))
	h.Handle("POST /app/{org}/inbox/{id}/undo", h.inWorkspace(svcx.RoleAgent, h.undoAction))
	h.bulkRoutes()
	h.contactRoutes()
	h.Handle("GET /app/{org}/ratings", h.inWorkspace(svcx.RoleAgent, h.ratings))
	h.savedRoutes()
	h.profileRoutes()
	h.Handle("POST /app/{org}/viewing", h.inWorkspace(svcx.RoleAgent, h.viewing))
	h.Handle("GET /app/{org}/unread", h.inWorkspace(svcx.RoleAgent, h.unreadPage))
	h.Handle("GET /app/{org}/counts", h.inWorkspace(svcx.RoleAgent, h.countsPage))
	// It lasts for hours and is bounded by the hub, so it is not counted as a request.
	h.Handle("GET /app/{org}/stream", h.Front.Serve(h.stream, h.present))
	return h
}

func (h *Handler) toInbox(w http.ResponseWriter, r *http.Request, s *viewer) error {
	return redirect(w, r, s.path("/inbox"))
}

// page is a rate-limited endpoint whose errors become pages.
func (h *Handler) page(show httpd.Endpoint) http.Handler {
	return h.Front.Serve(func(w http.ResponseWriter, r *http.Request) error {
		if err := h.admit(w, r); err != nil {
			return err
		}
		return show(w, r)
	}, h.present)
}

// admit counts a request for a page; the error is that it is over the limit.
func (h *Handler) admit(w http.ResponseWriter, r *http.Request) error {
	return h.Front.Admit(w, r).Err()
}

// present shows an error as a page.
func (h *Handler) present(w http.ResponseWriter, r *http.Request, err error) {
	status, message := h.failureText(w, r, err)
	h.Front.FailPage(w, r, status, message)
}

// refuse answers a request for which there is no page: with a page to a browser, and as
// the API does to other clients.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if !httpd.WantsPage(r) {
		if svcx.KindOf(err) == svcx.KindMethodNotAllowed {
			err = httpd.NotAllowed(r)
		}
		h.Front.Refuse(w, r, err)
		return
	}
	if limited := h.admit(w, r); limited != nil {
		err = limited
	}
	h.Front.Fail(w, r, err, h.present)
}

// withoutSlash redirects from an address with a trailing slash to the page.
func withoutSlash(w http.ResponseWriter, r *http.Request) error {
	to := *r.URL
	to.Path, to.RawPath = strings.TrimSuffix(to.Path, "/"), ""
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to.RequestURI(), http.StatusPermanentRedirect)
	return nil
}
