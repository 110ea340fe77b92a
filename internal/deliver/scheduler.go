package deliver

import (
	"math"
	"slices"
	"sync"
	"time"

	"svcx/internal/store"
)

const (
	// lateAfter is how long a call may go without an answer before its channel
	// counts as slow.
	lateAfter = 250 * time.Millisecond
	// maxStarting bounds the attempts of this node that are claimed and do not wait
	// for an answer yet: those cost processor time and database work.
	maxStarting = 64
	// unitBytes is how much of its body an attempt may hold for one unit; each
	// further unitBytes cost another.
	unitBytes = 64 << 10
	// usageHalfLife is the time after which the time used by attempts counts half.
	usageHalfLife = 30 * time.Second
)

// scheduler decides which channel sends next (D 4: a slow or dead target does not
// hold up others, channels take turns). It knows nothing about deliveries: wake
// marks a channel as having work, take gives out a slot for a number of attempts,
// and the attempts are given back.
//
// An attempt that waits for its receiver costs a socket and memory, but no
// processor time. So two things are bounded: attempts that start, a phase of some
// milliseconds whatever the receiver does, and the units of all attempts in
// flight, one per attempt and one more for each 64 KiB of its body. The units are
// shared by these rules:
//
//   - Channels wait in a queue, each once; a slot is for one claim.
//   - A channel has at most perChannel attempts, and only one once half of the
//     units are taken. Once half of the starts are taken, a slot is for one
//     attempt. So a few busy channels leave room for many others.
//   - Slow channels, with a call that takes longer than 250 ms or whose last one
//     did, wait in a queue of their own and begin attempts only while they hold
//     less than half of the units. First in that queue is the channel whose
//     attempts used the least time lately, so that one that is a little slow does
//     not wait for those that hang.
type scheduler struct {
	now      func() time.Time
	mu       sync.Mutex
	channels map[store.ChannelRef]*channelState
	starting pool
	all      pool // the units of every channel; its queue has those that are not slow
	slow     pool
	// slowNext alternates between the two queues.
	slowNext bool
	// changed wakes the dispatcher: a slot may be free.
	changed chan struct{}
}

// pool is a number of units and the queue of channels that wait for some of them.
type pool struct {
	queue []*channelState
	bound int
	taken int
}

func (p *pool) free() int { return p.bound - p.taken }

// scarce reports whether each channel may have only one attempt.
func (p *pool) scarce() bool { return 2*p.taken >= p.bound }

// channelState is a channel that has work, an attempt in flight or a slow target.
type channelState struct {
	ref      store.ChannelRef
	inFlight int
	units    int // held by its attempts in flight
	late     int // how many attempts in flight are late
	slow     bool
	waiting  bool // in a queue
	claiming bool // has a slot
	// again is set if there may be more to send after the current claim or
	// attempt.
	again bool
	// used is the decayed time of its attempts, in seconds, at the time then.
	used float64
	then time.Time
}

// usedBy returns the decayed time that the channel's attempts have used, at now.
func (c *channelState) usedBy(now time.Time) float64 {
	passed := max(0, now.Sub(c.then).Seconds())
	return c.used*math.Exp2(-passed/usageHalfLife.Seconds()) + passed*float64(c.inFlight)
}

// slot is the right to claim up to n deliveries of a channel that has inFlight
// attempts already.
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

// attempts is how many are in flight.
func (s *scheduler) attempts() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.channels {
		n += c.inFlight
	}
	return n
}

// wake puts a channel into its queue unless it is there.
func (s *scheduler) wake(ref store.ChannelRef) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[ref]
	if c == nil {
		c = &channelState{ref: ref, then: s.now()}
		s.channels[ref] = c
	}
	s.enqueue(c)
}

func (s *scheduler) enqueue(c *channelState) {
	p := s.poolOf(c)
	switch {
	case c.waiting:
	case c.claiming || c.inFlight >= s.limit(p):
		// The end of the claim, or of an attempt, puts it into the queue.
		c.again = true
	default:
		c.waiting = true
		p.queue = append(p.queue, c)
		s.signal()
	}
}

func (s *scheduler) poolOf(c *channelState) *pool {
	if c.slow {
		return &s.slow
	}
	return &s.all
}

// limit is how many attempts a channel of the pool may have.
func (s *scheduler) limit(p *pool) int {
	if p.scarce() || s.all.scarce() {
		return 1
	}
	return perChannel
}

func (s *scheduler) signal() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// take returns a slot for the next channel and reserves its attempts; false if no
// channel may send now.
func (s *scheduler) take() (slot, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first, second := &s.all, &s.slow
	if s.slowNext {
		first, second = second, first
	}
	for _, p := range [...]*pool{first, second} {
		if got, ok := s.takeFrom(p); ok {
			s.slowNext = p == &s.all
			return got, true
		}
	}
	return slot{}, false
}

