package web

import (
	"net/http"

	"svcx"
)

// verify is GET /auth/verify?token=: where a sign-in link leads to. It does not
// look the token up and changes nothing: its button posts the token, which a mail
// scanner's GET must not use up (decisions 6). Who is signed in is told so, since
// the link may well be the one that they have signed in with.
func (h *Handler) verify(w http.ResponseWriter, r *http.Request) error {
	token := r.URL.Query().Get("token")
	if token == "" {
		h.Fail(w, r, http.StatusBadRequest, "This sign-in link is not whole. Open it again from where you got it, or ask for a new one.")
		return nil
	}
	session, err := h.SignedIn(r)
	if err == nil {
		return h.show(w, r, http.StatusOK, signedInPage(token, session.User))
	}
	if svcx.KindOf(err) != svcx.KindUnauthorized {
		return err
	}
	return h.show(w, r, http.StatusOK, verifyPage(token))
}
