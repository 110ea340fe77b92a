package web

import "net/http"

// sent is GET /auth/sent: the page after a request for a sign-in link.
func (h *Handler) sent(w http.ResponseWriter, r *http.Request) error {
	return show(w, r, http.StatusOK, sentPage(h.way()))
}
