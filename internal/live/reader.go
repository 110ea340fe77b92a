package live

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"

	"svcx"
)

const (
	// maxPending bounds what waits for one reader, in bytes and in pieces. The
	// bytes are shared by all readers of a kind.
	maxPending       = 1 << 20
	maxPendingPieces = 256
	// maxHeld bounds what waits for all readers of a node, each piece counted once.
	maxHeld = 64 << 20
	// maxStreams bounds the streams of one member in a workspace on a node:
	// they are exempt from the rate limit.
	maxStreams = 32
)

// piece is a part of the stream that several readers share. It is held until the
// last of them has it.
type piece struct {
	data []byte
	refs atomic.Int32
	held *atomic.Int64
}

// hold returns a piece with one reference.
func (h *Hub) hold(data []byte) *piece {
	p := &piece{data: data, held: &h.held}
	p.refs.Store(1)
	h.held.Add(int64(len(data)))
	return p
}

func (p *piece) release() {
	if p.refs.Add(-1) == 0 {
		p.held.Add(-int64(len(p.data)))
	}
}

func releaseAll(pieces []*piece) {
	for _, p := range pieces {
		p.release()
	}
}

// Subscription is what a reader asks for.
type Subscription struct {
	Workspace svcx.WorkspaceID
	// User is the member who reads.
	User    svcx.UserID
	Encoder Encoder
	// Since is the last number that the reader has seen; nil to start from now.
	Since *svcx.Sequence
	// Client names the browser, so that View finds its stream; "" if it views nothing.
	Client string
	// Alive is set for a reader that is to notice when its connection is lost without being
	// closed. While nothing else comes it gets an empty event "alive" each second; the first one
	// when it has got what it missed.
	Alive bool
}

// Reader is an open subscription. One goroutine reads from it.
type Reader struct {
	Subscription
	hub   *Hub
	topic *topic
	// joined is the number after which the reader gets changes from the topic.
	joined svcx.Sequence
	// seen is the number up to which the reader had seen everything when it
	// subscribed; the topic may still be at an earlier one.
	seen svcx.Sequence

	mu      sync.Mutex
	pending []*piece
	size    int
	// lagged is set when the queue overflowed: the reader has to reload.
	lagged bool
	ready  chan struct{}

	// viewMu guards what the reader's browser has open, and gone, which is set when the
	// reader has left.
	viewMu  sync.Mutex
	viewing []svcx.ConversationID
	gone    bool
}

// Subscribe begins to queue changes for a reader. The caller has to call Leave.
func (h *Hub) Subscribe(ctx context.Context, s Subscription) (*Reader, error) {
	// The number is read first: the topic finds what comes afterwards.
	seq, err := h.db.Read(ctx).Sequence(s.Workspace)
	if err != nil {
		return nil, err
	}
	r := &Reader{Subscription: s, hub: h, ready: make(chan struct{}, 1)}
	if s.Since != nil && *s.Since <= seq {
		r.seen = *s.Since
	}
	h.mu.Lock()
	t := h.topics[s.Workspace]
	if t == nil {
		t = newTopic(h, s.Workspace, seq)
		h.topics[s.Workspace] = t
	}
	err = t.join(r)
	h.mu.Unlock()
	if err != nil {
		return nil, err
	}
	// A number ahead of the topic's may come from another node.
	t.wake()
	r.sendIndicators(ctx)
	h.join(member{ws: s.Workspace, user: s.User})
	return r, nil
}

// sendIndicators queues who is present and who is typing.
func (r *Reader) sendIndicators(ctx context.Context) {
	var b batch
	for _, i := range r.hub.indicators.current(r.Workspace, svcx.At(r.hub.now())) {
		b.events = append(b.events, Event{Indicator: &i})
	}
	data, err := b.frames(ctx, r.Workspace, r.Encoder)
	if err == nil {
		p := r.hub.hold(data)
		r.offer(p)
		p.release()
	}
}

// Leave ends the subscription.
func (r *Reader) Leave() {
	h := r.hub
	h.mu.Lock()
	if r.topic.leave(r) == 0 {
		delete(h.topics, r.Workspace)
		r.topic.stop()
	}
	h.mu.Unlock()
	r.mu.Lock()
	r.lag()
	r.mu.Unlock()
	r.view(nil, true)
	h.leave(member{ws: r.Workspace, user: r.User})
}

func (h *Hub) join(m member) {
	here, anywhere := h.indicators.join(m)
	h.present(presence{m, true}, here, anywhere)
}

func (h *Hub) leave(m member) {
	here, anywhere := h.indicators.leave(m)
	h.present(presence{m, false}, here, anywhere)
}

// present publishes a presence that changed here to the other nodes, and shows one
// that changed anywhere on this node.
func (h *Hub) present(p presence, here, anywhere bool) {
	if here {
		h.bus.present(p)
	}
	if t := h.topic(p.ws); t != nil && anywhere {
		t.signal(presenceOf(p.member, p.on, svcx.At(h.now())))
	}
}

// offer queues a piece for the reader. It never waits for the reader.
func (r *Reader) offer(p *piece) {
	if len(p.data) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.lagged:
		return
	case r.size+len(p.data) > maxPending && len(r.pending) > 0 || len(r.pending) == maxPendingPieces || p.held.Load() > maxHeld:
		r.lag()
	default:
		p.refs.Add(1)
		r.pending, r.size = append(r.pending, p), r.size+len(p.data)
	}
	select {
	case r.ready <- struct{}{}:
	default:
	}
}

// lag drops what is queued. The caller holds r.mu.
func (r *Reader) lag() {
	releaseAll(r.pending)
	r.pending, r.size, r.lagged = nil, 0, true
}

// fail makes a reader reload for which something could not be rendered.
func (r *Reader) fail() {
	r.mu.Lock()
	r.lag()
	r.mu.Unlock()
	select {
	case r.ready <- struct{}{}:
	default:
	}
}

// take returns what is queued; the caller releases it. A reader that lagged gets a
// reset, with the number after which the stream goes on.
func (r *Reader) take() []*piece {
	r.mu.Lock()
	pending, lagged := r.pending, r.lagged
	r.pending, r.size = nil, 0
	r.mu.Unlock()
	if !lagged {
		return pending
	}
	// The topic queues pieces under its own lock, so that nothing is lost between
	// the number and what follows it.
	r.topic.mu.Lock()
	defer r.topic.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	releaseAll(r.pending)
	r.pending, r.size, r.lagged = nil, 0, false
	var out bytes.Buffer
	writeReset(&out, r.topic.seq)
	return []*piece{r.hub.hold(out.Bytes())}
}
