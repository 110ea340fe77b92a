package live

import (
	"context"
	"strconv"
	"sync"
	"time"

	"svcx"
)

// gather is the pause after something was handed out, in which what comes is
// gathered: the first of a quiet time goes out at once, a busy time costs every
// reader twenty writes a second.
const gather = 50 * time.Millisecond

// maxSignals bounds the indicators that wait; more than that are dropped, as
// newer ones tell the same.
const maxSignals = 1000

// topic is a workspace that somebody looks at.
type topic struct {
	hub   *Hub
	ws    svcx.WorkspaceID
	woken chan struct{}
	stop  context.CancelFunc

	// mu is taken after the hub's and before a reader's.
	mu      sync.Mutex
	readers map[*Reader]struct{}
	// seq is the number up to which the readers were handed everything.
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

// join adds a reader, who gets everything behind r.joined.
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
		return &svcx.Error{Kind: svcx.KindRateLimited, Message: "too many open streams of one person: " + strconv.Itoa(maxStreams) + " at most, close one"}
	}
	r.topic, r.joined = t, t.seq
	t.readers[r] = struct{}{}
	return nil
}

// leave takes a reader away and returns how many are left.
func (t *topic) leave(r *Reader) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.readers, r)
	return len(t.readers)
}

// pump hands out what is new until the last reader leaves.
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
		// Whoever wakes it from here on is looked after next time.
		select {
		case <-t.woken:
		default:
		}
		told, err := t.flush(ctx)
		switch {
		case err == nil:
			t.hub.reading.Works()
		case ctx.Err() == nil:
			t.hub.reading.Failed(err)
		}
		if told {
			pause.Reset(gather)
		} else {
			pause.Reset(0)
		}
	}
}

// flush hands out everything that is new and reports whether there was any.
func (t *topic) flush(ctx context.Context) (told bool, err error) {
	for {
		t.mu.Lock()
		after, signals := t.seq, t.signals
		t.signals = nil
		t.mu.Unlock()
		b, first, gap, err := t.hub.read(ctx, t.ws, after, 0)
		if err != nil {
			return told, err
		}
		if gap {
			// Trimmed before it was handed out: it was away for that long.
			t.hub.log.Warn("changes are gone that were not shown yet", "workspace", t.ws, "after", after, "first", first.First())
			b.resets = append(b.resets[:0], b.last)
			b.events = nil
		}
		for i := range signals {
			b.events = append(b.events, Event{Indicator: &signals[i]})
		}
		if b.last == 0 && len(signals) == 0 {
			return told, nil
		}
		told = true
		t.hand(ctx, b)
		if !b.more {
			return told, nil
		}
	}
}

// kind is what readers have in common who get the same bytes.
type kind struct {
	Encoder
	// seen is not 0 for who has seen changes on another node that are to be
	// handed out here.
	seen svcx.Sequence
}

// kindOf is the reader's kind for what is handed out next. The caller holds t.mu.
func (t *topic) kindOf(r *Reader) kind {
	if r.seen > t.seq {
		return kind{r.Encoder, r.seen}
	}
	return kind{Encoder: r.Encoder}
}

// hand renders the batch once for each kind of reader and gives it to all.
func (t *topic) hand(ctx context.Context, b batch) {
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
			// Nobody can join in between: whoever did is among the readers.
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
		unseen := b.behind(missing.seen)
		data, err := unseen.frames(ctx, t.ws, missing.Encoder)
		if err != nil {
			t.hub.log.Error("rendering for the live stream", "workspace", t.ws, "error", err)
			rendered[missing] = nil
			continue
		}
		rendered[missing] = t.hub.hold(data)
	}
}
