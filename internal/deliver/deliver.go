// Package deliver makes the service's calls to integrators (W 4.7, decisions
// 4): outbound events, which are rows that were written together with the
// change they tell of, so that none is ever lost.
//
// The way of a delivery:
//
//	scheduler.go     which channel may send next, and how many at once
//	claim.go     lease due deliveries of a channel, so that no other node has them
//	attempt.go   read the channel, call
//	event.go     render the event as the channel wants it at this moment
//	call.go      one HTTP call and what its answer means
//	sign.go      its signature
//	schedule.go  when the next attempt is
//	record.go    write the outcome and its event log record in one transaction
//	circuit.go   a receiver that keeps failing is tried once a minute
//	poll.go      the look at the database each second, a net under Wake
//	node.go  what a node that is gone had leased is taken over at once
//
// Calls that are made once, and logged, whatever comes (singleattempt.go): ping.go,
// confirm.go, content.go (content resolution and back requests).
//
// What callers may rely on: at least one attempt for every delivery; within a
// conversation the order in which the events happened; a slow or dead target
// holds up no other channel.
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
)

const (
	// attemptTime bounds a whole attempt: names, connecting, TLS, headers and
	// body (W 4.7.4).
	attemptTime = 10 * time.Second
	// leaseTime is how long a claimed delivery is ours. It has room for an
	// attempt, for the claim's commit before it and for the outcome's behind it,
	// and for nodes whose clocks differ by some seconds.
	leaseTime = 30 * time.Second
	// recordTime is what Run gives the outcomes of the last attempts to be
	// written.
	recordTime = 5 * time.Second
	// perChannel is how many attempts a channel may have in flight, on all nodes
	// together (decisions 4).
	perChannel = 4
	// maxHistories is how many bodies with a history are made at once: what is read
	// for one are some MiB.
	maxHistories = 8
	// MaxInFlight bounds the attempts of a node that has descriptors enough: in
	// units, see turns.
	MaxInFlight = 1024
)

// Poster makes the calls. *safehttp.Client is the one of the program: it checks
// the URL and every address behind it, follows no redirect, and its errors show
// no URL's query or userinfo.
type Poster interface {
	Post(ctx context.Context, url string, header http.Header, body []byte) (*safehttp.Response, error)
}

// Files gives the stored files among attachments addresses that are good for a
// time.
type Files interface {
	LinkAttachments(ws svcx.WorkspaceID, attachments []svcx.Attachment, life time.Duration) []svcx.Attachment
}

// Options are what a Deliverer works with. DB, Forms, Post and Log are needed.
type Options struct {
	DB    *store.DB
	Forms form.Set
	Post  Poster
	// Patient makes the calls that may take longer than an attempt (intent
	// confirmation); nil is Post.
	Patient Poster
	// Secrets has the channels' signing secrets; nil signs nothing.
	Secrets Secrets
	// Files gives stored files their addresses; nil where there are none.
	Files Files
	// MonitorInterval is the time between two pings of a channel (W 8); 0 is
	// none.
	MonitorInterval time.Duration
	// Schedule has the waits between attempts, one less than there are
	// attempts; nil is DefaultSchedule.
	Schedule []time.Duration
	// InFlight bounds the attempts that this node makes at the same time, which
	// have a socket each, and the bodies that they hold: one of more than 64 KiB
	// counts once more for each further 64 KiB. 0 is 1,024.
	InFlight int
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Jitter is a random number in [0,1); nil is a good one.
	Jitter func() float64
	// Version is this program's, for the User-Agent header.
	Version string
	Log     *slog.Logger
}

// Deliverer sends what waits to be delivered. It is safe for concurrent use.
type Deliverer struct {
	db       *store.DB
	forms    form.Set
	post     Poster
	patient  Poster
	secrets  Secrets
	files    Files
	interval time.Duration
	schedule []time.Duration
	now      func() time.Time
	jitter   func() float64
	version  string
	log      *slog.Logger

	scheduler *scheduler
	histories chan struct{}
	// self is this node's presence, nil while it cannot have one.
	self atomic.Pointer[store.Node]
	// tried is closed, by appeared, after the first try to be present.
	tried      chan struct{}
	registered func()
	// attempts are the claims and attempts that are under way.
	attempts sync.WaitGroup
	// reading and writing are how the store is: on a full disk only one fails.
	reading, writing *outage.Outage
	receivers        receivers
}

// New makes a Deliverer. It sends nothing until Run.
func New(o Options) *Deliverer {
	d := &Deliverer{
		db: o.DB, forms: o.Forms, post: o.Post, schedule: o.Schedule, now: o.Now, jitter: o.Jitter, version: o.Version, log: o.Log,
		patient: o.Patient, secrets: o.Secrets, files: o.Files, interval: o.MonitorInterval,
		histories: make(chan struct{}, maxHistories),
	}
	if d.patient == nil {
		d.patient = o.Post
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
	const begin, end = "the store cannot be used, deliveries wait", "the store can be used again"
	d.reading = outage.New(d.log, d.now, begin, end, "doing", "reading")
	d.writing = outage.New(d.log, d.now, begin, end, "doing", "writing")
	return d
}

// Wake says that a channel may have something to send. It never blocks, and
// many calls for one channel are one look. Whoever commits a delivery calls it
// after the commit; where that is another node, or the process ended in
// between, the poll finds the delivery: within a second, or later where over a
// thousand channels have deliveries ahead.
func (d *Deliverer) Wake(ref store.ChannelRef) { d.scheduler.wake(ref) }

// Run sends until ctx ends, then claims nothing more and returns when the
// attempts in flight are over and recorded: each is bounded by 10 s. One that
// cannot be ended or recorded in time keeps its lease and is due again when
// that has run out. Run is called once.
func (d *Deliverer) Run(ctx context.Context) {
	// Attempts outlive ctx: what an integrator has received shall be recorded.
	attempts, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	// Its end tells the other nodes that nothing of this one is in flight.
	leave := d.register(context.WithoutCancel(ctx))
	defer leave()
	var polling sync.WaitGroup
	polling.Go(func() { d.poll(ctx) })
	if d.interval > 0 {
		polling.Go(func() { d.monitor(ctx) })
	}
	d.dispatch(ctx, attempts)
	polling.Wait()

	over := make(chan struct{})
	go func() {
		d.attempts.Wait()
		close(over)
	}()
	timer := time.NewTimer(attemptTime + recordTime)
	defer timer.Stop()
	select {
	case <-over:
	case <-timer.C:
		d.log.Warn("attempts were still in flight when the time to stop was up: they will be made again")
	}
}

// dispatch gives the channels their turns until ctx ends.
func (d *Deliverer) dispatch(ctx, attempts context.Context) {
	for ctx.Err() == nil {
		t, ok := d.scheduler.take()
		if ok {
			// Claims of several channels run side by side, so that they share a
			// commit.
			d.attempts.Go(func() { d.serve(ctx, attempts, t) })
			continue
		}
		select {
		case <-ctx.Done():
		case <-d.scheduler.changed:
		}
	}
}
