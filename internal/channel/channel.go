// Package channel serves the endpoints for integrators: the inbound endpoint, the
// heartbeat, the replay of a channel's event log (W 4.1, 4.4, 4.5), and the feed of its
// outbound events. A handler reads the request, decodes it with package form, calls one
// use case of package messaging or admin, and answers or returns an error.
//
// The inbound endpoint has a rule of its own: whatever a request contains, the answer is
// 200 "ok", and its outcome is recorded in the event log (W 4.1, W 7.1). Three answers
// differ: 429 over the rate limit; 503 if nothing could be stored, since "ok" would be
// wrong for a message that was lost (D 2); and 400 for a body that did not arrive whole.
//
// Each endpoint has a file; route.go has their table.
package channel

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/live"
	"svcx/internal/messaging"
)

// Options configure a Handler. All but MaxBody are required.
type Options struct {
	Messaging *messaging.Service
	Admin     *admin.Service
	// Live wakes requests that wait for a channel's feed; only the feed uses it.
	Live  *live.Hub
	Forms form.Set
	// Front limits every request under Prefix by its client's address (W 8).
	Front *httpd.Front
	// MaxBody is the most bytes that an inbound body may have, less than 4 GiB; 0 means
	// svcx.DefaultMaxBody (D 2).
	MaxBody int64
	Now     func() time.Time
	// NewID returns a random UUID, the default of a messageId or conversationId that
	// the form does not require (W 2.1).
	NewID func() string
	// Observe is told of each request to the inbound endpoint what it was and what came of
	// it, in a few fixed words; nil tells nobody.
	Observe func(kind, outcome string)
}

// Handler serves everything under Prefix. It is safe for concurrent use.
//
// It does not bound how long a client takes, so the server's ReadTimeout must be set. A
// body that is cut off by that did not arrive whole.
type Handler struct {
	messaging *messaging.Service
	admin     *admin.Service
	live      *live.Hub
	forms     form.Set
	front     *httpd.Front
	mux       *httpd.Mux
	maxBody   int64
	now       func() time.Time
	newID     func() string
	observe   func(kind, outcome string)

	// plain encodes the errors of requests without a channel, and so without a form.
	// Errors of these kinds look the same in both forms.
	plain           *form.Form
	unauthenticated *unauthenticatedLog
	cache           *lru.Cache[svcx.ChannelID, caller]
}

// New returns a Handler. The caller starts its Run with the server.
func New(o Options) *Handler {
	if o.MaxBody == 0 {
		o.MaxBody = svcx.DefaultMaxBody
	}
	h := &Handler{
		messaging: o.Messaging, admin: o.Admin, live: o.Live, forms: o.Forms, front: o.Front, maxBody: o.MaxBody, now: o.Now, newID: o.NewID, observe: o.Observe,
		plain:           o.Forms.B,
		unauthenticated: newUnauthenticatedLog(o.Messaging, o.Now, o.Front.Log),
		cache:           newChannelCache(),
	}
	if h.observe == nil {
		h.observe = func(string, string) {}
	}
	h.mux = h.routes()
	return h
}
