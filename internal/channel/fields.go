package channel

import "svcx/internal/form"

// fields is GET /api/webhooks/custom/{channelId}/fields (W 4.6): the categories and fields
// of the channel's workspace, each by position. It is the same in both forms, with
// integer ids (W 2.6).
//
// Answer: 200 {categories, fields}. Errors: 401 and 503 as of authorize.
func (h *Handler) fields(c *call) error {
	categories, fields, err := h.admin.Definitions(c.http.Context(), c.channel.Workspace)
	if err != nil {
		return err
	}
	return h.answerJSON(c, form.Discovery(categories, fields))
}
