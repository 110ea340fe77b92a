package web

import "net/http"

// sent is GET /auth/sent: what a browser sees after it asked for a link.
func (h *Handler) sent(w http.ResponseWriter, r *http.Request) error {
	return h.show(w, r, http.StatusOK, sentPage(h.way()))
}
