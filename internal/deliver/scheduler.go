package deliver

import (
	"math"
	"slices"
	"sync"
	"time"

	"svcx/internal/store"
)

const (
	// lateAfter is when a call that has no answer yet makes its channel a slow
	// one.
	lateAfter = 250 * time.Millisecond
	// maxStarting bounds the attempts of this node that are claimed and not yet
	// waiting for an answer: those cost a processor and the database.
	maxStarting = 64
	// unitBytes is how much of a body an attempt may hold for one unit of the
	// node's share; each further piece of it costs another.
	unitBytes = 64 << 10
	// usedHalf is the time after which an attempt's time counts half.
	usedHalf = 30 * time.Second
)

// scheduler decides which channel sends next (decisions 4: a slow or dead target
// holds up nobody else, channels take turns). It knows nothing of deliveries:
// channels are told to have work, take gives one its turn with a number of
// attempts, and the attempts are given back.
//
// An attempt that waits for its receiver costs a socket and memory, not a
// processor. So two things are bounded: the attempts that start, which are over
// with that in milliseconds whatever the receiver does, and units of all that are
// in flight, one for an attempt and one more for each 64 KiB of its body. These
// rules share the units:
//
//   - Channels wait in line, each once; a turn is one claim.
//   - A channel has at most perChannel attempts, and only one from the moment
//     half of the units are taken; from the moment half of the starts are, a turn
//     is for one: a few busy channels leave room for many others.
//   - Channels with a call that takes longer than 250 ms now, or whose last one
//     did, wait in a line of their own and begin attempts only while they hold
//     less than half of the units. First in that line is the channel whose
//     attempts have used the least time lately, so that one that is a little slow
//     does not queue with those that hang.
type scheduler struct {
	now      func() time.Time
	mu       sync.Mutex
	channels map[store.ChannelRef]*channelState
	starting pool
	all      pool // of every channel; its line has those that are not slow
	slow     pool
	// slowNext has the two lines take turns too.
	slowNext bool
	// changed wakes the dispatcher: there may be a turn to take.
	changed chan struct{}
}

// pool is a number of units and the channels that wait for some of them.
type pool struct {
	line  []*channelState
	bound int
	taken int
}

func (s *pool) free() int { return s.bound - s.taken }

// scarce reports whether a channel may have one attempt only.
func (s *pool) scarce() bool { return 2*s.taken >= s.bound }

// channelState is a channel that has work, an attempt in flight or a slow target.
type channelState struct {
	ref      store.ChannelRef
	inFlight int
	units    int // of its attempts in flight
	late     int // of its attempts in flight are
	slow     bool
	waiting  bool // in a line
	claiming bool // has its turn now
	// again says that there may be more to send once a claim or an attempt is
	// over.
	again bool
	// used is the time of its attempts, in seconds, as it counted then.
	used float64
	then time.Time
}

// usedBy is the time that the channel's attempts have used lately.
func (c *channelState) usedBy(now time.Time) float64 {
	passed := max(0, now.Sub(c.then).Seconds())
	return c.used*math.Exp2(-passed/usedHalf.Seconds()) + passed*float64(c.inFlight)
}

// slot is the permission to claim up to n deliveries of a channel, which has
// others in flight already.
type slot struct {
	ref      store.ChannelRef
	n        int
	inFlight int
}

func newScheduler(units int, now func() time.Time) *scheduler {
	return &scheduler{
		now:      now,
		channels: make(map[store.ChannelRef]*channelState),
		starting: pool{bound: min(maxStarting, units)},
		all:      pool{bound: units},
		slow:     pool{bound: max(1, units/2)},
		changed:  make(chan struct{}, 1),
	}
}

// wake puts a channel in line unless it is there.
func (t *scheduler) wake(ref store.ChannelRef) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.channels[ref]
	if c == nil {
		c = &channelState{ref: ref, then: t.now()}
		t.channels[ref] = c
	}
	t.enqueue(c)
}

func (t *scheduler) enqueue(c *channelState) {
	s := t.poolOf(c)
	switch {
	case c.waiting:
	case c.claiming || c.inFlight >= t.limit(s):
		// The end of the claim, or of an attempt, puts it in line.
		c.again = true
	default:
		c.waiting = true
		s.line = append(s.line, c)
		t.signal()
	}
}

func (t *scheduler) poolOf(c *channelState) *pool {
	if c.slow {
		return &t.slow
	}
	return &t.all
}

// limit is how many attempts a channel of that share may have.
func (t *scheduler) limit(s *pool) int {
	if s.scarce() || t.all.scarce() {
		return 1
	}
	return perChannel
}

