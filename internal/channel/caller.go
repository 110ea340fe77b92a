package channel

import (
	"net/http"

	lru "github.com/hashicorp/golang-lru/v2"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/form"
)

// keyHeaders carry the channel's key. The contract names one for each endpoint
// (W 5.1); every endpoint accepts both, and one correct value is enough (D 2). The
// first value of a repeated header counts.
var keyHeaders = [...]string{"X-Svcx-Api-Key", "X-Svcx-Key"}

// caller is the channel of a request, with its workspace's form.
type caller struct {
	channel *svcx.Channel
	form    *form.Form
}

// call is a request on its way through an endpoint.
type call struct {
	w    http.ResponseWriter
	http *http.Request
	// id is the channel's, as it stands in the path.
	id string
	// Until the channel is known it is nil, and the form that of errors.
	caller
}

// find looks up the channel by the id in the path. Errors: KindNotFound for an unknown
// or non-canonical id (D 1), KindUnavailable if the database cannot be read.
func (h *Handler) find(c *call) (caller, error) {
	n, ok := form.ParseID(c.id)
	if !ok {
		return caller{}, svcx.NotFound("channel")
	}
	found, err := h.admin.ChannelByID(c.http.Context(), svcx.ChannelID(n))
	if err != nil {
		return caller{}, err
	}
	return caller{found.Channel, h.forms.Of(found.Form)}, nil
}

// findAndCache is find for an inbound request: it caches the channel for the next one.
func (h *Handler) findAndCache(c *call) (caller, error) {
	found, err := h.find(c)
	if err == nil {
		h.cache.Add(found.channel.ID, found)
	}
	return found, err
}

// cached returns the channel of an inbound request from the cache if the request has
// the cached key. A stale entry is harmless: messaging.Receive stores under the current
// channel, or returns ErrOutdated. Any other request is looked up, since its key may be
// a new one.
func (h *Handler) cached(c *call) (caller, error) {
	if n, ok := form.ParseID(c.id); ok {
		if known, ok := h.cache.Get(svcx.ChannelID(n)); ok && known.hasKey(c.http) {
			return known, nil
		}
	}
	return h.findAndCache(c)
}

// maxCached bounds the channels in the cache, some kilobytes each.
const maxCached = 1000

// newChannelCache returns a cache of channels, so that an inbound message does not need a
// look-up: on PostgreSQL that was one of four round trips.
func newChannelCache() *lru.Cache[svcx.ChannelID, caller] {
	cache, _ := lru.New[svcx.ChannelID, caller](maxCached) // fails only if there is no room for any
	return cache
}

// hasKey reports whether the request carries the channel's key.
func (c caller) hasKey(r *http.Request) bool {
	for _, name := range keyHeaders {
		if admin.KeyFits(c.channel, r.Header.Get(name)) {
			return true
		}
	}
	return false
}

// authorize authenticates a call of any endpoint but the inbound one: it finds the
// channel, of which the request must have the key. Errors: 401 UNAUTHORIZED, the same
// bytes whether the channel or the key is wrong (D 3), or 503 if the database cannot be
// read. Nothing is written to the event log, since the client gets the error.
func (h *Handler) authorize(c *call) error {
	c.caller = caller{form: h.plain}
	found, err := h.find(c)
	switch {
	case err == nil && found.hasKey(c.http):
		c.caller = found
		return nil
	case err == nil, svcx.KindOf(err) == svcx.KindNotFound:
		return &svcx.Error{Kind: svcx.KindUnauthorized, Message: "the channel does not exist, or its key is missing or wrong"}
	}
	return err
}
