package provider

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"svcx/internal/safehttp"
)

// Models lists the names of the models that the server offers to the key. It costs nothing, and
// shows whether the server can be reached and accepts the key. Some servers have no list, which is a
// refusal with status 404.
func (p *Provider) Models(ctx context.Context) ([]string, error) {
	header := http.Header{"Accept": {"application/json"}}
	if p.Key != "" {
		header.Set("Authorization", "Bearer "+p.Key)
	}
	response, err := p.HTTP.Do(ctx, safehttp.Request{Method: http.MethodGet, URL: strings.TrimRight(p.BaseURL, "/") + "/models", Header: header, MaxBody: maxAnswer})
	if err != nil {
		return nil, unreached(err)
	}
	if response.Status != http.StatusOK {
		_, err := refusal(response.Status, response.Header)
		return nil, err
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := json.Unmarshal(response.Body, &list); err != nil || list.Data == nil {
		return nil, failed(Malformed, "its answer is no list of models")
	}
	names := make([]string, len(list.Data))
	for i, m := range list.Data {
		names[i] = m.ID
	}
	return names, nil
}
