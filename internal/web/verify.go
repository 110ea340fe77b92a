package web

import "net/http"

// verify is GET /auth/verify?token=: where a sign-in link leads to. It looks at
// nothing and changes nothing: its button posts the token, which a mail
// scanner's GET must not use up (decisions 6).
func (h *Handler) verify(w http.ResponseWriter, r *http.Request) error {
	token := r.URL.Query().Get("token")
	if token == "" {
		h.Fail(w, r, http.StatusBadRequest, "This sign-in link is not whole. Open it again from where you got it, or ask for a new one.")
		return nil
	}
	return h.show(w, r, http.StatusOK, verifyPage(token))
}
