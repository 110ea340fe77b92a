// Package live tells whoever looks at a workspace what happens in it: changes,
// which are rows written with what they tell of and can be read again from any
// number on, and indicators (typing, read, presence), which pass.
//
// The way of a change:
//
//	hub.go      Changed: the commit is done; wake the workspace's topic
//	topic.go    one per workspace that somebody looks at: reads the new rows once,
//	            has them rendered once per kind of reader, hands them to all
//	event.go    what a row shows, and the bytes of it
//	reader.go   what waits for one reader: bounded; who lags is told to read anew
//	resume.go   what a reader missed that was away
//	serve.go    the answer to a browser: server-sent events
//	indicator.go  who types and who is there
//	feed.go     who waits for events of a channel
//	node.go     the word between nodes
//
// What readers may rely on: every change of the last svcx.MaxResume numbers and
// svcx.ResumeAge is shown, in order, perhaps twice and never not; otherwise they
// get one event "reset". A slow reader slows nobody.
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
	// pollInterval is how often a topic looks for what nobody told of: the
	// process of the node that wrote it may have ended in between.
	pollInterval = time.Second
	// trimInterval is how often old changes are forgotten.
	trimInterval = 5 * time.Minute
	// sweepInterval is how often indicators that are over are taken back.
	sweepInterval = 500 * time.Millisecond
	// catching is how many readers may read what they missed at the same time, and
	// handing how many may have some of it that is not written yet.
	catching = 4
	handing  = 16
	// catchTime is how long one waits for its turn: its browser comes back.
	catchTime = 10 * time.Second
)

// Options are what a Hub works with; all are needed.
type Options struct {
	DB  *store.DB
	Now func() time.Time
	// WriteTime is how long a reader may take for what is written: who takes longer
	// is cut off, and may come back for what it missed. Ten seconds if it is 0.
	WriteTime time.Duration
	Log       *slog.Logger
}

// Hub is safe for concurrent use. Readers may come before Run, but hear of other
// nodes only while it runs.
type Hub struct {
	db   *store.DB
	now  func() time.Time
	log  *slog.Logger
	node string
	// writeTime is how long a reader may take for what is written.
	writeTime time.Duration

	mu     sync.Mutex
	topics map[svcx.WorkspaceID]*topic
	// open ends with Close, and every stream with it.
	open  context.Context
	close context.CancelFunc

	indicators indicators
	feeds      feeds
	bus        *bus
	// reading is how the topics read what is new.
	reading  *outage.Outage
	catching chan struct{}
	handing  chan struct{}
	// held is how many bytes wait for readers.
	held  atomic.Int64
	pumps sync.WaitGroup
}

// New makes a Hub on an open database.
func New(o Options) *Hub {
	h := &Hub{
		db: o.DB, now: o.Now, log: o.Log, node: rand.Text(), topics: make(map[svcx.WorkspaceID]*topic),
		catching: make(chan struct{}, catching), handing: make(chan struct{}, handing), writeTime: cmp.Or(o.WriteTime, writeTime),
	}
	h.open, h.close = context.WithCancel(context.Background())
	h.reading = outage.New(o.Log, o.Now, "what is new cannot be read for the live streams, it is tried again", "what is new is read for the live streams again")
	h.bus = &bus{db: o.DB, node: h.node, now: o.Now, woken: make(chan struct{}, 1),
		publishing: outage.New(o.Log, o.Now, "the other nodes cannot be told what happens here, they look each second", "the other nodes are told again")}
	return h
}

// Changed says, after the commit, that the workspace has new changes. It never
// blocks, and many calls are one look.
func (h *Hub) Changed(ws svcx.WorkspaceID) {
	h.wake(ws)
	h.bus.changed(ws)
}

// Signal tells of an indicator on every node. It never blocks.
func (h *Hub) Signal(ws svcx.WorkspaceID, i svcx.Indicator) {
	h.show(ws, i)
	h.bus.signal(ws, i)
}

// show tells of an indicator on this node.
func (h *Hub) show(ws svcx.WorkspaceID, i svcx.Indicator) {
	if !h.indicators.note(ws, i) {
		return
	}
	if t := h.topic(ws); t != nil {
		t.signal(i)
	}
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

// wakeAll has everybody look, after words of other nodes may have been missed.
func (h *Hub) wakeAll() {
	h.feeds.wakeAll()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.topics {
		t.wake()
	}
}

// Run does the hub's work until ctx ends: the word between nodes, indicators
// that are over, changes that are too old. It returns when the last readers are
// gone; see Close. It is called once.
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
		for _, over := range h.indicators.sweep(now) {
			if t := h.topic(over.ws); t != nil {
				t.signal(over.Indicator)
			}
		}
		if now >= announced.Add(announceInterval) || now < announced { // set back
			announced = now
			h.bus.present(h.indicators.here()...)
		}
	}
	h.Close()
	h.pumps.Wait()
	running.Wait()
}

// Close ends every stream at once; new ones end as soon as they begin.
func (h *Hub) Close() { h.close() }

// trim forgets what no reader may come back for.
func (h *Hub) trim(ctx context.Context) {
	tick := time.NewTicker(trimInterval)
	defer tick.Stop()
	for {
		err := h.db.TrimChanges(ctx, svcx.At(h.now()).Add(-svcx.ResumeAge), svcx.MaxResume)
		if err != nil && ctx.Err() == nil {
			h.log.Warn("forgetting old changes", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
