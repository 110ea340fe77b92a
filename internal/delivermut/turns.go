package deliver

import (
	"sync"

	"svcx/internal/store"
)

// turns decides which channel sends next (decisions 4: a slow or dead target
// holds up nobody else, channels take turns). It knows nothing of deliveries or
// time: channels are told to have work, take gives one its turn with a number
// of attempts, and the attempts are given back.
//
// Three rules share the node's attempts:
//
//   - Channels wait in line, each once; a turn is one claim.
//   - A channel has at most perChannel attempts, and only one from the moment
//     half of all are taken: a few busy channels leave room for many others.
//   - Channels whose last attempt was slow wait in a line of their own and get
//     at most half of all attempts, however many such channels there are.
type turns struct {
	mu       sync.Mutex
	channels map[store.ChannelRef]*channelTurn
	all      share // of every channel; its line has those that are not slow
	slow     share
	// slowNext has the two lines take turns too.
	slowNext bool
	// changed wakes the dispatcher: there may be a turn to take.
	changed chan struct{}
}

// share is a number of attempts and the channels that wait for some of them.
type share struct {
	line  []*channelTurn
	bound int
	taken int
}

// limit is how many attempts one channel may have.
func (s *share) limit() int {
	if 2*s.taken >= s.bound {
		return 1
	}
	return perChannel
}

// channelTurn is a channel that has work, an attempt in flight or a slow target.
type channelTurn struct {
	ref      store.ChannelRef
	inFlight int
	slow     bool
	waiting  bool // in a line
	claiming bool // has its turn now
	// again says that there may be more to send once a claim or an attempt is
	// over.
	again bool
}

// turn is the permission to claim up to n deliveries of a channel, which has
// others in flight already.
type turn struct {
	ref      store.ChannelRef
	n        int
	inFlight int
}

func newTurns(inFlight int) *turns {
	return &turns{
		channels: make(map[store.ChannelRef]*channelTurn),
		all:      share{bound: inFlight},
		slow:     share{bound: max(1, inFlight/2)},
		changed:  make(chan struct{}, 1),
	}
}

// wake puts a channel in line unless it is there.
func (t *turns) wake(ref store.ChannelRef) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.channels[ref]
	if c == nil {
		c = &channelTurn{ref: ref}
		t.channels[ref] = c
	}
	t.enqueue(c)
}

func (t *turns) enqueue(c *channelTurn) {
	switch {
	case c.waiting:
	case c.claiming:
		c.again = true
	default:
		c.waiting = true
		s := t.shareOf(c)
		s.line = append(s.line, c)
		t.signal()
	}
}

func (t *turns) shareOf(c *channelTurn) *share {
	if c.slow {
		return &t.slow
	}
	return &t.all
}

func (t *turns) signal() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// take gives the next channel its turn and takes the attempts for it; false
// when nobody may send now.
func (t *turns) take() (turn, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first, second := &t.all, &t.slow
	if t.slowNext {
		first, second = second, first
	}
	for _, s := range [...]*share{first, second} {
		if got, ok := t.takeFrom(s); ok {
			t.slowNext = false
			return got, true
		}
	}
	return turn{}, false
}

func (t *turns) takeFrom(s *share) (turn, bool) {
	for len(s.line) > 0 {
		free := min(t.all.bound-t.all.taken, s.bound-s.taken)
		if free <= 0 {
			return turn{}, false
		}
		c := s.line[0]
		s.line[0] = nil
		s.line = s.line[1:]
		c.waiting = false
		n := min(s.limit()-c.inFlight, free)
		if n <= 0 {
			// It has its due in flight. The end of one of those puts it back.
			c.again = true
			continue
		}
		got := turn{ref: c.ref, n: n, inFlight: c.inFlight}
		c.claiming = true
		t.count(c, n)
		return got, true
	}
	return turn{}, false
}

// count adds to the attempts of a channel.
func (t *turns) count(c *channelTurn, n int) {
	c.inFlight += n
	t.all.taken += n
	if c.slow {
		t.slow.taken += n
	}
}

// claimed says what a turn was used for: claimed attempts follow, the rest is
// given back. A turn that was used up is followed by another; one that failed
// is not, or a store that is down would be asked without end.
func (t *turns) claimed(got turn, claimed int, failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.channels[got.ref]
	more := (c.again || claimed >= got.n) && !failed
	c.claiming, c.again = false, false
	t.count(c, claimed-got.n)
	t.settle(c, more)
}

// ended gives one attempt back. more says that the channel may have something
// to send because of it, slow that it took long.
func (t *turns) ended(ref store.ChannelRef, more, slow bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.channels[ref]
	t.count(c, -1)
	if c.slow != slow {
		// A channel that waits keeps its place: the other rule holds from its
		// next turn on.
		others := c.inFlight
		t.count(c, -others)
		c.slow = slow
		t.count(c, others)
	}
	more = more || (c.again && !c.claiming)
	if more && !c.claiming {
		c.again = false
	}
	t.settle(c, more)
}

// settle puts a channel in line or forgets it, and tells that attempts are
// free.
func (t *turns) settle(c *channelTurn, more bool) {
	if more {
		t.enqueue(c)
	}
	if !c.waiting && !c.claiming && c.inFlight == 0 && !c.slow {
		delete(t.channels, c.ref)
	}
	t.signal()
}
