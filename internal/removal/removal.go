// Package removal removes what is no longer needed: the remains of what a use case has
// deleted (remove.go), and what is deleted for its age (retention.go). What is erased of a
// person is decided in package directory (erase.go).
package removal

import (
	"context"
	"log/slog"
	"time"

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
}

// New returns a Service.
func New(o Options) *Service {
	return &Service{
		core: o.Core, db: o.Core.DB, log: o.Core.Log, blobs: o.Blobs, pictures: o.Pictures, retention: o.EventLogRetention, auditRetention: o.AuditLogRetention,
	}
}

// interval is how often old data is deleted and removals are continued.
const interval = 10 * time.Minute

// Run deletes old data and continues removals until ctx ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		s.Trim(ctx)
		s.FinishRemovals(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
