package channel

import (
	"net/http"

	"svcx/internal/httpd"
)

// Prefix is the path of all endpoints; the channel's id follows it.
const Prefix = "/api/webhooks/custom/"

// endpoint is one path below a channel's id.
type endpoint struct {
	method, path string
	serve        func(*Handler, *call) error
}

var endpoints = []endpoint{
	{http.MethodPost, "", (*Handler).inbound},
	{http.MethodPost, "/heartbeat", withKey((*Handler).heartbeat)},
	{http.MethodGet, "/events", withKey((*Handler).replay)},
	{http.MethodPost, "/events/{eventId}/redeliver", withKey((*Handler).redeliverEvent)},
	{http.MethodGet, "/feed", withKey((*Handler).feed)},
	{http.MethodGet, "/fields", withKey((*Handler).fields)},
	{http.MethodPost, "/redeliver", withKey((*Handler).redeliver)},
}

// withKey is an endpoint that answers requests with the channel's key only.
func withKey(serve func(*Handler, *call) error) func(*Handler, *call) error {
	return func(h *Handler, c *call) error {
		if err := h.authorize(c); err != nil {
			return err
		}
		return serve(h, c)
	}
}

func (h *Handler) routes() *httpd.Mux {
	mux := httpd.NewMux(h.front.Refuse)
	for _, e := range endpoints {
		mux.Handle(e.method+" "+Prefix+"{channelId}"+e.path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c := &call{w: w, http: r, id: r.PathValue("channelId"), caller: caller{form: h.plain}}
			if err := e.serve(h, c); err != nil {
				h.fail(c, err)
			}
		}))
	}
	return mux
}

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
	if err := h.front.Admit(w, r).Err(); err != nil {
		h.front.Refuse(w, r, err)
		return
	}
	h.mux.ServeHTTP(w, r)
}
