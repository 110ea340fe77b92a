// Package removal removes what is no longer needed: the remains of what a use case has
// deleted (remove.go), and what is deleted for its age (retention.go). What is erased of a
// person is decided in package directory (erase.go).
package removal

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Blobs deletes the content of files.
type Blobs interface {
	Delete(ctx context.Context, blob string) error
}

// Options are the dependencies and settings of a Service.
type Options struct {
	Core *inbox.Core
	// Blobs has the content of files. It may be nil.
	Blobs Blobs
	// Pictures is this node's cache of external media. It may be nil.
	Pictures Pictures
	// EventLogRetention is how long event log entries are kept; 0, which the configuration
	// refuses, means forever.
	EventLogRetention time.Duration
	// AuditLogRetention is how long audit log entries are kept; 0 means forever.
	AuditLogRetention time.Duration
}

// Service is safe for concurrent use.
type Service struct {
	core                      *inbox.Core
	db                        *store.DB
	log                       *slog.Logger
	blobs                     Blobs
	pictures                  Pictures
	retention, auditRetention time.Duration
	// forgetsLate is set if ForgetTime is behind the clock. Only Run uses it.
	forgetsLate bool
	// passes has the workspaces whose removals are running, with the end of the pass that
	// begins afterwards, nil if there is none.
	mu     sync.Mutex
	passes map[svcx.WorkspaceID]chan struct{}
	// working are the passes. alive is their context, which quit cancels.
	working sync.WaitGroup
	alive   context.Context
	quit    context.CancelFunc
}

// New returns a Service.
func New(o Options) *Service {
	s := &Service{
		core: o.Core, db: o.Core.DB, log: o.Core.Log, blobs: o.Blobs, pictures: o.Pictures, retention: o.EventLogRetention, auditRetention: o.AuditLogRetention,
		passes: make(map[svcx.WorkspaceID]chan struct{}),
	}
	s.alive, s.quit = context.WithCancel(context.Background())
	return s
}

const (
	// trimInterval is how often old data is deleted, and what was erased is overwritten.
	trimInterval = 10 * time.Minute
	// resumeInterval is how often removals are looked for that nobody runs: those of a node
	// that died, and those that failed.
	resumeInterval = time.Minute
)

// Run deletes old data and continues removals until ctx ends: those that an earlier process
// has left at once.
func (s *Service) Run(ctx context.Context) {
	s.working.Go(func() { every(ctx, resumeInterval, s.resume) })
	every(ctx, trimInterval, func(ctx context.Context) {
		s.Trim(ctx)
		s.FinishRemovals(ctx)
	})
	// Under the lock, so that no pass begins while they are waited for.
	s.mu.Lock()
	s.quit()
	s.mu.Unlock()
	s.working.Wait()
}

// every calls do at once and then at each interval, until ctx ends.
func every(ctx context.Context, interval time.Duration, do func(context.Context)) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		do(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