func (t *scheduler) signal() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// take gives the next channel its turn and takes the attempts for it; false
// when nobody may send now.
func (t *scheduler) take() (slot, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first, second := &t.all, &t.slow
	if t.slowNext {
		first, second = second, first
	}
	for _, s := range [...]*pool{first, second} {
		if got, ok := t.takeFrom(s); ok {
			t.slowNext = s == &t.all
			return got, true
		}
	}
	return slot{}, false
}

func (t *scheduler) takeFrom(s *pool) (slot, bool) {
	for len(s.line) > 0 {
		free := min(t.starting.free(), t.all.free(), s.free())
		if free <= 0 {
			return slot{}, false
		}
		if t.starting.scarce() {
			free = 1
		}
		c := t.next(s)
		c.waiting = false
		n := min(t.limit(s)-c.inFlight, free)
		if n <= 0 {
			// It has its due in flight. The end of one of those puts it back.
			c.again = true
			continue
		}
		got := slot{ref: c.ref, n: n, inFlight: c.inFlight}
		c.claiming = true
		t.starting.taken += n
		t.count(c, n)
		return got, true
	}
	return slot{}, false
}

// next takes the first out of a line.
func (t *scheduler) next(s *pool) *channelState {
	first := 0
	if s == &t.slow {
		now := t.now()
		least := math.Inf(1)
		for i, c := range s.line {
			if used := c.usedBy(now); used < least {
				first, least = i, used
			}
		}
	}
	c := s.line[first]
	s.line = slices.Delete(s.line, first, first+1)
	return c
}

// count adds to the attempts of a channel, of a unit each.
func (t *scheduler) count(c *channelState, n int) {
	now := t.now()
	c.used, c.then = c.usedBy(now), now
	c.inFlight += n
	t.hold(c, n)
}

// hold adds to the units of a channel.
func (t *scheduler) hold(c *channelState, units int) {
	c.units += units
	t.all.taken += units
	if c.slow {
		t.slow.taken += units
	}
}

// setSlow moves a channel with what it holds to the slow ones, or back.
func (t *scheduler) setSlow(c *channelState, slow bool) {
	if c.slow == slow {
		return
	}
	if c.waiting {
		s := t.poolOf(c)
		i := slices.Index(s.line, c)
		s.line = slices.Delete(s.line, i, i+1)
	}
	held := c.units
	t.hold(c, -held)
	c.slow = slow
	t.hold(c, held)
	if c.waiting {
		s := t.poolOf(c)
		s.line = append(s.line, c)
	}
}

// claimed says what a turn was used for: claimed attempts follow, the rest is
// given back. A turn that was used up is followed by another; one that failed
// is not, or a store that is down would be asked without end.
func (t *scheduler) claimed(got slot, claimed int, failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.channels[got.ref]
	more := (c.again || claimed >= got.n) && !failed
	c.claiming, c.again = false, false
	t.starting.taken += claimed - got.n
	t.count(c, claimed-got.n)
	t.release(c, more)
}

// attempt is one that was claimed: it starts, calls or not, and ends.
type attempt struct {
	turns   *scheduler
	channel *channelState
	units   int
	// timer is that of the call, nil before it.
	timer      *time.Timer
	late, over bool
}

// attempt is called once for each that was claimed.
func (t *scheduler) attempt(ref store.ChannelRef) *attempt {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &attempt{turns: t, channel: t.channels[ref], units: 1}
}

// calls says that the attempt begins to wait for its receiver, holding that many
// bytes.
func (a *attempt) calls(bytes int) {
	t := a.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	t.starting.taken--
	more := bytes / unitBytes
	a.units += more
	t.hold(a.channel, more)
	a.timer = time.AfterFunc(lateAfter, a.waits)
	t.signal()
}

// waits says that the call takes long.
func (a *attempt) waits() {
	t := a.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.over || a.late {
		return
	}
	a.late = true
	a.channel.late++
	t.setSlow(a.channel, true)
}

// ended gives the attempt back. more says that the channel may have something to
// send because of it.
func (a *attempt) ended(more bool) {
	t, c := a.turns, a.channel
	t.mu.Lock()
	defer t.mu.Unlock()
	a.over = true
	if a.timer == nil {
		t.starting.taken-- // it called nobody
	} else {
		a.timer.Stop()
	}
	t.hold(c, 1-a.units)
	t.count(c, -1)
	if a.late {
		c.late--
	}
	t.setSlow(c, a.late || c.late > 0)
	more = more || (c.again && !c.claiming)
	if more && !c.claiming {
		c.again = false
	}
	t.release(c, more)
}

// settle puts a channel in line or forgets it, and tells that attempts are
// free.
func (t *scheduler) release(c *channelState, more bool) {
	if more {
		t.enqueue(c)
	}
	if !c.waiting && !c.claiming && c.inFlight == 0 && !c.slow {
		delete(t.channels, c.ref)
	}
	t.signal()
}
