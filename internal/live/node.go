package live

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"svcx"
	"svcx/internal/outage"
	"svcx/internal/store"
)

const (
	// publishPause is the pause between two rounds of messages: a busy node
	// publishes at most twenty times a second.
	publishPause = 50 * time.Millisecond
	// payloadItems bounds the items of one payload, whose size the database limits
	// to 8,000 bytes; an indicator takes at most some 3 KB.
	payloadItems   = 100
	payloadSignals = 2
	// maxQueuedSignals bounds the queued indicators, maxPresence the queued
	// presences: what is dropped is published with the next announcement.
	maxQueuedSignals = 1000
	maxPresence      = 100_000
	// malformedInterval is how often malformed messages are logged.
	malformedInterval = time.Minute
)

// payloadVersion is the version of the payload. Nodes of two versions run beside each other
// while they are upgraded one by one: a payload of a later version is counted as malformed,
// and the node polls instead. It is raised by a change that an earlier node would misread;
// a new field does not raise it, since an earlier node skips it. The first nodes sent version 1
// without the number.
const payloadVersion = 1

// payload is a message from one node to the others.
type payload struct {
	Node    string `json:"n"`
	Version int    `json:"v,omitempty"`
	// Now is the sender's clock, which may differ from the receiver's.
	Now      svcx.Time          `json:"t,omitempty"`
	Changed  []svcx.WorkspaceID `json:"c,omitempty"`
	Fed      []svcx.ChannelID   `json:"f,omitempty"`
	Signals  []signal           `json:"s,omitempty"`
	Presence [][3]int64         `json:"p,omitempty"` // workspace, user, 1 for present
	Viewing  [][4]int64         `json:"o,omitempty"` // and the conversation that they have open
	Views    []view             `json:"w,omitempty"`
	// Asks requests the presences of every node.
	Asks bool `json:"a,omitempty"`
}

type signal struct {
	Workspace svcx.WorkspaceID `json:"w"`
	svcx.Indicator
}

// bus queues messages for the other nodes and publishes them.
type bus struct {
	db    *store.DB
	node  string
	now   func() time.Time
	woken chan struct{}
	// publishing tracks whether messages can be published.
	publishing *outage.Outage

	mu       sync.Mutex
	pending  map[svcx.WorkspaceID]bool // workspaces with new changes
	feeds    map[svcx.ChannelID]bool
	signals  []signal
	presence []presence
	views    []view
	asks     bool
}

// enqueue calls add, which queues something, if there can be other nodes.
func (b *bus) enqueue(add func()) {
	if !b.db.HasNodes() {
		return
	}
	b.mu.Lock()
	add()
	b.mu.Unlock()
	select {
	case b.woken <- struct{}{}:
	default:
	}
}

func (b *bus) changed(ws svcx.WorkspaceID) {
	b.enqueue(func() {
		if b.pending == nil {
			b.pending = make(map[svcx.WorkspaceID]bool)
		}
		b.pending[ws] = true
	})
}

func (b *bus) fed(channel svcx.ChannelID) {
	b.enqueue(func() {
		if b.feeds == nil {
			b.feeds = make(map[svcx.ChannelID]bool)
		}
		b.feeds[channel] = true
	})
}

func (b *bus) signal(ws svcx.WorkspaceID, i svcx.Indicator) {
	b.enqueue(func() {
		if len(b.signals) < maxQueuedSignals {
			b.signals = append(b.signals, signal{ws, i})
		}
	})
}

// present queues who is present, or no longer.
func (b *bus) present(members ...presence) {
	if len(members) == 0 {
		return
	}
	b.enqueue(func() {
		// While nothing can be published, every announcement adds the same members.
		if len(b.presence) < maxPresence {
			b.presence = append(b.presence, members...)
		}
	})
}

func (b *bus) view(v view) {
	b.enqueue(func() {
		if len(b.views) < maxQueuedSignals {
			b.views = append(b.views, v)
		}
	})
}

func (b *bus) ask() { b.enqueue(func() { b.asks = true }) }

// run publishes what is queued until ctx ends, and once more then, so that members
// of a node that stops are no longer present at once.
func (b *bus) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			b.publish(last)
			cancel()
			return
		case <-b.woken:
			b.publish(ctx)
		}
		select {
		case <-ctx.Done():
		case <-time.After(publishPause):
		}
	}
}

