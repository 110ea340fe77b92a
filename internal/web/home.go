package web

import (
	"net/http"

	"svcx"
)

// home is GET /: the workspaces of who is signed in; to others, how to get a
// sign-in link.
func (h *Handler) home(w http.ResponseWriter, r *http.Request) error {
	session, err := h.SignedIn(r)
	if svcx.KindOf(err) == svcx.KindUnauthorized {
		return h.show(w, r, http.StatusOK, welcomePage())
	}
	if err != nil {
		return err
	}
	memberships, err := h.Inbox.Memberships(r.Context(), session.Person.ID)
	if err != nil {
		return err
	}
	return h.show(w, r, http.StatusOK, homePage(session.Person, memberships))
}
