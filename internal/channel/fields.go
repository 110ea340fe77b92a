package channel

import (
	"net/http"

	"svcx/internal/form"
)

// fields is GET /api/webhooks/custom/{channelId}/fields (W 4.6): the categories and fields
// of the channel's workspace, each by position. It is the same in both forms, with
// integer ids (W 2.6).
//
// Answer: 200 {categories, fields}. Errors: 401 and 503 as of authorize.
func (h *Handler) fields(w http.ResponseWriter, r *http.Request, id string) {
	c, ok := h.authorize(w, r, id)
	if !ok {
		return
	}
	categories, fields, err := h.inbox.Definitions(r.Context(), c.channel.Workspace)
	if err != nil {
		h.fail(w, r, c.form, err)
		return
	}
	h.answerJSON(w, r, c.form, form.Discovery(categories, fields))
}
