// Package live streams what happens in a workspace to the members who have it
// open: changes, which are rows written in the transaction that causes them and can
// be read again from any number on, and indicators (typing, read, presence), which
// are transient.
//
// The path of a change:
//
//	hub.go        Changed: after the commit, wakes the workspace's topic
//	topic.go      one per workspace with readers: reads the new rows once, renders
//	              them once per kind of reader, and queues them for all readers
//	event.go      the events of a row, and their bytes
//	reader.go     the queue of one reader: bounded; a reader that lags gets a reset
//	resume.go     what a reader missed while it was disconnected
//	serve.go      the response to a browser: server-sent events
//	indicator.go  who is typing and who is present
//	view.go       who has which conversation open
//	feed.go       readers that wait for events of a channel
//	node.go       the bus between nodes
//
// Readers may rely on this: every change of the last svcx.MaxResume numbers and of
// svcx.ResumeAge is delivered in order, at least once; otherwise they get one
// "reset" event. A slow reader does not slow down others.
package live

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"svcx"
	"svcx/internal/outage"
	"svcx/internal/store"
)

const (
	// pollInterval is how often a topic looks for changes that it was not notified
	// of: the process that wrote them may have ended before it could.
	pollInterval = time.Second
	// trimInterval is how often old changes are deleted.
	trimInterval = 5 * time.Minute
	// sweepInterval is how often expired indicators are withdrawn.
	sweepInterval = 500 * time.Millisecond
	// maxCatchUpReads bounds the readers that read missed changes at the same time,
	// maxCatchUpWrites those that hold some that are not written yet.
	maxCatchUpReads  = 4
	maxCatchUpWrites = 16
	// catchUpTime is how long a reader waits for its turn to read; after that it is
	// disconnected, and the browser reconnects.
	catchUpTime = 10 * time.Second
)

// Options configure a Hub. DB, Now and Log are required.
type Options struct {
	DB  *store.DB
	Now func() time.Time
	// WriteTime is how long one write to a reader may take. A reader that takes
	// longer is cut off, and may reconnect for what it missed. Zero means ten
	// seconds.
	WriteTime time.Duration
	Log       *slog.Logger
}

// Hub has the readers of all workspaces on a node. It is safe for concurrent use.
// Readers may subscribe before Run, but get what happens on other nodes only while
// it runs.
type Hub struct {
	db   *store.DB
	now  func() time.Time
	log  *slog.Logger
	node string
	// writeTime is Options.WriteTime.
	writeTime time.Duration

	mu     sync.Mutex
	topics map[svcx.WorkspaceID]*topic
	// open is canceled by Close, which ends every stream.
	open  context.Context
	close context.CancelFunc

	indicators indicators
	feeds      feeds
	bus        *bus
	malformed  malformed
	// reading tracks whether topics can read new changes.
	reading       *outage.Outage
	catchUpReads  chan struct{}
	catchUpWrites chan struct{}
	// held is how many bytes wait for readers.
	held  atomic.Int64
	pumps sync.WaitGroup
}

// New returns a Hub for an open database.
func New(o Options) *Hub {
	h := &Hub{
		db: o.DB, now: o.Now, log: o.Log, node: rand.Text(), topics: make(map[svcx.WorkspaceID]*topic),
		catchUpReads: make(chan struct{}, maxCatchUpReads), catchUpWrites: make(chan struct{}, maxCatchUpWrites), writeTime: cmp.Or(o.WriteTime, writeTime),
	}
	h.open, h.close = context.WithCancel(context.Background())
	h.reading = outage.New(o.Log, o.Now, "live streams: new changes cannot be read, trying again", "live streams: new changes are read again")
	h.bus = &bus{db: o.DB, node: h.node, now: o.Now, woken: make(chan struct{}, 1),
		publishing: outage.New(o.Log, o.Now, "live streams: other nodes cannot be notified, they poll every second", "live streams: other nodes are notified again")}
	return h
}

// Changed notifies all nodes that the workspace has new changes. It is called after
// the commit and never blocks. Calls in quick succession lead to one read.
func (h *Hub) Changed(ws svcx.WorkspaceID) {
	h.wake(ws)
	h.bus.changed(ws)
}

// Signal shows an indicator on every node. It never blocks.
func (h *Hub) Signal(ws svcx.WorkspaceID, i svcx.Indicator) {
	h.show(ws, i)
	h.bus.signal(ws, i)
}

// show shows an indicator on this node.
func (h *Hub) show(ws svcx.WorkspaceID, i svcx.Indicator) {
	if !h.indicators.note(ws, i) {
		return
	}
	if t := h.topic(ws); t != nil {
		t.signal(i)
	}
}

// Figures are how many streams are open on this node, what waits for their readers, and how
// many readers wait for a channel's feed.
func (h *Hub) Figures() (streams int, pendingBytes int64, feedReaders int) {
	h.mu.Lock()
	for _, t := range h.topics {
		t.mu.Lock()
		streams += len(t.readers)
		t.mu.Unlock()
	}
	h.mu.Unlock()
	h.feeds.mu.Lock()
	defer h.feeds.mu.Unlock()
	for _, readers := range h.feeds.readers {
		feedReaders += len(readers)
	}
	return streams, h.held.Load(), feedReaders
}

func (h *Hub) topic(ws svcx.WorkspaceID) *topic {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.topics[ws]
}

func (h *Hub) wake(ws svcx.WorkspaceID) {
	if t := h.topic(ws); t != nil {
		t.wake()
	}
}

// wakeAll wakes all topics and feed readers, when messages of other nodes may have
// been missed.
func (h *Hub) wakeAll() {
	h.feeds.wakeAll()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.topics {
		t.wake()
	}
}

// Run does the hub's background work until ctx ends: the bus between nodes, expired
// indicators, changes that are too old. It then closes the hub and returns when the
// last reader has left. It is called once.
func (h *Hub) Run(ctx context.Context) {
	var running sync.WaitGroup
	if h.db.HasNodes() {
		running.Go(func() { h.db.Listen(ctx, h.connected, h.receive) })
		running.Go(func() { h.bus.run(ctx) })
	}
	running.Go(func() { h.trim(ctx) })
	sweep := time.NewTicker(sweepInterval)
	defer sweep.Stop()
	announced := svcx.At(h.now())
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-sweep.C:
		}
		now := svcx.At(h.now())
		for _, e := range h.indicators.sweep(now) {
			if t := h.topic(e.ws); t != nil {
				t.signal(e.Indicator)
			}
		}
		if now >= announced.Add(announceInterval) || now < announced { // set back
			announced = now
			h.bus.present(h.indicators.localMembers()...)
		}
	}
	h.Close()
	h.pumps.Wait()
	running.Wait()
}

// Close ends every stream at once; later ones end as soon as they begin.
func (h *Hub) Close() { h.close() }

// trim deletes changes that are too old to resume from.
func (h *Hub) trim(ctx context.Context) {
	tick := time.NewTicker(trimInterval)
	defer tick.Stop()
	for {
		err := h.db.TrimChanges(ctx, svcx.At(h.now()).Add(-svcx.ResumeAge), svcx.MaxResume)
		if err != nil && ctx.Err() == nil {
			h.log.Warn("old changes could not be deleted", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
