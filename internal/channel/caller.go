package channel

import (
	"context"
	"net/http"
	"sync"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

// keyHeaders carry the channel's key. The contract names one for each endpoint
// (W 5.1); every endpoint takes both, and either one right is enough
// (decisions 2). Of a repeated header the first value counts.
var keyHeaders = [...]string{"X-Svcx-Api-Key", "X-Svcx-Key"}

// caller is the channel that a request names, with its workspace's form.
type caller struct {
	channel *svcx.Channel
	form    *form.Form
}

// find looks the channel up by the id in the path. Errors: NotFound for one
// that is not there and for text that is no canonical id (decisions 1),
// Unavailable when the store cannot be asked.
func (h *Handler) find(ctx context.Context, id string) (caller, error) {
	n, ok := form.ParseID(id)
	if !ok {
		return caller{}, svcx.NotFound("channel")
	}
	found, err := h.inbox.ChannelByID(ctx, svcx.ChannelID(n))
	if err != nil {
		return caller{}, err
	}
	return caller{found.Channel, h.forms.Of(found.Form)}, nil
}

// learn is find for an inbound request: the next one is answered from memory.
func (h *Handler) learn(ctx context.Context, id string) (caller, error) {
	c, err := h.find(ctx, id)
	if err == nil {
		h.known.put(c)
	}
	return c, err
}

// cached is learn for an inbound request that has its channel's key. It may
// answer from memory: what is stored is stored under the channel as it is by
// then, or is outdated (inbox.Receive). A request that does not have the key that
// is remembered is looked up: it may be a new one.
func (h *Handler) cached(r *http.Request, id string) (caller, error) {
	if n, ok := form.ParseID(id); ok {
		if c, ok := h.known.get(svcx.ChannelID(n)); ok && c.hasKey(r) {
			return c, nil
		}
	}
	return h.learn(r.Context(), id)
}

// maxCached bounds how many channels are remembered, some kilobytes each.
const maxCached = 1000

// channelCache remembers channels that were looked up, so that not each inbound message
// asks for its own: on PostgreSQL that was one of four round trips.
type channelCache struct {
	mu       sync.RWMutex
	channels map[svcx.ChannelID]caller
}

func (k *channelCache) get(id svcx.ChannelID) (caller, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	c, ok := k.channels[id]
	return c, ok
}

func (k *channelCache) put(c caller) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.channels == nil || len(k.channels) >= maxCached {
		k.channels = make(map[svcx.ChannelID]caller)
	}
	k.channels[c.channel.ID] = c
}

// hasKey reports whether the request carries the channel's key.
func (c caller) hasKey(r *http.Request) bool {
	for _, name := range keyHeaders {
		if inbox.KeyFits(c.channel, r.Header.Get(name)) {
			return true
		}
	}
	return false
}

// authorize is the door of all endpoints but the inbound one: the channel if the
// request has its key. Otherwise ok is false and the request is answered: 401
// UNAUTHORIZED, the same bytes whether the channel or the key is wrong
// (decisions 3), or 503 when the store cannot be asked. Nothing is written to
// the event log: the caller is told.
func (h *Handler) authorize(w http.ResponseWriter, r *http.Request, id string) (c caller, ok bool) {
	c, err := h.find(r.Context(), id)
	switch {
	case err == nil && c.hasKey(r):
		return c, true
	case err == nil, svcx.KindOf(err) == svcx.KindNotFound:
		err = &svcx.Error{Kind: svcx.KindUnauthorized, Message: "the channel does not exist, or its key is missing or wrong"}
	}
	h.fail(w, r, h.plain, err)
	return caller{}, false
}
