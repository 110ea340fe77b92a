package web

import (
	"net/http"

	"svcx"
	"svcx/internal/web/page"
)

// verify is GET /auth/verify?token=, the address of sign-in links. It does not look
// the token up and changes nothing: its button posts the token, since a mail
// scanner's GET must not use it up (D 6). The page tells a user who is signed in
// so, since the link may be the one that signed them in.
func (h *Handler) verify(w http.ResponseWriter, r *http.Request) error {
	token := r.URL.Query().Get("token")
	if token == "" {
		h.Front.FailPage(w, r, http.StatusBadRequest, "This sign-in link is incomplete. Open the whole link, or ask for a new one.")
		return nil
	}
	session, err := h.Front.SignedIn(r)
	if err == nil {
		return page.Show(w, r, http.StatusOK, signedInPage(token, session.User))
	}
	if svcx.KindOf(err) != svcx.KindUnauthorized {
		return err
	}
	return page.Show(w, r, http.StatusOK, verifyPage(token))
}
