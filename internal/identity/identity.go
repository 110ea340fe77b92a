// Package identity has the use cases of people who sign in: links by e-mail (link.go), the
// sessions that they begin (session.go), when members were last there (member.go), and the
// address that the sign-in page shows before anyone has signed in (firstadmin.go).
package identity

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/outage"
	"svcx/internal/store"
)

// Service is safe for concurrent use.
type Service struct {
	core   *inbox.Core
	db     *store.DB
	log    *slog.Logger
	mailer Mailer
	// seen is when sessions were last used, by the hashes of their cookies.
	seen    inbox.LastUse[string]
	present presenceUse
	// loginRequests is the queue of e-mails to create.
	loginRequests             chan func(context.Context) error
	loginLost, loginQueueFull *outage.Outage
}

// New returns a Service. mailer sends the e-mails with sign-in links.
func New(core *inbox.Core, mailer Mailer) *Service {
	s := &Service{core: core, db: core.DB, log: core.Log, mailer: mailer, present: presenceUse{noted: make(map[presence]svcx.Time)}, loginRequests: make(chan func(context.Context) error, maxLinkRequests)}
	clock := func() time.Time { return core.Now().Std() }
	s.loginLost = outage.New(s.log, clock, "requested sign-in links cannot be created", "requested sign-in links can be created again")
	s.loginQueueFull = outage.New(s.log, clock, "requests for sign-in links are dropped, too many are waiting", "requests for sign-in links are no longer dropped", "waiting", maxLinkRequests)
	return s
}

// seenWriteInterval is how often times of last use are written.
const seenWriteInterval = 5 * time.Second

// Run serves requests for sign-in links and stores when sessions were used and members seen,
// until ctx ends and then what remains of these.
func (s *Service) Run(ctx context.Context) {
	var serving sync.WaitGroup
	serving.Go(func() { s.serveLoginRequests(ctx) })
	tick := time.NewTicker(seenWriteInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			serving.Wait()
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), inbox.ShutdownTime)
			defer cancel()
			s.writeSessionUse(last)
			s.writePresence(last)
			return
		case <-tick.C:
			s.writeSessionUse(ctx)
			s.writePresence(ctx)
		}
	}
}
