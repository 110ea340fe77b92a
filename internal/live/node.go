package live

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"svcx"
	"svcx/internal/outage"
	"svcx/internal/store"
)

const (
	// publishPause gathers what is to be told: a busy node tells the others twenty
	// times a second at most.
	publishPause = 50 * time.Millisecond
	// payloadItems bounds the items of one payload, whose size is bounded by the
	// database (8,000 bytes); an indicator is at most some 3 KB of them.
	payloadItems   = 100
	payloadSignals = 2
	// maxQueuedSignals bounds the indicators that wait to be told, maxPresence who is there
	// or not: what is left out is told with the next announcement.
	maxQueuedSignals = 1000
	maxPresence      = 100_000
)

// payload is what one node tells the others.
type payload struct {
	Node string `json:"n"`
	// Now is the node's clock, which may be another than ours.
	Now      svcx.Time          `json:"t,omitempty"`
	Changed  []svcx.WorkspaceID `json:"c,omitempty"`
	Fed      []svcx.ChannelID   `json:"f,omitempty"`
	Signals  []signal           `json:"s,omitempty"`
	Presence [][3]int64         `json:"p,omitempty"` // workspace, user, 1 for there
	// Asks wants every node to say who is there.
	Asks bool `json:"a,omitempty"`
}

type signal struct {
	Workspace svcx.WorkspaceID `json:"w"`
	svcx.Indicator
}

// bus gathers what is to be told to the other nodes.
type bus struct {
	db    *store.DB
	node  string
	now   func() time.Time
	woken chan struct{}
	// publishing is how that goes.
	publishing *outage.Outage

	mu       sync.Mutex
	dirty    map[svcx.WorkspaceID]bool
	feeds    map[svcx.ChannelID]bool
	signals  []signal
	presence []presence
	asks     bool
}

// add notes something to tell, where there may be anybody.
func (w *bus) add(note func()) {
	if !w.db.HasNodes() {
		return
	}
	w.mu.Lock()
	note()
	w.mu.Unlock()
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

func (w *bus) changed(ws svcx.WorkspaceID) {
	w.add(func() {
		if w.dirty == nil {
			w.dirty = make(map[svcx.WorkspaceID]bool)
		}
		w.dirty[ws] = true
	})
}

func (w *bus) fed(channel svcx.ChannelID) {
	w.add(func() {
		if w.feeds == nil {
			w.feeds = make(map[svcx.ChannelID]bool)
		}
		w.feeds[channel] = true
	})
}

func (w *bus) signal(ws svcx.WorkspaceID, i svcx.Indicator) {
	w.add(func() {
		if len(w.signals) < maxQueuedSignals {
			w.signals = append(w.signals, signal{ws, i})
		}
	})
}

// present tells who is there, or no longer.
func (w *bus) present(who ...presence) {
	if len(who) == 0 {
		return
	}
	w.add(func() {
		// While nothing can be told, who is there is told anew again and again.
		if len(w.presence) < maxPresence {
			w.presence = append(w.presence, who...)
		}
	})
}

func (w *bus) ask() { w.add(func() { w.asks = true }) }

// run tells what there is to tell until ctx ends, and a last time then: people
// of a node that stops are gone at once.
func (w *bus) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			w.publish(last)
			cancel()
			return
		case <-w.woken:
			w.publish(ctx)
		}
		select {
		case <-ctx.Done():
		case <-time.After(publishPause):
		}
	}
}

func (w *bus) publish(ctx context.Context) {
	for _, p := range w.take() {
		text, err := json.Marshal(p)
		if err == nil {
			err = w.db.Notify(ctx, string(text))
		}
		switch {
		case err == nil:
			w.publishing.Works()
		case ctx.Err() != nil:
			return
		default:
			// The others look by themselves each second.
			w.publishing.Failed(err)
			return
		}
	}
}

// take cuts what waits into payloads.
func (w *bus) take() (all []payload) {
	w.mu.Lock()
	dirty, fed, signals, presence, asks := w.dirty, w.feeds, w.signals, w.presence, w.asks
	w.dirty, w.feeds, w.signals, w.presence, w.asks = nil, nil, nil, nil, false
	w.mu.Unlock()
	now := svcx.At(w.now())
	p := payload{Node: w.node, Now: now, Asks: asks}
	flush := func(full bool) {
		if full {
			all, p = append(all, p), payload{Node: w.node, Now: now}
		}
	}
	for ws := range dirty {
		p.Changed = append(p.Changed, ws)
		flush(len(p.Changed) == payloadItems)
	}
	for channel := range fed {
		p.Fed = append(p.Fed, channel)
		flush(len(p.Changed)+len(p.Fed) >= payloadItems)
	}
	flush(len(p.Changed)+len(p.Fed) > 0)
	for _, there := range presence {
		on := int64(0)
		if there.on {
			on = 1
		}
		p.Presence = append(p.Presence, [3]int64{int64(there.ws), int64(there.user), on})
		flush(len(p.Presence) == payloadItems)
	}
	flush(len(p.Presence) > 0)
	for _, s := range signals {
		p.Signals = append(p.Signals, s)
		flush(len(p.Signals) == payloadSignals)
	}
	flush(p.Asks || len(p.Signals) > 0)
	return all
}

// connected is told each time that this node begins to hear the others.
func (h *Hub) connected() {
	h.wakeAll()
	h.bus.present(h.indicators.here()...)
	h.bus.ask()
}

// receive takes another node's word.
func (h *Hub) receive(text string) {
	var p payload
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.Node == h.node {
		return
	}
	for _, ws := range p.Changed {
		h.wake(ws)
	}
	for _, channel := range p.Fed {
		h.feeds.wake(channel)
	}
	now := svcx.At(h.now())
	for _, s := range p.Signals {
		if s.Kind == svcx.IndicatorTyping && p.Now != 0 {
			s.At += now - p.Now // it lasts as long here, whatever the clocks say
		}
		h.show(s.Workspace, s.Indicator)
	}
	for _, there := range p.Presence {
		one := presence{svcx.WorkspaceID(there[0]), svcx.UserID(there[1]), there[2] == 1}
		if !h.indicators.hear(p.Node, one, now) {
			continue
		}
		if t := h.topic(one.ws); t != nil {
			t.signal(isThere(member{one.ws, one.user}, one.on, now))
		}
	}
	if p.Asks {
		h.bus.present(h.indicators.here()...)
	}
}
