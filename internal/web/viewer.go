package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/web/texts"
)

// viewer is the member who requests a page of a workspace.
type viewer struct {
	*texts.Printer
	session   *svcx.Session
	workspace *svcx.Workspace
	member    *svcx.Member
	// ip is the client's address, for the audit log.
	ip string
}

// call is the member as the caller of a use case.
func (s *viewer) call() inbox.Call {
	return inbox.Call{Workspace: s.workspace, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(s.member.ID), Name: s.session.User.Label(), IP: s.ip}}
}

// path is the address of a page of the workspace.
func (s *viewer) path(rest string) string { return "/app/" + s.workspace.Slug + rest }

// memberEndpoint answers a member's request.
type memberEndpoint func(w http.ResponseWriter, r *http.Request, s *viewer) error

// errSignedOut is answered with a redirect to the sign-in page.
var errSignedOut = errors.New("signed out")

// inWorkspace is an endpoint for members of the workspace in the path who have the role.
// Who is not signed in is led to the sign-in page and back; a user who is not a member
// learns no more than from an address that does not exist (D 5).
func (h *Handler) inWorkspace(role svcx.Role, do memberEndpoint) http.Handler {
	return h.page(func(w http.ResponseWriter, r *http.Request) error {
		foreign := h.Front.CheckOrigin(r)
		s, err := h.viewer(r)
		switch {
		case errors.Is(err, errSignedOut):
			return h.askToSignIn(w, r)
		case err != nil:
			return err
		case foreign != nil:
			return foreign
		case role == svcx.RoleAdmin && s.member.Role != svcx.RoleAdmin:
			return &svcx.Error{Kind: svcx.KindForbidden, Message: s.T("failure.adminsOnly")}
		}
		return do(w, r, s)
	})
}

func (h *Handler) viewer(r *http.Request) (*viewer, error) {
	session, err := h.Front.SignedIn(r)
	if svcx.KindOf(err) == svcx.KindUnauthorized {
		return nil, errSignedOut
	}
	if err != nil {
		return nil, err
	}
	slug := r.PathValue("org")
	if form.CleanText(slug) != slug {
		// No slug contains NUL or invalid UTF-8, and PostgreSQL would fail on them.
		return nil, svcx.NotFound("path")
	}
	w, err := h.Admin.Workspace(r.Context(), slug)
	if err != nil {
		return nil, err
	}
	m, err := h.Identity.Member(r.Context(), w, session.User.ID)
	if err != nil {
		return nil, err
	}
	return &viewer{Printer: h.texts.For(r.Header.Get("Accept-Language")), session: session, workspace: w, member: m, ip: h.Front.ClientIP(r).String()}, nil
}

// askToSignIn leads to the sign-in page and from there back: to the page that was
// wanted, or to the one that a form was posted from. A script is told instead, so that
// what stands in the form is kept.
func (h *Handler) askToSignIn(w http.ResponseWriter, r *http.Request) error {
	if isFragment(r) {
		return &svcx.Error{Kind: svcx.KindUnauthorized, Message: h.texts.For(r.Header.Get("Accept-Language")).T("failure.signedOut")}
	}
	back := r.URL.RequestURI()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		back = "/app/" + r.PathValue("org") + "/inbox"
		if id := r.PathValue("id"); id != "" {
			i := strings.LastIndex(r.Pattern, "{id}")
			page := strings.NewReplacer("{org}", r.PathValue("org"), "{id}", id)
			back = page.Replace(r.Pattern[strings.Index(r.Pattern, "/") : i+len("{id}")])
		}
	}
	return redirect(w, r, "/?next="+url.QueryEscape(back))
}

// redirect leads to another page.
func redirect(w http.ResponseWriter, r *http.Request, to string) error {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// isFragment reports whether a script asks for a part of a page. What htmx asks for
// when one goes back in the history is a whole page.
func isFragment(r *http.Request) bool {
	return r.Header.Get("HX-Request") == "true" && r.Header.Get("HX-History-Restore-Request") != "true"
}
