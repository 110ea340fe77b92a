// Package messaging has the use cases around a conversation, for integrators, API keys and
// members.
//
// What an inbound request passes:
//
//	receive.go   waits with others of its workspace, which are written together
//	decide.go    what follows from it: pure, on loaded state; action.go for actions,
//	             intent.go for intents, optional.go for fields, participants, ratings
//	write.go     stores what was decided
//	dryrun.go    decides without writing
//	import.go    decides on imported conversations and messages; importthread.go on those
//	             of another product's export
//
// What members and API keys do: conversation.go, message.go, edit.go, rating.go,
// participant.go, fieldvalue.go; agent.go and draft.go for what only members do. What is shown of it
// live: typing.go, unread.go. What is asked of the integrator: agent.go (confirmations)
// and, in the background, content.go and backrequest.go. What is exchanged with the
// integrator: event.go and recentevents.go (the log), feed.go, redelivery.go, and
// delivery.go for the deliveries of messages.
package messaging

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"svcx/internal/inbox"
	"svcx/internal/links"
	"svcx/internal/outage"
	"svcx/internal/store"
)

// Options are the dependencies of a Service.
type Options struct {
	Core    *inbox.Core
	Removal inbox.Removal
	// Links makes and reads the addresses of files and media.
	Links *links.Links
	// Integrator makes confirmations and back requests.
	Integrator Integrator
	// Bodies renders events for feeds. It may be nil if no feed is read.
	Bodies Bodies
	// Blobs stores the content of files. It may be nil if there are none.
	Blobs Blobs
}

// Service is safe for concurrent use.
type Service struct {
	Drafts     Drafts
	Attention  Attention
	Searches   Searches
	Imports    Imports
	core       *inbox.Core
	db         *store.DB
	log        *slog.Logger
	removal    inbox.Removal
	links      *links.Links
	integrator Integrator
	bodies     Bodies
	blobs      Blobs
	receipts   *store.Queue[*receipt]
	asking     asking
	// working are background tasks, which take slots. alive is their context, which quit
	// cancels.
	working sync.WaitGroup
	slots   chan struct{}
	alive   context.Context
	quit    context.CancelFunc
	// tasksDropped and tasksFailed are about background tasks.
	tasksDropped, tasksFailed *outage.Outage
}

// New returns a Service.
func New(o Options) *Service {
	s := &Service{
		Drafts: Drafts{o.Core}, Imports: Imports{o.Core}, core: o.Core, db: o.Core.DB, log: o.Core.Log, removal: o.Removal, links: o.Links, integrator: o.Integrator, bodies: o.Bodies, blobs: o.Blobs,
		slots: make(chan struct{}, maxBackground),
	}
	s.Attention.s = s
	s.Searches.s = s
	clock := func() time.Time { return o.Core.Now().Std() }
	s.tasksDropped = outage.New(s.log, clock, "background calls to integrators are dropped", "background calls to integrators are no longer dropped", "limit", maxBackground)
	s.tasksFailed = outage.New(s.log, clock, "results of background calls to integrators are lost", "results of background calls to integrators are stored again")
	s.alive, s.quit = context.WithCancel(context.Background())
	s.receipts = store.NewQueue(s.db, s.writeReceipts)
	return s
}

// Run keeps the index for searches until ctx ends, and then waits for background tasks.
func (s *Service) Run(ctx context.Context) {
	s.working.Go(func() { s.db.Index.Run(ctx) })
	<-ctx.Done()
	s.quit()
	s.working.Wait()
}
