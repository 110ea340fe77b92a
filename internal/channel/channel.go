// Package channel is the integrator's side of the HTTP surface: the inbound
// endpoint, the heartbeat, the replay of a channel's event log (W 4.1, 4.4, 4.5),
// and the feed of its outbound events. It reads requests, asks package form what they say, calls one use case
// of package inbox, and answers.
//
// The inbound endpoint has a rule of its own: whatever a request says, the
// answer is 200 "ok", and what became of it stands in the event log (W 4.1,
// W 7.1). Three answers differ: 429 over the rate limit, 503 when nothing could
// be stored, since "ok" for something that was lost would be a lie
// (decisions 2), and 400 for a body that did not arrive whole.
//
// One file per endpoint; route.go has the table of them.
package channel

import (
	"log/slog"
	"net/http"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/live"
)

// Options are what a Handler works with; all are needed but MaxBody and Budget.
type Options struct {
	Inbox *inbox.Inbox
	// Live tells those who wait for a channel's feed; it is for the feed alone.
	Live  *live.Hub
	Forms form.Set
	// Limiter counts every request under Prefix by its client's address (W 8).
	Limiter limit.Limiter
	Proxies limit.Proxies
	// MaxBody is the most bytes that an inbound body may have, less than
	// 4 GiB; 0 is svcx.DefaultMaxBody (decisions 2).
	MaxBody int64
	// Budget bounds the bodies that are in memory at once; nil bounds none.
	Budget *limit.Budget
	Now    func() time.Time
	// NewID makes a random UUID: the default of a messageId or conversationId
	// that the form does not require (W 2.1).
	NewID func() string
	Log   *slog.Logger
}

// Handler serves everything under Prefix. It is safe for concurrent use.
//
// It puts no bound on how long a client takes: the server's ReadTimeout does,
// which must therefore be set. A body that it ends is one that did not arrive
// whole.
type Handler struct {
	inbox   *inbox.Inbox
	live    *live.Hub
	forms   form.Set
	limiter limit.Limiter
	proxies limit.Proxies
	maxBody int64
	budget  *limit.Budget
	now     func() time.Time
	newID   func() string
	log     *slog.Logger

	// plain words the errors of requests that no channel, and so no form, is
	// known for. Their kinds look the same in both forms.
	plain           *form.Form
	unauthenticated *unauthenticatedLog
	known           channelCache
}

// New makes a Handler. Its Run is to be started with the server.
func New(o Options) *Handler {
	if o.MaxBody == 0 {
		o.MaxBody = svcx.DefaultMaxBody
	}
	return &Handler{
		inbox: o.Inbox, live: o.Live, forms: o.Forms, limiter: o.Limiter, proxies: o.Proxies, maxBody: o.MaxBody, budget: o.Budget,
		now: o.Now, newID: o.NewID, log: o.Log,
		plain:           o.Forms.B,
		unauthenticated: newUnauthenticatedLog(o.Inbox, o.Now, o.Log),
	}
}

// Register puts the handler on a mux. The path without the last slash is
// registered too: the mux would answer it with a redirect.
func (h *Handler) Register(mux *http.ServeMux) {
	mux.Handle(Prefix, h)
	mux.Handle(Prefix[:len(Prefix)-1], h)
}