func (b *bus) publish(ctx context.Context) {
	for _, p := range b.take() {
		text, err := json.Marshal(p)
		if err == nil {
			err = b.db.Notify(ctx, string(text))
		}
		switch {
		case err == nil:
			b.publishing.Works()
		case ctx.Err() != nil:
			return
		default:
			// The other nodes poll every second.
			b.publishing.Failed(err)
			return
		}
	}
}

// take empties the queue into payloads.
func (b *bus) take() (all []payload) {
	b.mu.Lock()
	changed, fed, signals, presence, views, asks := b.pending, b.feeds, b.signals, b.presence, b.views, b.asks
	b.pending, b.feeds, b.signals, b.presence, b.views, b.asks = nil, nil, nil, nil, nil, false
	b.mu.Unlock()
	now := svcx.At(b.now())
	empty := payload{Node: b.node, Version: payloadVersion, Now: now}
	p := empty
	p.Asks = asks
	flush := func(full bool) {
		if full {
			all, p = append(all, p), empty
		}
	}
	for ws := range changed {
		p.Changed = append(p.Changed, ws)
		flush(len(p.Changed) == payloadItems)
	}
	for channel := range fed {
		p.Fed = append(p.Fed, channel)
		flush(len(p.Changed)+len(p.Fed) >= payloadItems)
	}
	flush(len(p.Changed)+len(p.Fed) > 0)
	for _, m := range presence {
		on := int64(0)
		if m.on {
			on = 1
		}
		if m.conversation != 0 {
			p.Viewing = append(p.Viewing, [4]int64{int64(m.ws), int64(m.user), on, int64(m.conversation)})
		} else {
			p.Presence = append(p.Presence, [3]int64{int64(m.ws), int64(m.user), on})
		}
		flush(len(p.Presence)+len(p.Viewing) == payloadItems)
	}
	flush(len(p.Presence)+len(p.Viewing) > 0)
	for _, v := range views {
		p.Views = append(p.Views, v)
		flush(len(p.Views) == payloadSignals)
	}
	for _, s := range signals {
		p.Signals = append(p.Signals, s)
		flush(len(p.Signals) == payloadSignals)
	}
	flush(p.Asks || len(p.Signals)+len(p.Views) > 0)
	return all
}

func parsePayload(text string) (p payload, err error) {
	err = json.Unmarshal([]byte(text), &p)
	if p.Version > payloadVersion { // whatever else is different then
		err = fmt.Errorf("version %d of another node, this one reads %d", p.Version, payloadVersion)
	}
	return p, err
}

// malformed counts messages that cannot be read; the count is logged at most once per
// malformedInterval.
type malformed struct {
	n      int
	logged time.Time
}

func (m *malformed) add(now time.Time, log *slog.Logger, err error) {
	m.n++
	if since := now.Sub(m.logged); !m.logged.IsZero() && since >= 0 && since < malformedInterval {
		return
	}
	log.Warn("live streams: messages of other nodes could not be read", "messages", m.n, "error", err)
	m.n, m.logged = 0, now
}

// connected is called each time this node begins to listen to the others.
func (h *Hub) connected() {
	h.wakeAll()
	h.bus.present(h.indicators.localMembers()...)
	h.bus.ask()
}

// receive handles a message of another node. It is called by one goroutine.
func (h *Hub) receive(text string) {
	p, err := parsePayload(text)
	if err != nil {
		h.malformed.add(h.now(), h.log, err)
		return
	}
	if p.Node == h.node {
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
			s.At += now - p.Now // it lasts as long on this node's clock
		}
		h.show(s.Workspace, s.Indicator)
	}
	remote := func(m presence) {
		if !h.indicators.setRemote(p.Node, m, now) {
			return
		}
		if t := h.topic(m.ws); t != nil {
			t.signal(presenceOf(m.member, m.on, now))
		}
	}
	for _, v := range p.Presence {
		remote(presence{member{ws: svcx.WorkspaceID(v[0]), user: svcx.UserID(v[1])}, v[2] == 1})
	}
	for _, v := range p.Viewing {
		remote(presence{member{svcx.WorkspaceID(v[0]), svcx.UserID(v[1]), svcx.ConversationID(v[3])}, v[2] == 1})
	}
	for _, v := range p.Views {
		h.view(v)
	}
	if p.Asks {
		h.bus.present(h.indicators.localMembers()...)
	}
}
