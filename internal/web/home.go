package web

import (
	"net/http"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/web/page"
)

// linkWay is how a sign-in link reaches the user who asked for it.
type linkWay int

const (
	// linkPrinted: without a mail server, the link is in the server's log.
	linkPrinted linkWay = iota
	linkMailed
	// linkInDemo is linkPrinted in a terminal that the user sees.
	linkInDemo
)

func (o Options) way() linkWay {
	switch {
	case o.Mail:
		return linkMailed
	case o.DemoEmail != "":
		return linkInDemo
	}
	return linkPrinted
}

// home is GET /: the sign-in page, or for a user who is signed in the inbox of the first
// workspace. ?next= is where to go after signing in; ?link=old says that the user has
// just used a link that no longer works.
func (h *Handler) home(w http.ResponseWriter, r *http.Request) error {
	session, err := h.Front.SignedIn(r)
	if svcx.KindOf(err) == svcx.KindUnauthorized {
		return page.Show(w, r, http.StatusOK, welcomePage(h.options.way(), h.options.DemoEmail, svcx.LocalPath(r.URL.Query().Get("next"))))
	}
	if err != nil {
		return err
	}
	memberships, err := h.Identity.Memberships(r.Context(), session)
	if err != nil {
		return err
	}
	if r.URL.Query().Get("link") == "old" {
		return page.Redirect(w, r, "/app?link=old")
	}
	if len(memberships) == 0 {
		return page.Redirect(w, r, "/app")
	}
	first := memberships[0].Workspace
	for _, m := range memberships {
		if first.Admin && !m.Workspace.Admin {
			first = m.Workspace // operators work in another one
		}
	}
	return page.Redirect(w, r, "/app/"+first.Slug+"/inbox")
}

// workspaces is GET /app: a user's workspaces.
func (h *Handler) workspaces(w http.ResponseWriter, r *http.Request) error {
	session, err := h.Front.SignedIn(r)
	if svcx.KindOf(err) == svcx.KindUnauthorized {
		return page.Redirect(w, r, "/")
	}
	if err != nil {
		return err
	}
	memberships, err := h.Identity.Memberships(r.Context(), session)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, homePage(homeView{
		User: session.User, memberships: memberships, oldLink: r.URL.Query().Get("link") == "old", demo: h.options.DemoEmail != "",
	}))
}

// homeView is what the home page shows.
type homeView struct {
	svcx.User
	memberships []svcx.Membership
	// oldLink is set if the user has just used a link that no longer works.
	oldLink bool
	demo    bool
}

// next is the workspace that the page shows next steps for: the first one, other than
// the admin workspace, that the user is an admin of; nil if there is none.
func (d homeView) next() *svcx.Workspace { return d.adminOf(false) }

// operated is the admin workspace, if the user is an admin of it.
func (d homeView) operated() *svcx.Workspace { return d.adminOf(true) }

func (d homeView) adminOf(operators bool) *svcx.Workspace {
	i := slices.IndexFunc(d.memberships, func(m svcx.Membership) bool { return m.Role == svcx.RoleAdmin && m.Workspace.Admin == operators })
	if i < 0 {
		return nil
	}
	return d.memberships[i].Workspace
}

func roleName(r svcx.Role) string {
	if r == svcx.RoleAdmin {
		return "Admin"
	}
	return "Agent"
}

func planName(p svcx.Plan) string {
	switch p {
	case svcx.PlanPro:
		return "Pro"
	case svcx.PlanBusiness:
		return "Business"
	default:
		return "Free"
	}
}

// firstLetter is the mark of a workspace.
func firstLetter(name string) string {
	for _, r := range name {
		return strings.ToUpper(string(r))
	}
	return ""
}