func (s *scheduler) takeFrom(p *pool) (slot, bool) {
	for len(p.queue) > 0 {
		free := min(s.starting.free(), s.all.free(), p.free())
		if free <= 0 {
			return slot{}, false
		}
		if s.starting.scarce() {
			free = 1
		}
		c := s.next(p)
		c.waiting = false
		n := min(s.limit(p)-c.inFlight, free)
		if n <= 0 {
			// The channel is at its limit. The end of an attempt puts it back.
			c.again = true
			continue
		}
		got := slot{ref: c.ref, n: n, inFlight: c.inFlight}
		c.claiming = true
		s.starting.taken += n
		s.count(c, n)
		return got, true
	}
	return slot{}, false
}

// next removes the first channel from a queue.
func (s *scheduler) next(p *pool) *channelState {
	first := 0
	if p == &s.slow {
		now := s.now()
		least := math.Inf(1)
		for i, c := range p.queue {
			if used := c.usedBy(now); used < least {
				first, least = i, used
			}
		}
	}
	c := p.queue[first]
	p.queue = slices.Delete(p.queue, first, first+1)
	return c
}

// count adds n attempts of one unit each to a channel.
func (s *scheduler) count(c *channelState, n int) {
	now := s.now()
	c.used, c.then = c.usedBy(now), now
	c.inFlight += n
	s.hold(c, n)
}

// hold adds to the units of a channel.
func (s *scheduler) hold(c *channelState, units int) {
	c.units += units
	s.all.taken += units
	if c.slow {
		s.slow.taken += units
	}
}

// setSlow moves a channel and its units to the slow pool, or back.
func (s *scheduler) setSlow(c *channelState, slow bool) {
	if c.slow == slow {
		return
	}
	if c.waiting {
		p := s.poolOf(c)
		i := slices.Index(p.queue, c)
		p.queue = slices.Delete(p.queue, i, i+1)
	}
	held := c.units
	s.hold(c, -held)
	c.slow = slow
	s.hold(c, held)
	if c.waiting {
		p := s.poolOf(c)
		p.queue = append(p.queue, c)
	}
}

// claimed reports how many attempts a slot was used for; the rest is given back. A
// slot that was used up is followed by another. One that failed is not, or an
// unavailable database would be asked without end.
func (s *scheduler) claimed(got slot, claimed int, failed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[got.ref]
	more := (c.again || claimed >= got.n) && !failed
	c.claiming, c.again = false, false
	s.starting.taken += claimed - got.n
	s.count(c, claimed-got.n)
	s.release(c, more)
}

// attempt is a claimed attempt. It starts, may make a call, and ends.
type attempt struct {
	scheduler *scheduler
	channel   *channelState
	units     int
	// timer marks the call as late; nil before the call.
	timer       *time.Timer
	late, ended bool
}

// attempt begins one of the claimed attempts. It is called once for each.
func (s *scheduler) attempt(ref store.ChannelRef) *attempt {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &attempt{scheduler: s, channel: s.channels[ref], units: 1}
}

// startCall marks the attempt as waiting for its receiver, with a body of that many
// bytes.
func (a *attempt) startCall(bytes int) {
	s := a.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starting.taken--
	more := bytes / unitBytes
	a.units += more
	s.hold(a.channel, more)
	a.timer = time.AfterFunc(lateAfter, a.markLate)
	s.signal()
}

// markLate makes the channel slow, since the call takes long.
func (a *attempt) markLate() {
	s := a.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	if a.ended || a.late {
		return
	}
	a.late = true
	a.channel.late++
	s.setSlow(a.channel, true)
}

// end gives the attempt back. more reports that the channel may have more to send
// because of it.
func (a *attempt) end(more bool) {
	s, c := a.scheduler, a.channel
	s.mu.Lock()
	defer s.mu.Unlock()
	a.ended = true
	if a.timer == nil {
		s.starting.taken-- // it made no call
	} else {
		a.timer.Stop()
	}
	s.hold(c, 1-a.units)
	s.count(c, -1)
	if a.late {
		c.late--
	}
	s.setSlow(c, a.late || c.late > 0)
	more = more || (c.again && !c.claiming)
	if more && !c.claiming {
		c.again = false
	}
	s.release(c, more)
}

// release queues a channel that has more to send, forgets one that is idle, and wakes
// the dispatcher.
func (s *scheduler) release(c *channelState, more bool) {
	if more {
		s.enqueue(c)
	}
	if !c.waiting && !c.claiming && c.inFlight == 0 && !c.slow {
		delete(s.channels, c.ref)
	}
	s.signal()
}
