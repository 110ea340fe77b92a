// Package web serves the pages: templ components, their handlers and the embedded
// static files. It calls the use cases and knows neither SQL nor the API's wire formats.
//
// Every page has one strict content security policy (page.Policy): nothing inline,
// nothing from another origin.
package web

//go:generate go tool templ generate -log-level error

import (
	"net/http"

	"svcx"
	"svcx/internal/bulk"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/inbox"
	"svcx/internal/live"
	"svcx/internal/messaging"
	"svcx/internal/openapi"
	"svcx/internal/web/channels"
	"svcx/internal/web/contacts"
	"svcx/internal/web/docs"
	"svcx/internal/web/events"
	"svcx/internal/web/page"
	"svcx/internal/web/people"
	"svcx/internal/web/reports"
	"svcx/internal/web/settings"
)

// Options are what a Handler needs; only Mail and DemoEmail are optional.
type Options struct {
	page.Options
	Core *inbox.Core
	// Deliveries has the delivery states of replies.
	Deliveries messaging.Deliveries
	Ratings    messaging.Ratings
	Reports    messaging.Reports
	Tags       messaging.Tags
	Bulk       *bulk.Service
	// Inbound is the channels' inbound endpoint.
	Inbound events.Inbound
	Live    *live.Hub
	Forms   form.Set
	// Reference describes the API in both forms, Session the session API.
	Reference, Session func() []*openapi.Document
	// Mail is set if sign-in links are mailed; otherwise the server prints them.
	Mail bool
	// DemoEmail is the address that signs in to a demo; "" if this is not a demo.
	DemoEmail string
}

// Handler serves every path that does not belong to an API.
type Handler struct {
	*page.Site
	options  Options
	contacts *contacts.Pages
	settings *settings.Pages
}

// New returns the handler.
func New(o Options) *Handler {
	site := page.New(o.Options)
	h := &Handler{Site: site, options: o, contacts: contacts.New(site), settings: settings.New(site, o.Core, o.Forms)}
	reports.New(site, o.Reports, o.Ratings)
	site.ShowsBulk = h.latestBulk
	events.New(site, o.Forms, o.Inbound)
	channels.New(site, o.Core, o.Forms)
	people.New(site, people.Options{Forms: o.Forms, Mail: o.Mail, Reference: o.Reference})
	docs.New(site, docs.Options{Reference: o.Reference, Session: o.Session, Forms: o.Forms})
	h.Handle("GET /{$}", h.Page(h.home))
	for path, show := range map[string]httpd.Endpoint{"/auth/verify": h.verify, "/auth/sent": h.sent} {
		h.Handle("GET "+path, h.Page(show))
		h.Handle("GET "+path+"/{$}", h.Page(page.WithoutSlash))
	}
	h.Handle("GET /app", h.Page(h.workspaces))
	h.Handle("GET /app/{org}", h.InWorkspace(svcx.RoleAgent, toInbox))
	h.Handle("GET /app/{org}/inbox", h.InWorkspace(svcx.RoleAgent, h.inbox))
	h.Handle("GET /app/{org}/inbox/new", h.InWorkspace(svcx.RoleAgent, h.newConversation))
	h.Handle("POST /app/{org}/inbox/new", h.InWorkspace(svcx.RoleAgent, h.startConversation))
	h.Handle("GET /app/{org}/inbox/tags", h.InWorkspace(svcx.RoleAgent, tagging{h}.used))
	h.Handle("GET /app/{org}/inbox/{id}", h.InWorkspace(svcx.RoleAgent, h.openConversation))
	for action, do := range map[string]page.MemberEndpoint{
		"messages": h.sendMessage, "notes": h.addNote, "status": h.setStatus, "assign": h.assign, "category": h.setCategory, "priority": h.setPriority, "tags": tagging{h}.set,
		"fields": h.setFields, "participants": h.addParticipant, "participants/remove": h.removeParticipant, "again": h.sendAgain, "rating": h.requestRating, "backrequest": h.askBack,
	} {
		h.Handle("POST /app/{org}/inbox/{id}/"+action, h.InWorkspace(svcx.RoleAgent, do))
	}
	h.Handle("POST /app/{org}/inbox/{id}/read", h.InWorkspace(svcx.RoleAgent, h.read))
	h.Handle("POST /app/{org}/inbox/{id}/typing", h.InWorkspace(svcx.RoleAgent, h.typing))
	h.Handle("POST /app/{org}/inbox/{id}/draft", h.InWorkspace(svcx.RoleAgent, h.saveDraft))
	h.Handle("POST /app/{org}/inbox/{id}/preview", h.InWorkspace(svcx.RoleAgent, h.preview))
	h.Handle("POST /app/{org}/inbox/{id}/files", h.InWorkspace(svcx.RoleAgent, h.upload))
	h.Handle("GET /app/{org}/inbox/{id}/tags", h.InWorkspace(svcx.RoleAgent, tagging{h}.choices))
	h.Handle("GET /app/{org}/inbox/{id}/parts", h.InWorkspace(svcx.RoleAgent, h.parts))
	h.Handle("POST /app/{org}/inbox/{id}/undo", h.InWorkspace(svcx.RoleAgent, h.undoAction))
	for _, op := range draftOperations {
		h.Handle("POST /app/{org}/inbox/{id}/ai/"+string(op), h.InWorkspace(svcx.RoleAgent, drafting{h}.propose(op)))
	}
	h.Handle("POST /app/{org}/inbox/{id}/ai/draft", h.InWorkspace(svcx.RoleAgent, drafting{h}.useDraft))
	h.Handle("POST /app/{org}/inbox/{id}/ai/summarize", h.InWorkspace(svcx.RoleAgent, summaries{h}.summarize))
	h.Handle("POST /app/{org}/inbox/{id}/ai/rename", h.InWorkspace(svcx.RoleAgent, summaries{h}.findSubject))
	h.Handle("POST /app/{org}/inbox/{id}/subject", h.InWorkspace(svcx.RoleAgent, summaries{h}.setSubject))
	h.Handle("GET /app/{org}/inbox/{id}/ai/shown", h.InWorkspace(svcx.RoleAgent, summaries{h}.shownToAI))
	h.bulkRoutes()
	const saved = "/app/{org}/inbox/{id}/saved-replies"
	h.Handle("GET "+saved, h.InWorkspace(svcx.RoleAgent, h.pickSaved))
	h.Handle("POST "+saved, h.InWorkspace(svcx.RoleAgent, h.pickSaved))
	h.Handle("GET "+saved+"/{reply}", h.InWorkspace(svcx.RoleAgent, h.savedText))
	h.Handle("GET /app/{org}"+mentionsPath, h.InWorkspace(svcx.RoleAgent, func(w http.ResponseWriter, r *http.Request, s *page.Viewer) error { return mentionChoices(w, r, s, h) }))
	h.Handle("POST /app/{org}/start", h.InWorkspace(svcx.RoleAgent, dismiss))
	h.Handle("POST /app/{org}/viewing", h.InWorkspace(svcx.RoleAgent, h.viewing))
	h.Handle("GET /app/{org}/unread", h.InWorkspace(svcx.RoleAgent, h.unreadPage))
	h.Handle("GET /app/{org}/counts", h.InWorkspace(svcx.RoleAgent, h.countsPage))
	// It lasts for hours and is bounded by the hub, so it is not counted as a request.
	h.Handle("GET /app/{org}/stream", h.Front.Serve(h.stream, h.Present))
	return h
}

func toInbox(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return page.Redirect(w, r, s.Path("/inbox"))
}
