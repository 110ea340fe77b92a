package rest

import (
	"svcx/internal/form"
)

type pinged struct {
	OK             bool    `json:"ok"`
	ResponseStatus *int    `json:"responseStatus"`
	ResponseMS     int64   `json:"responseMs"`
	Error          *string `json:"error"`
}

// testChannel serves POST /channels/{id}/test, which pings the webhook URL → 200
// {data: {ok, responseStatus, responseMs, error}}, even if the ping failed; 422
// without a URL.
func (a *API) testChannel(r *request) (any, error) {
	result, err := a.Admin.Ping(r.http.Context(), r.call(), r.channelID())
	if err != nil {
		return nil, err
	}
	return single{pinged{result.OK, result.Status, result.MS, form.OptionalString(result.Error)}}, nil
}
