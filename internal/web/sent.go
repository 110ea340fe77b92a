package web

import (
	"net/http"

	"svcx/internal/web/page"
)

// sent is GET /auth/sent: the page after a request for a sign-in link.
func (h *Handler) sent(w http.ResponseWriter, r *http.Request) error {
	return page.Show(w, r, http.StatusOK, sentPage(h.options.way()))
}
