// Package people has the pages by which admins look after people and their workspaces: members,
// the audit log, the export, and in the admin workspace all workspaces.
package people

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
	"svcx/internal/web/page"
)

// Options are what the pages need besides the site; all of them.
type Options struct {
	Forms form.Set
	// Mail is set if e-mails are sent. Otherwise sign-in links are shown, to be passed on.
	Mail bool
	// Reference describes the API in both forms.
	Reference func() []*openapi.Document
}

// Pages are the pages.
type Pages struct {
	*page.Site
	options Options
}

// New adds the pages to the site.
func New(site *page.Site, o Options) *Pages {
	h := &Pages{site, o}
	h.memberRoutes()
	h.auditRoutes()
	h.exportRoutes()
	h.workspaceRoutes()
	return h
}

// admins adds a page for admins of the workspace.
func (h *Pages) admins(pattern string, do page.MemberEndpoint) {
	h.Handle(pattern, h.InWorkspace(svcx.RoleAdmin, do))
}

// operators adds a page that is in the admin workspace alone, for its admins. Elsewhere there is
// no such address, for nobody.
func (h *Pages) operators(pattern string, do page.MemberEndpoint) {
	h.Handle(pattern, h.InWorkspace(svcx.RoleAgent, func(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
		if !s.Workspace.Admin {
			return svcx.NotFound("path")
		}
		if s.Member.Role != svcx.RoleAdmin {
			return h.AdminsOnly(r, s)
		}
		return do(w, r, s)
	}))
}

// passedLink is a sign-in link that is shown once, to be passed on.
type passedLink struct {
	email, url string
	expiresAt  svcx.Time
}
