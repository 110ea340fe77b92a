package rest

import "svcx/internal/form"

// pauseChannel serves POST /channels/{id}/pause, which answers with the channel also if it
// is paused already.
func (a *API) pauseChannel(r *request) (any, error) {
	c, err := a.Admin.PauseDelivery(r.http.Context(), r.call(), r.channelID())
	if err != nil {
		return nil, err
	}
	return r.showChannel(c, "")
}

// resumeChannel serves POST /channels/{id}/resume.
func (a *API) resumeChannel(r *request) (any, error) {
	c, err := a.Admin.ResumeDelivery(r.http.Context(), r.call(), r.channelID())
	if err != nil {
		return nil, err
	}
	return r.showChannel(c, "")
}

// getChannelQueue serves GET /channels/{id}/queue → {data: {waiting, capped, oldestAt}}.
func (a *API) getChannelQueue(r *request) (any, error) {
	if _, err := a.Admin.Channel(r.http.Context(), r.workspace, r.channelID()); err != nil {
		return nil, err
	}
	q, err := a.Admin.Queue(r.http.Context(), r.workspace, r.channelID())
	if err != nil {
		return nil, err
	}
	return single{form.Queue(q)}, nil
}
