package channel

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
func (h *Handler) heartbeat(c *call) error {
	at, err := h.messaging.Heartbeat(c.http.Context(), c.channel)
	if err != nil {
		return notStored{err}
	}
	return h.answerJSON(c, heartbeatAnswer{OK: true, ReceivedAt: at.String()})
}
