package channel

import "net/http"

// heartbeatAnswer is the answer to a heartbeat (W 4.4).
type heartbeatAnswer struct {
	OK         bool   `json:"ok"`
	ReceivedAt string `json:"receivedAt"`
}

// heartbeat is POST /api/webhooks/custom/{channelId}/heartbeat (W 4.4): the integrator is
// alive. The body is ignored, and there is no event log entry (D 3).
//
// Answer: 200 {ok: true, receivedAt}. Errors: 401 and 503 as of authorize, and 503 if it
// could not be stored.
func (h *Handler) heartbeat(w http.ResponseWriter, r *http.Request, id string) {
	c, ok := h.authorize(w, r, id)
	if !ok {
		return
	}
	at, err := h.inbox.Heartbeat(r.Context(), c.channel)
	if err != nil {
		h.unstored(w, r, c.form, err)
		return
	}
	h.answerJSON(w, r, c.form, heartbeatAnswer{OK: true, ReceivedAt: at.String()})
}
