// Package deliver makes the service's calls to integrators (W 4.7, D 4). Outbound
// events are rows that are written in the transaction that causes them, so that none
// is lost.
//
// The path of a delivery:
//
//	scheduler.go  which channel may send next, and how many at once
//	claim.go      leases due deliveries of a channel, for one node alone
//	attempt.go    reads the channel and makes the call
//	event.go      renders the event with the channel's current settings
//	call.go       one HTTP call and the meaning of its answer
//	sign.go       its signature
//	redact.go     hides secrets in the answer that is logged
//	schedule.go   when the next attempt is
//	record.go     writes the outcome and its event log entry in one transaction
//	circuit.go    tries a receiver that keeps failing only once a minute
//	failing.go    logs receivers that fail
//	observe.go    what is counted of it
//	poll.go       looks at the database every second for what Wake has missed
//	node.go       reclaims the leases of nodes that are gone
//	clock.go      ends waits that are too long since the clock was set back
//
// Calls with a single attempt, which is logged (singleattempt.go), are ping.go,
// confirm.go and content.go (content resolution and back requests).
//
// Callers may rely on this: every delivery gets at least one attempt; the events of a
// conversation are sent in the order in which they happened; a slow or dead target
// does not hold up other channels.
package deliver

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/outage"
	"svcx/internal/safehttp"
	"svcx/internal/store"
	"svcx/internal/trace"
)

const (
	// attemptTime bounds a whole attempt: DNS, connecting, TLS, headers and body
	// (W 4.7.4).
	attemptTime = 10 * time.Second
	// leaseTime is how long a node holds a claimed delivery. It has room for the
	// attempt, for the commits of the claim and of the outcome, and for clocks of
	// nodes that differ by some seconds.
	leaseTime = 30 * time.Second
	// recordTime is how long Run waits for the outcomes of the last attempts to be
	// written.
	recordTime = 5 * time.Second
	// perChannel is how many attempts a channel may have in flight on all nodes
	// together (D 4).
	perChannel = 4
	// maxHistories is how many bodies with a history are rendered at once: each reads
	// some MiB.
	maxHistories = 8
	// MaxInFlight bounds the attempts of a node with enough file descriptors, in units
	// (see scheduler).
	MaxInFlight = 1024
)

// Poster makes the HTTP calls. The program uses *safehttp.Client, which checks the URL
// and every address that it resolves to, follows no redirects, and keeps a URL's query
// and userinfo out of its errors.
type Poster interface {
	Post(ctx context.Context, url string, header http.Header, body []byte) (*safehttp.Response, error)
}

// Files links the stored files among attachments by addresses that expire.
type Files interface {
	LinkAttachments(ws svcx.WorkspaceID, attachments []svcx.Attachment, life time.Duration) []svcx.Attachment
}

// Options configure a Deliverer. DB, Forms, Post and Log are required.
type Options struct {
	DB    *store.DB
	Forms form.Set
	Post  Poster
	// Patient makes the calls that may take longer than an attempt (confirmations); nil
	// means Post.
	Patient Poster
	// Secrets opens the channels' signing secrets; nil signs nothing.
	Secrets Secrets
	// Files links stored files; nil if there are none.
	Files Files
	// MonitorInterval is the time between two pings of a channel (W 8); 0 means no
	// pings.
	MonitorInterval time.Duration
	// Schedule is the retry schedule, one wait less than there are attempts; nil means
	// DefaultSchedule.
	Schedule []time.Duration
	// InFlight bounds the attempts that this node makes at the same time, each with a
	// socket, and the bodies that they hold: a body counts once more for each further
	// 64 KiB. 0 means 1,024.
	InFlight int
	// Changed is called after the commit if a workspace has new changes for its live
	// stream. It must not block; nil calls nothing.
	Changed func(svcx.WorkspaceID)
	// Observe is told what is done; nil tells nobody.
	Observe Observer
	// Trace continues the traces of events; nil traces nothing. With Traceparent receivers
	// are told the trace.
	Trace       *trace.Tracer
	Traceparent bool
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Jitter returns a random number in [0,1); nil means rand.Float64.
	Jitter func() float64
	// Version is the program's version, for the User-Agent header.
	Version string
	Log     *slog.Logger
}

