package web

import (
	"net/http"
	"slices"
	"strings"

	"svcx"
)

// linkWay is how a sign-in link gets to whoever asks for it.
type linkWay int

const (
	// linkPrinted: there is no mail server, the link is in the server's log.
	linkPrinted linkWay = iota
	linkMailed
	// linkInDemo is linkPrinted in front of the person's eyes.
	linkInDemo
)

func (h *Handler) way() linkWay {
	switch {
	case h.Mail:
		return linkMailed
	case h.DemoEmail != "":
		return linkInDemo
	}
	return linkPrinted
}

// home is GET /: the workspaces of who is signed in; to others, how to get a
// sign-in link. ?link=old says that a link just used signs nobody in.
func (h *Handler) home(w http.ResponseWriter, r *http.Request) error {
	session, err := h.SignedIn(r)
	if svcx.KindOf(err) == svcx.KindUnauthorized {
		return h.show(w, r, http.StatusOK, welcomePage(h.way(), h.DemoEmail))
	}
	if err != nil {
		return err
	}
	memberships, err := h.Inbox.Memberships(r.Context(), session.User.ID)
	if err != nil {
		return err
	}
	return h.show(w, r, http.StatusOK, homePage(desk{
		User: session.User, memberships: memberships, oldLink: r.URL.Query().Get("link") == "old", demo: h.DemoEmail != "",
	}))
}

// desk is what the home page shows.
type desk struct {
	svcx.User
	memberships []svcx.Membership
	// oldLink says that the person has just tried a link that works no more.
	oldLink bool
	demo    bool
}

// next is the workspace that the page says how to go on with: the first that the
// person is an admin of, beside the admin workspace; nil where there is none.
func (d desk) next() *svcx.Workspace { return d.adminOf(false) }

// operated is the admin workspace, to its admins.
func (d desk) operated() *svcx.Workspace { return d.adminOf(true) }

func (d desk) adminOf(operators bool) *svcx.Workspace {
	i := slices.IndexFunc(d.memberships, func(m svcx.Membership) bool { return m.Role == svcx.RoleAdmin && m.Workspace.Admin == operators })
	if i < 0 {
		return nil
	}
	return d.memberships[i].Workspace
}

// docsOf is where the API is described as a workspace speaks it.
func docsOf(w *svcx.Workspace) string { return "/docs?form=" + strings.ToLower(string(w.Form)) }
