// Package inbox is the use cases of the support inbox, one method each, named
// with the contract's words: who may do what, what follows from it, and what is
// one transaction. It knows neither wire formats nor SQL.
//
// Every method takes the workspace that the caller was admitted to. Methods
// that change something return after the change is durable, and only then tell
// the rest of the program. Errors are *svcx.Error: NotFound for what is missing
// or of another workspace, Validation naming the field, Unavailable when
// nothing could be stored.
package inbox

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"sync"
	"time"

	"svcx"
	"svcx/internal/outage"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// Forms answers what the rules need to know of a workspace's form.
type Forms interface {
	// Sends reports whether the form has outbound events of the type.
	Sends(form svcx.FormName, event svcx.EventType) bool
	// RevealsChannelKey reports whether channel keys are kept encrypted too.
	RevealsChannelKey(form svcx.FormName) bool
	// RelaysAttachments reports whether message.created of the form has them.
	RelaysAttachments(form svcx.FormName) bool
	// Knows reports whether keys of the form may hold the scope.
	Knows(form svcx.FormName, scope svcx.Scope) bool
}

// Keys are the master keys that the process was given: a *seal.Box, or a
// *seal.Ring where they may become more. What is written is sealed by seal,
// under the key that the database is under at that moment.
type Keys interface {
	Open(sealed []byte, row string) ([]byte, error)
	Under(check []byte) (*seal.Sealer, error)
	Check() []byte
	Sign(purpose string, message []byte) []byte
	Signed(purpose string, message, signature []byte) bool
}

// Options are what an Inbox works with; all are needed, Blobs and BaseURL where
// there are files.
type Options struct {
	DB    *store.DB
	Forms Forms
	Box   Keys
	Now   func() time.Time
	Log   *slog.Logger
	// Wake tells the deliverer, after the commit, that a channel has something
	// to send. It must not block.
	Wake func(store.ChannelRef)
	// Lease begins a token with the node's name, as store.Presence.Lease does; nil
	// is for a node without one.
	Lease func(unique string) string
	// CheckURL refuses URLs that the service would never call (W 4.7).
	CheckURL func(raw string) error
	// Pinger pings channels at an admin's wish.
	Pinger Pinger
	// Integrator is asked before an agent's changes, and for what is missing.
	Integrator Integrator
	// Bodies renders events for feeds; nil is for where none is read.
	Bodies Bodies
	// Post takes the letters with sign-in links.
	Post Mailer
	// DefaultForm is that of a new workspace which is given none.
	DefaultForm svcx.FormName
	// Blobs keeps the bytes of files; BaseURL is the public address, for theirs.
	Blobs   Blobs
	BaseURL func() string
	// Live tells whoever looks at a workspace; nil is for where nobody does.
	Live Live
	// Pictures is this node's cache of outside media; without one there is none.
	Pictures Pictures
	// EventLogRetention is how long event log records are kept.
	EventLogRetention time.Duration
	// AuditLogRetention is how long entries of the audit log are kept; 0 is for
	// ever.
	AuditLogRetention time.Duration
}

// Inbox is safe for concurrent use.
type Inbox struct {
	db         *store.DB
	forms      Forms
	box        Keys
	now        func() time.Time
	log        *slog.Logger
	wake       func(store.ChannelRef)
	lease      func(string) string
	checkURL   func(string) error
	pinger     Pinger
	integrator Integrator
	bodies     Bodies
	live       Live
	post       Mailer
	// defaultForm is of new workspaces.
	defaultForm svcx.FormName
	blobs       Blobs
	pictures    Pictures
	baseURL     func() string
	retention   time.Duration
	// auditRetention is for ever when it is 0.
	auditRetention time.Duration
	// forgetsLate says that ForgetTime is behind the clock; Run alone has it.
	forgetsLate bool
	asking      asking
	working     sync.WaitGroup
	// alive is the context of background work, quit its end.
	alive    context.Context
	quit     context.CancelFunc
	slots    chan struct{}
	receipts *store.Queue[*receipt]
	keyUse   keyUse
	seen     sessionUse
	// loginRequests are the letters to be made.
	loginRequests chan func(context.Context) error
	// lostWishes and loginQueueFull are how that goes.
	lostWishes, loginQueueFull *outage.Outage
	exports                    exports
	// releases are requests whose Idempotency-Key is to be freed.
	releases keyReleases
}

// New makes an Inbox on an open database.
func New(o Options) *Inbox {
	in := &Inbox{db: o.DB, forms: o.Forms, box: o.Box, now: o.Now, log: o.Log, wake: o.Wake, lease: o.Lease, checkURL: o.CheckURL, pinger: o.Pinger, integrator: o.Integrator,
		bodies: o.Bodies, live: o.Live, post: o.Post, defaultForm: o.DefaultForm, loginRequests: make(chan func(context.Context) error, maxLinkRequests),
		blobs: o.Blobs, pictures: o.Pictures, baseURL: o.BaseURL, retention: o.EventLogRetention, auditRetention: o.AuditLogRetention}
	if in.baseURL == nil {
		in.baseURL = func() string { return "" }
	}
	if in.lease == nil {
		in.lease = func(unique string) string { return unique }
	}
	if in.live == nil {
		in.live = nobody{}
	}
	in.lostWishes = outage.New(o.Log, o.Now, "sign-in links that were asked for cannot be made", "sign-in links that are asked for can be made again")
	in.loginQueueFull = outage.New(o.Log, o.Now, "requests for sign-in links are dropped, too many are waiting", "requests for sign-in links are no longer dropped", "waiting", maxLinkRequests)
	in.alive, in.quit = context.WithCancel(context.Background())
	in.slots = make(chan struct{}, maxBackground)
	in.releases.ring = make(chan struct{}, 1)
	in.receipts = store.NewQueue(o.DB, in.writeReceipts)
	return in
}

// CheckURL refuses a URL that the service would never call (W 4.7).
func (in *Inbox) CheckURL(raw string) error { return in.checkURL(raw) }

// Now is the current moment of the clock that the Inbox was given.
func (in *Inbox) Now() svcx.Time { return svcx.At(in.now()) }

// randomHex makes 2n hexadecimal characters of secure randomness.
func randomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails, by its documentation
	return hex.EncodeToString(b)
}
