package page

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/web/texts"
)

// Viewer is the member who requests a page of a workspace.
type Viewer struct {
	*texts.Printer
	Session   *svcx.Session
	Workspace *svcx.Workspace
	Member    *svcx.Member
	// ip is the client's address, for the audit log.
	ip string
}

// Call is the member as the caller of a use case.
func (s *Viewer) Call() inbox.Call {
	return inbox.Call{Workspace: s.Workspace, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(s.Member.ID), Name: s.Session.User.Label(), IP: s.ip}}
}

// Path is the address of a page of the workspace.
func (s *Viewer) Path(rest string) string { return "/app/" + s.Workspace.Slug + rest }

// Docs is the address of the documentation with examples for the workspace, in its form.
func (s *Viewer) Docs() string { return "/docs?workspace=" + s.Workspace.Slug }

// MemberEndpoint answers a member's request.
type MemberEndpoint func(w http.ResponseWriter, r *http.Request, s *Viewer) error

// ErrSignedOut is answered with a redirect to the sign-in page.
var ErrSignedOut = errors.New("signed out")

// InWorkspace is an endpoint for members of the workspace in the path who have the role.
// Who is not signed in is led to the sign-in page and back; a user who is not a member
// learns no more than from an address that does not exist (D 5).
func (h *Site) InWorkspace(role svcx.Role, do MemberEndpoint) http.Handler {
	return h.Page(func(w http.ResponseWriter, r *http.Request) error {
		foreign := h.Front.CheckOrigin(r)
		s, err := h.ReadViewer(r)
		switch {
		case errors.Is(err, ErrSignedOut):
			return h.askToSignIn(w, r)
		case err != nil:
			return err
		case foreign != nil:
			return foreign
		case role == svcx.RoleAdmin && s.Member.Role != svcx.RoleAdmin:
			err = h.AdminsOnly(r, s)
		default:
			err = do(w, r, s)
		}
		return failedFor(s, err)
	})
}

// AdminsOnly is the error of a page that the member must not see. It names admins, who may.
func (h *Site) AdminsOnly(r *http.Request, s *Viewer) error {
	admins, err := h.AdminNames(r.Context(), s)
	if err != nil {
		return err
	}
	return &svcx.Error{Kind: svcx.KindForbidden, Message: s.T("failure.adminsOnly", "Who", admins)}
}

// AdminNames names an admin of the workspace or two, whom other members may ask.
func (h *Site) AdminNames(ctx context.Context, s *Viewer) (string, error) {
	members, err := h.Admin.Members(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	var names []string
	for _, m := range members.Items {
		if m.Role == svcx.RoleAdmin {
			names = append(names, MemberName(m))
		}
	}
	switch len(names) {
	case 0:
		return "", err
	case 1:
		return names[0], err
	}
	return s.T("or", "First", names[0], "Second", names[1]), err
}

// ReadViewer returns the member who makes a request; the error is ErrSignedOut if nobody is
// signed in.
func (h *Site) ReadViewer(r *http.Request) (*Viewer, error) {
	session, err := h.Front.SignedIn(r)
	if svcx.KindOf(err) == svcx.KindUnauthorized {
		return nil, ErrSignedOut
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
	m, err := h.Identity.MemberBy(r.Context(), w, session)
	if err != nil {
		return nil, err
	}
	return &Viewer{Printer: h.Texts.For(r.Header.Get("Accept-Language")), Session: session, Workspace: w, Member: m, ip: h.Front.ClientIP(r).String()}, nil
}

// askToSignIn leads to the sign-in page and from there back: to the page that was
// wanted, or to the one that a form was posted from. A script is told instead, so that
// what stands in the form is kept.
func (h *Site) askToSignIn(w http.ResponseWriter, r *http.Request) error {
	if IsFragment(r) {
		return &svcx.Error{Kind: svcx.KindUnauthorized, Message: h.Texts.For(r.Header.Get("Accept-Language")).T("failure.signedOut")}
	}
	back := r.URL.RequestURI()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		within := "/app/" + r.PathValue("org") + "/"
		back = within + "inbox"
		if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host && strings.HasPrefix(from.Path, within) {
			back = from.RequestURI()
		} else if id := r.PathValue("id"); id != "" {
			i := strings.LastIndex(r.Pattern, "{id}")
			page := strings.NewReplacer("{org}", r.PathValue("org"), "{id}", id)
			back = page.Replace(r.Pattern[strings.Index(r.Pattern, "/") : i+len("{id}")])
		}
	}
	return Redirect(w, r, "/?next="+url.QueryEscape(back))
}

// Redirect leads to another page.
func Redirect(w http.ResponseWriter, r *http.Request, to string) error {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// partsHeader is sent by a script that reads parts of a whole page: what was done is not said in
// those.
const partsHeader = "X-Svcx-Parts"

// IsFragment reports whether a script asks for a part of a page. What htmx asks for
// when one goes back in the history is a whole page.
func IsFragment(r *http.Request) bool {
	return r.Header.Get("HX-Request") == "true" && r.Header.Get("HX-History-Restore-Request") != "true"
}
