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

// piece is what some readers are handed, until the last of them has it.
type piece struct {
	data []byte
	refs atomic.Int32
	held *atomic.Int64
}

// hold makes a piece, held once.
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

// Subscription says what a reader wants.
type Subscription struct {
	Workspace svcx.WorkspaceID
	// User is the member who looks.
	User    svcx.UserID
	Encoder Encoder
	// Since is the last number that the reader has seen; nil for what comes from
	// now on.
	Since *svcx.Sequence
}

// Reader is one subscription at work. It is read by one goroutine.
type Reader struct {
	Subscription
	hub   *Hub
	topic *topic
	// joined is the number behind which the topic hands it what is new.
	joined svcx.Sequence
	// seen is the number up to which it has seen everything, when it came; the
	// topic may be behind it.
	seen svcx.Sequence

	mu      sync.Mutex
	pending []*piece
	size    int
	// lagged says that more came than it took: it is to read anew.
	lagged bool
	ready  chan struct{}
}

// Subscribe begins to gather for a reader, who must be left in the end.
func (h *Hub) Subscribe(ctx context.Context, s Subscription) (*Reader, error) {
	// Read first: what comes afterwards the topic finds.
	seq, err := h.db.Sequence(ctx, s.Workspace)
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
	// A number ahead of the topic's may be another node's word.
	t.wake()
	r.greet(ctx)
	here, anywhere := h.indicators.come(s.Workspace, s.User)
	h.present(presence{s.Workspace, s.User, true}, here, anywhere)
	return r, nil
}

// greet shows who is there and who types.
func (r *Reader) greet(ctx context.Context) {
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
	here, anywhere := h.indicators.gone(r.Workspace, r.User)
	h.present(presence{r.Workspace, r.User, false}, here, anywhere)
}

// present tells the other nodes what changed here, and this one what changed
// anywhere.
func (h *Hub) present(p presence, here, anywhere bool) {
	if here {
		h.bus.present(p)
	}
	if t := h.topic(p.ws); t != nil && anywhere {
		t.signal(isThere(member{p.ws, p.user}, p.on, svcx.At(h.now())))
	}
}

// offer hands the reader a piece, and never waits for it.
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

// lag drops what waits. The caller holds r.mu.
func (r *Reader) lag() {
	releaseAll(r.pending)
	r.pending, r.size, r.lagged = nil, 0, true
}

// fail has a reader read anew for whom something could not be rendered.
func (r *Reader) fail() {
	r.mu.Lock()
	r.lag()
	r.mu.Unlock()
	select {
	case r.ready <- struct{}{}:
	default:
	}
}

// take is what waits for the reader, who releases it. One that lagged gets a
// reset, with the number behind which it is handed things again.
func (r *Reader) take() []*piece {
	r.mu.Lock()
	pending, lagged := r.pending, r.lagged
	r.pending, r.size = nil, 0
	r.mu.Unlock()
	if !lagged {
		return pending
	}
	// The topic hands out under its own lock: nothing slips between the number
	// and what comes after it.
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