// Deliverer sends deliveries that are due and makes the other calls to integrators. It
// is safe for concurrent use.
type Deliverer struct {
	db       *store.DB
	forms    form.Set
	post     Poster
	patient  Poster
	secrets  Secrets
	files    Files
	interval time.Duration
	schedule []time.Duration
	changed  func(svcx.WorkspaceID)
	observe  Observer
	trace    *trace.Tracer
	// traceparent says that receivers are told the trace.
	traceparent bool
	now         func() time.Time
	jitter      func() float64
	version     string
	log         *slog.Logger

	scheduler *scheduler
	claims    *store.Queue[*claim]
	results   *store.Queue[*result]
	histories chan struct{}
	// self is this node's registration, nil while it has none.
	self atomic.Pointer[store.Node]
	// tried is closed, by registered, after the first try to register.
	tried      chan struct{}
	registered func()
	// attempts are the claims and attempts in progress.
	attempts sync.WaitGroup
	// reading and writing are the outages of the store: on a full disk only writing
	// fails.
	reading, writing *outage.Outage
	receivers        receivers
}

// New returns a Deliverer. It sends no events until Run.
func New(o Options) *Deliverer {
	d := &Deliverer{
		db: o.DB, forms: o.Forms, post: o.Post, schedule: o.Schedule, now: o.Now, jitter: o.Jitter, version: o.Version, log: o.Log,
		patient: o.Patient, secrets: o.Secrets, files: o.Files, interval: o.MonitorInterval, changed: o.Changed, observe: o.Observe, trace: o.Trace, traceparent: o.Traceparent,
		histories: make(chan struct{}, maxHistories),
	}
	if d.patient == nil {
		d.patient = o.Post
	}
	if d.changed == nil {
		d.changed = func(svcx.WorkspaceID) {}
	}
	if d.observe == nil {
		d.observe = unobserved{}
	}
	if d.schedule == nil {
		d.schedule = DefaultSchedule()
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.jitter == nil {
		d.jitter = rand.Float64
	}
	if o.InFlight <= 0 {
		o.InFlight = MaxInFlight
	}
	d.tried = make(chan struct{})
	d.registered = sync.OnceFunc(func() { close(d.tried) })
	d.scheduler = newScheduler(o.InFlight, d.now)
	d.claims, d.results = store.NewQueue(d.db, d.writeClaims), store.NewQueue(d.db, d.writeResults)
	const begin, end = "deliveries: the database cannot be used, deliveries wait", "deliveries: the database can be used again"
	d.reading = outage.New(d.log, d.now, begin, end, "doing", "reading")
	d.writing = outage.New(d.log, d.now, begin, end, "doing", "writing")
	return d
}

// Wake notes that a channel may have something to send. It never blocks, and calls in
// quick succession for one channel lead to one claim. Callers that commit a delivery
// call it after the commit. If that is another node, or the process ended in between,
// the poll finds the delivery: within a second, or later if over a thousand channels
// with due deliveries come first.
func (d *Deliverer) Wake(ref store.ChannelRef) { d.scheduler.wake(ref) }

// Run sends until ctx ends. It then claims nothing more and returns when the attempts
// in flight have ended, each within 10 s, and are recorded. An attempt that cannot be
// ended or recorded in time keeps its lease, and its delivery is due again when that
// expires. Run is called once.
func (d *Deliverer) Run(ctx context.Context) {
	// Attempts outlive ctx, so that what an integrator has received is recorded.
	attempts, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	// Leaving tells the other nodes that nothing of this one is in flight.
	leave := d.register(context.WithoutCancel(ctx))
	defer leave()
	var polling sync.WaitGroup
	polling.Go(func() { d.poll(ctx) })
	if d.interval > 0 {
		polling.Go(func() { d.monitor(ctx) })
	}
	d.dispatch(ctx, attempts)
	polling.Wait()

	ended := make(chan struct{})
	go func() {
		d.attempts.Wait()
		close(ended)
	}()
	timer := time.NewTimer(attemptTime + recordTime)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
		d.log.Warn("attempts were still in flight at shutdown: they will be made again")
	}
}

// dispatch serves the scheduler's slots until ctx ends.
func (d *Deliverer) dispatch(ctx, attempts context.Context) {
	for ctx.Err() == nil {
		t, ok := d.scheduler.take()
		if ok {
			// Claims of several channels run concurrently, so that they share a commit.
			d.attempts.Go(func() { d.serve(ctx, attempts, t) })
			continue
		}
		select {
		case <-ctx.Done():
		case <-d.scheduler.changed:
		}
	}
}
