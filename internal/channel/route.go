package channel

import (
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/limit"
)

// Prefix is the path of all endpoints; the channel's id follows it.
const Prefix = "/api/webhooks/custom/"

// endpoint is one path under a channel's id.
type endpoint struct {
	method string
	// allow is the Allow header of a 405. An endpoint for GET answers HEAD too.
	allow string
	serve func(h *Handler, w http.ResponseWriter, r *http.Request, id string)
}

// endpoints are keyed by the path after the channel's id.
var endpoints = map[string]*endpoint{
	"":           {http.MethodPost, "POST", (*Handler).inbound},
	"/heartbeat": {http.MethodPost, "POST", (*Handler).heartbeat},
	"/events":    {http.MethodGet, "GET, HEAD", (*Handler).replay},
	"/feed":      {http.MethodGet, "GET, HEAD", (*Handler).feed},
	"/fields":    {http.MethodGet, "GET, HEAD", (*Handler).fields},
	"/redeliver": {http.MethodPost, "POST", (*Handler).redeliver},
}

// redeliverPath is /events/{eventId}/redeliver, the only one with a second id.
var redeliverPath = &endpoint{http.MethodPost, "POST", (*Handler).redeliverEvent}

// ServeHTTP limits the rate, finds the endpoint and calls it.
//
// Every request counts against the limit, even to an unknown path, so that paths and
// channels cannot be probed faster than they can be used (W 8). Over the limit the answer
// is 429 RATE_LIMITED with Retry-After, on the inbound endpoint too (W 7.5). Every answer
// has the X-RateLimit headers.
//
// Errors: 404 NOT_FOUND for an unknown path, 405 METHOD_NOT_ALLOWED with Allow for
// another method (D 2), whether or not the channel exists.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	d := h.limiter.Take(r.Context(), limit.Key(h.proxies.ClientIP(r)))
	d.SetHeaders(w.Header())
	if !d.Allowed {
		h.fail(w, r, h.plain, &svcx.Error{Kind: svcx.KindRateLimited})
		return
	}
	e, id, event := route(r.URL.Path)
	r.SetPathValue("event", event)
	if e == nil {
		h.fail(w, r, h.plain, svcx.NotFound("path"))
		return
	}
	if r.Method != e.method && (r.Method != http.MethodHead || e.method != http.MethodGet) {
		w.Header().Set("Allow", e.allow)
		h.fail(w, r, h.plain, &svcx.Error{Kind: svcx.KindMethodNotAllowed})
		return
	}
	e.serve(h, w, r, id)
}

// route returns the endpoint of a path, nil if there is none, and the ids of the channel
// and of an event in it, which may be any text but empty.
func route(path string) (e *endpoint, channel, event string) {
	rest, ok := strings.CutPrefix(path, Prefix)
	if !ok {
		return nil, "", ""
	}
	end := strings.IndexByte(rest, '/')
	if end < 0 {
		end = len(rest)
	}
	if end == 0 {
		return nil, "", ""
	}
	channel, rest = rest[:end], rest[end:]
	if event, ok := strings.CutPrefix(rest, "/events/"); ok {
		if event, ok = strings.CutSuffix(event, "/redeliver"); ok && event != "" && !strings.Contains(event, "/") {
			return redeliverPath, channel, event
		}
	}
	return endpoints[rest], channel, ""
}
