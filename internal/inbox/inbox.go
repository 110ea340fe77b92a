// Package inbox implements the use cases of the support inbox, one method each, named after
// the contract's operations: who may do what, what follows from it, and what is one
// transaction. It is independent of wire formats and SQL.
//
// Methods take the workspace for which the request was authorized. Methods that change
// something return after the change is durable, and only then notify the rest of the
// program. Errors are *svcx.Error: NotFound for what does not exist or is of another
// workspace, Validation naming the field, Unavailable if nothing could be stored.
package inbox

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"sync"
	"time"

	"svcx"
	"svcx/internal/links"
	"svcx/internal/outage"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// Forms is what the rules need to know about a workspace's form.
type Forms interface {
	// Sends reports whether the form has outbound events of the type.
	Sends(form svcx.FormName, event svcx.EventType) bool
	// RevealsChannelKey reports whether channel keys are also stored encrypted.
	RevealsChannelKey(form svcx.FormName) bool
	// RelaysAttachments reports whether message.created of the form has attachments.
	RelaysAttachments(form svcx.FormName) bool
	// Knows reports whether the form has the scope.
	Knows(form svcx.FormName, scope svcx.Scope) bool
}

// Options are the dependencies and settings of an Inbox. All are required unless noted;
// Blobs and Links if there are files.
type Options struct {
	DB    *store.DB
	Forms Forms
	// Vault seals and opens what is stored encrypted.
	Vault *vault.Vault
	// Links makes and reads the addresses of files and media.
	Links *links.Links
	Now   func() time.Time
	Log   *slog.Logger
	// Wake notifies the deliverer, after the commit, that a channel has something to
	// deliver. It must not block.
	Wake func(store.ChannelRef)
	// Lease prefixes a token with the node's name, like store.Node.Lease. It may be nil
	// for an unregistered node.
	Lease func(unique string) string
	// CheckURL refuses URLs that the service never calls (W 4.7).
	CheckURL func(raw string) error
	// Pinger pings channels for admins.
	Pinger Pinger
	// Integrator makes confirmations and back requests.
	Integrator Integrator
	// Bodies renders events for feeds. It may be nil if no feed is read.
	Bodies Bodies
	// Mailer sends the e-mails with sign-in links.
	Mailer Mailer
	// DefaultForm is the form of new workspaces that do not specify one.
	DefaultForm svcx.FormName
	// Blobs stores the content of files.
	Blobs Blobs
	// Live publishes changes to clients. It may be nil if there are none.
	Live Live
	// Pictures is this node's cache of external media. It may be nil.
	Pictures Pictures
	// EventLogRetention is how long event log entries are kept.
	EventLogRetention time.Duration
	// AuditLogRetention is how long audit log entries are kept; 0 means forever.
	AuditLogRetention time.Duration
}

// Inbox is safe for concurrent use.
type Inbox struct {
	db          *store.DB
	forms       Forms
	vault       *vault.Vault
	links       *links.Links
	now         func() time.Time
	log         *slog.Logger
	wake        func(store.ChannelRef)
	lease       func(string) string
	checkURL    func(string) error
	pinger      Pinger
	integrator  Integrator
	bodies      Bodies
	live        Live
	mailer      Mailer
	defaultForm svcx.FormName
	blobs       Blobs
	pictures    Pictures
	retention   time.Duration
	// auditRetention of 0 means forever.
	auditRetention time.Duration
	// forgetsLate is set if ForgetTime is behind the clock. Only Run uses it.
	forgetsLate bool
	asking      asking
	working     sync.WaitGroup
	// alive is the context of background work, which quit cancels.
	alive    context.Context
	quit     context.CancelFunc
	slots    chan struct{}
	receipts *store.Queue[*receipt]
	keyUse   keyUse
	seen     sessionUse
	// loginRequests is the queue of e-mails to create.
	loginRequests             chan func(context.Context) error
	loginLost, loginQueueFull *outage.Outage
	exports                   exports
	// releases are idempotency keys to release.
	releases keyReleases
	// tasksDropped and tasksFailed are about background tasks.
	tasksDropped, tasksFailed *outage.Outage
}

// New returns an Inbox on an open database.
func New(o Options) *Inbox {
	in := &Inbox{db: o.DB, forms: o.Forms, vault: o.Vault, links: o.Links, now: o.Now, log: o.Log, wake: o.Wake, lease: o.Lease, checkURL: o.CheckURL, pinger: o.Pinger, integrator: o.Integrator,
		bodies: o.Bodies, live: o.Live, mailer: o.Mailer, defaultForm: o.DefaultForm, loginRequests: make(chan func(context.Context) error, maxLinkRequests),
		blobs: o.Blobs, pictures: o.Pictures, retention: o.EventLogRetention, auditRetention: o.AuditLogRetention}
	if in.lease == nil {
		in.lease = func(unique string) string { return unique }
	}
	if in.live == nil {
		in.live = noClients{}
	}
	in.loginLost = outage.New(o.Log, o.Now, "requested sign-in links cannot be created", "requested sign-in links can be created again")
	in.loginQueueFull = outage.New(o.Log, o.Now, "requests for sign-in links are dropped, too many are waiting", "requests for sign-in links are no longer dropped", "waiting", maxLinkRequests)
	in.tasksDropped = outage.New(o.Log, o.Now, "background calls to integrators are dropped", "background calls to integrators are no longer dropped", "limit", maxBackground)
	in.tasksFailed = outage.New(o.Log, o.Now, "results of background calls to integrators are lost", "results of background calls to integrators are stored again")
	in.alive, in.quit = context.WithCancel(context.Background())
	in.slots = make(chan struct{}, maxBackground)
	in.releases.notify = make(chan struct{}, 1)
	in.receipts = store.NewQueue(o.DB, in.writeReceipts)
	return in
}

// CheckURL refuses a URL that the service never calls (W 4.7).
func (in *Inbox) CheckURL(raw string) error { return in.checkURL(raw) }

// Now is the current time of the clock in Options.
func (in *Inbox) Now() svcx.Time { return svcx.At(in.now()) }

// randomHex returns 2n random hexadecimal characters.
func randomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails, by its documentation
	return hex.EncodeToString(b)
}
