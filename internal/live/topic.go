package live

import (
	"context"
	"strconv"
	"sync"
	"time"

	"svcx"
)

// gather is the pause after changes were distributed, in which further ones are
// collected: after a quiet time the first is sent at once, and a busy time costs
// each reader at most twenty writes per second.
const gather = 50 * time.Millisecond

// maxSignals bounds the queued indicators; more are dropped, since newer ones repeat
// them.
const maxSignals = 1000

// topic distributes the changes of a workspace that has readers.
type topic struct {
	hub   *Hub
	ws    svcx.WorkspaceID
	woken chan struct{}
	stop  context.CancelFunc

	// mu is taken after the hub's and before a reader's.
	mu      sync.Mutex
	readers map[*Reader]struct{}
	// seq is the number up to which everything was distributed.
	seq     svcx.Sequence
	signals []svcx.Indicator
}

func newTopic(h *Hub, ws svcx.WorkspaceID, seq svcx.Sequence) *topic {
	ctx, stop := context.WithCancel(context.Background())
	t := &topic{hub: h, ws: ws, seq: seq, woken: make(chan struct{}, 1), stop: stop, readers: make(map[*Reader]struct{})}
	h.pumps.Go(func() { t.pump(ctx) })
	return t
}

func (t *topic) wake() {
	select {
	case t.woken <- struct{}{}:
	default:
	}
}

func (t *topic) signal(i svcx.Indicator) {
	t.mu.Lock()
	if len(t.signals) < maxSignals {
		t.signals = append(t.signals, i)
	}
	t.mu.Unlock()
	t.wake()
}

// join adds a reader, which gets everything after r.joined.
func (t *topic) join(r *Reader) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	streams := 0
	for other := range t.readers {
		if other.User == r.User {
			streams++
		}
	}
	if streams >= maxStreams {
		return &svcx.Error{Kind: svcx.KindRateLimited, Message: "too many open streams of one member: " + strconv.Itoa(maxStreams) + " at most, close one"}
	}
	r.topic, r.joined = t, t.seq
	t.readers[r] = struct{}{}
	return nil
}

// leave removes a reader and returns how many are left.
func (t *topic) leave(r *Reader) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.readers, r)
	return len(t.readers)
}

// pump distributes new changes until the last reader leaves.
func (t *topic) pump(ctx context.Context) {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.woken:
		case <-poll.C:
		}
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
		}
		// Wakes from here on count for the next round.
		select {
		case <-t.woken:
		default:
		}
		sent, err := t.flush(ctx)
		switch {
		case err == nil:
			t.hub.reading.Works()
		case ctx.Err() == nil:
			t.hub.reading.Failed(err)
		}
		if sent {
			pause.Reset(gather)
		} else {
			pause.Reset(0)
		}
	}
}

// flush distributes everything that is new and reports whether there was any.
func (t *topic) flush(ctx context.Context) (sent bool, err error) {
	for {
		t.mu.Lock()
		after, signals := t.seq, t.signals
		t.signals = nil
		t.mu.Unlock()
		b, first, gap, err := t.hub.read(ctx, t.ws, after, 0)
		if err != nil {
			return sent, err
		}
		if gap {
			// This node could not read for so long that changes were trimmed.
			t.hub.log.Warn("changes were deleted before they were sent to the live streams", "workspace", t.ws, "after", after, "first", first.First())
			b.resets = append(b.resets[:0], b.last)
			b.events = nil
		}
		for i := range signals {
			b.events = append(b.events, Event{Indicator: &signals[i]})
		}
		if b.last == 0 && len(signals) == 0 {
			return sent, nil
		}
		sent = true
		t.distribute(ctx, b)
		if !b.more {
			return sent, nil
		}
	}
}

// kind is shared by readers that get the same bytes.
type kind struct {
	Encoder
	// seen is not 0 for a reader that has seen changes on another node that are yet
	// to be distributed here.
	seen svcx.Sequence
}

// kindOf returns the reader's kind for the next batch. The caller holds t.mu.
func (t *topic) kindOf(r *Reader) kind {
	if r.seen > t.seq {
		return kind{r.Encoder, r.seen}
	}
	return kind{Encoder: r.Encoder}
}

// distribute renders the batch once for each kind of reader and queues it for all.
func (t *topic) distribute(ctx context.Context, b batch) {
	rendered := make(map[kind]*piece)
	defer func() {
		for _, p := range rendered {
			if p != nil {
				p.release()
			}
		}
	}()
	for {
		t.mu.Lock()
		var missing kind
		for r := range t.readers {
			if _, ok := rendered[t.kindOf(r)]; !ok {
				missing = t.kindOf(r)
				break
			}
		}
		if missing.Encoder == nil {
			// No reader can join in between: t.mu is held.
			for r := range t.readers {
				if p := rendered[t.kindOf(r)]; p == nil {
					r.fail()
				} else {
					r.offer(p)
				}
			}
			t.seq = max(t.seq, b.last)
			t.mu.Unlock()
			return
		}
		t.mu.Unlock()
		unseen := b.after(missing.seen)
		data, err := unseen.frames(ctx, t.ws, missing.Encoder)
		if err != nil {
			t.hub.log.Error("changes could not be rendered for the live stream", "workspace", t.ws, "error", err)
			rendered[missing] = nil
			continue
		}
		rendered[missing] = t.hub.hold(data)
	}
}
