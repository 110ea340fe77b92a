// Package inbox is what the use cases share. The use cases themselves are methods of the
// services beside it, one each, named after the contract's operations:
//
//	messaging  conversations: what arrives, what is answered, what is shown
//	directory  the people whom a workspace knows, and how one of them is erased
//	admin      workspaces, their members, channels, keys and definitions
//	identity   sign-in links and sessions
//	removal    the remains of what was deleted, and what is deleted for its age
//
// The path of a use case that changes something:
//
//	call.go         who calls; Write runs the transaction, and under an
//	                Idempotency-Key stores the response in it
//	apply.go        Apply changes a conversation, together with others that wait
//	update.go       what a change may do; what follows from it has methods
//	outbox.go       the events, history, counts and changes of a transaction
//	counts.go       what reports count
//	live.go         changes that clients are shown
//	contact.go      what several services do with a contact; delivery.go with deliveries
//	idempotency.go  which request with a key is carried out; idempotencyrelease.go
//	                releases keys after an outage
//
// Services take the workspace for which the request was authorized, for a change in a Call.
// They return after the change is durable, and only then notify the rest of the program.
// Errors are *svcx.Error: NotFound for what does not exist or is of another workspace,
// Validation naming the field, Unavailable if nothing could be stored. They are independent
// of wire formats and SQL.
package inbox

import (
	"context"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/store"
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

// Removal removes the remains of what a use case has deleted; package removal does.
type Removal interface {
	RemoveTraces(ctx context.Context, ws svcx.WorkspaceID)
}

// Options are the dependencies of a Core. All are required unless noted.
type Options struct {
	DB    *store.DB
	Forms Forms
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
	// Live publishes changes to clients. It may be nil if there are none.
	Live Live
}

// Core is what the services share. It is safe for concurrent use.
type Core struct {
	DB    *store.DB
	Forms Forms
	Log   *slog.Logger
	Wake  func(store.ChannelRef)
	Live  Live
	// Assist is notified when the AI has something to do in the background.
	Assist Signal

	now      func() time.Time
	lease    func(string) string
	checkURL func(string) error
	// releases are idempotency keys to release.
	releases keyReleases
	changes  *store.Queue[*change]
}

// New returns a Core on an open database.
func New(o Options) *Core {
	core := &Core{DB: o.DB, Forms: o.Forms, Log: o.Log, Wake: o.Wake, Live: o.Live, now: o.Now, lease: o.Lease, checkURL: o.CheckURL}
	if core.lease == nil {
		core.lease = func(unique string) string { return unique }
	}
	if core.Live == nil {
		core.Live = noClients{}
	}
	core.Assist = make(Signal, 1)
	core.changes = store.NewQueue(o.DB, core.writeChanges)
	core.releases.notify = make(chan struct{}, 1)
	return core
}

// Signal wakes the one that receives from it. What is sent meanwhile is one signal.
type Signal chan struct{}

// Notify sends a signal. It does not block.
func (s Signal) Notify() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// ShutdownTime is for the remaining work of a service at the end.
const ShutdownTime = 5 * time.Second

// Run releases idempotency keys after an outage, until ctx ends.
func (core *Core) Run(ctx context.Context) { core.releaseRuns(ctx) }

// CheckURL refuses a URL that the service never calls (W 4.7).
func (core *Core) CheckURL(raw string) error { return core.checkURL(raw) }

// Now is the current time of the clock in Options.
func (core *Core) Now() svcx.Time { return svcx.At(core.now()) }
