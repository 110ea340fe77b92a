package deliver

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/store"
)

// fixedClock is the clock of tests that do not depend on time.
func fixedClock() time.Time { return time.Unix(1_700_000_000, 0) }

func refOf(i int) store.ChannelRef { return store.ChannelRef{Workspace: 1, Channel: svcx.ChannelID(i)} }

// Whatever happens in whatever order, attempts are neither lost nor given twice, no channel
// has more than perChannel, and a channel that was woken gets a slot.
func TestSchedulerLosesNoAttemptAndNoChannel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		bound := rapid.IntRange(1, 12).Draw(rt, "bound")
		now := fixedClock()
		ts := newScheduler(bound, func() time.Time { return now })
		starts := rapid.IntRange(1, 12).Draw(rt, "starts")
		ts.starting.bound = min(starts, bound)
		var open []slot                  // slots in use
		inFlight := map[int][]*attempt{} // claimed attempts
		owed := map[int]bool{}           // woken since their last slot
		taken := func() (n int) {
			for _, o := range open {
				n += o.n
			}
			for _, f := range inFlight {
				n += len(f)
			}
			return n
		}
		starting := func() (n int) {
			for _, o := range open {
				n += o.n
			}
			for _, f := range inFlight {
				for _, a := range f {
					if a.timer == nil {
						n++
					}
				}
			}
			return n
		}
		take := func() bool {
			got, ok := ts.take()
			if !ok {
				return false
			}
			i := int(got.ref.Channel)
			if got.n < 1 || got.n+len(inFlight[i]) > perChannel || got.inFlight != len(inFlight[i]) {
				rt.Fatalf("slot %+v with %d in flight", got, len(inFlight[i]))
			}
			delete(owed, i)
			open = append(open, got)
			if taken() > bound || starting() > ts.starting.bound {
				rt.Fatalf("%d attempts of %d, %d starts of %d", taken(), bound, starting(), ts.starting.bound)
			}
			return true
		}
		claimed := func(failed bool) {
			got := open[0]
			open = open[1:]
			n := 0
			if !failed {
				n = rapid.IntRange(0, got.n).Draw(rt, "claimed")
			} else {
				delete(owed, int(got.ref.Channel)) // left to the poll
			}
			ts.claimed(got, n, failed)
			for range n {
				inFlight[int(got.ref.Channel)] = append(inFlight[int(got.ref.Channel)], ts.attempt(got.ref))
			}
		}
		end := func(i int, more bool) {
			a := inFlight[i][0]
			inFlight[i] = inFlight[i][1:]
			a.end(more)
		}
		for range 300 {
			now = now.Add(100 * time.Millisecond)
			i := rapid.IntRange(0, 7).Draw(rt, "channel")
			switch what := rapid.IntRange(0, 5).Draw(rt, "what"); {
			case what == 0:
				owed[i] = true
				ts.wake(refOf(i))
			case what == 1:
				take()
			case what == 2 && len(open) > 0:
				claimed(rapid.IntRange(0, 9).Draw(rt, "fails") == 0)
			case what == 3 && len(inFlight[i]) > 0 && inFlight[i][0].timer == nil:
				inFlight[i][0].startCall(rapid.IntRange(0, 2*unitBytes).Draw(rt, "bytes"))
			case what == 4 && len(inFlight[i]) > 0 && inFlight[i][0].timer != nil:
				inFlight[i][0].markLate()
			case what == 5 && len(inFlight[i]) > 0:
				end(i, rapid.Bool().Draw(rt, "more"))
			}
		}
		// Everything ends, each attempt with a quick answer.
		for take() || len(open) > 0 || taken() > 0 {
			for len(open) > 0 {
				got := open[0]
				open = open[1:]
				ts.claimed(got, 0, false)
			}
			for i := range inFlight {
				for len(inFlight[i]) > 0 {
					end(i, false)
				}
			}
		}
		if len(owed) > 0 || ts.all.taken != 0 || ts.slow.taken != 0 || ts.starting.taken != 0 {
			rt.Fatalf("owed %v, taken %d and %d, starting %d", owed, ts.all.taken, ts.slow.taken, ts.starting.taken)
		}
		for _, c := range ts.channels {
			if !c.slow || c.late != 0 {
				rt.Fatalf("%+v is not forgotten", *c)
			}
		}
	})
}

// slotTaker takes slots and starts their attempts with a call at once.
type slotTaker struct {
	*testing.T
	*scheduler
}

// take takes the next slot and claims all of its attempts.
func (t slotTaker) take(bytes int) (got slot, attempts []*attempt) {
	t.Helper()
	got, ok := t.scheduler.take()
	if !ok {
		t.Fatal("no channel has a slot")
	}
	t.claimed(got, got.n, false)
	for range got.n {
		a := t.attempt(got.ref)
		a.startCall(bytes)
		attempts = append(attempts, a)
	}
	return got, attempts
}

// Once half of the units are taken, a channel gets a single attempt.
func TestScarceUnitsAreGivenOneByOne(t *testing.T) {
	ts := slotTaker{t, newScheduler(10, fixedClock)}
	var got []int
	for i := range 4 {
		ts.wake(refOf(i))
		next, _ := ts.take(0)
		if int(next.ref.Channel) != i {
			t.Fatalf("slot %d is %+v", i, next)
		}
		got = append(got, next.n)
	}
	if fmt.Sprint(got) != "[4 4 1 1]" {
		t.Errorf("slots for %v attempts", got)
	}
}

// Slow channels and the others alternate, so that neither queue starves.
func TestSlowChannelsAlternateWithOthers(t *testing.T) {
	ts := newScheduler(4, fixedClock)
	const slow = 0
	for i := range 2 {
		ts.wake(refOf(i))
	}
	counts := make([]int, 2)
	for i := range 24 {
		next, ok := ts.take()
		if !ok {
			t.Fatal("no channel has a slot")
		}
		if i >= 4 { // by now the slow one is marked
			counts[next.ref.Channel]++
		}
		ts.claimed(next, 1, false)
		a := ts.attempt(next.ref)
		a.startCall(0)
		if next.ref.Channel == slow {
			a.markLate()
		}
		a.end(true)
	}
	if counts[0] != 10 || counts[1] != 10 {
		t.Errorf("slots: %v", counts)
	}
}

// Attempts that wait for an answer leave the starts to others, and once they are late all of
// them together have at most half of the units, however many channels hang.
func TestHangingChannelsLeaveHalf(t *testing.T) {
	ts := slotTaker{t, newScheduler(200, fixedClock)}
	var hanging []*attempt
	for i := range 1000 {
		ts.wake(refOf(i))
		if ts.slow.free() <= 0 {
			continue
		}
		_, attempts := ts.take(0)
		for _, a := range attempts {
			a.markLate()
		}
		hanging = append(hanging, attempts...)
	}
	if len(hanging) != 100 {
		t.Fatalf("%d attempts wait", len(hanging))
	}
	slow := map[store.ChannelRef]bool{}
	for _, a := range hanging {
		slow[a.channel.ref] = true
		ts.wake(a.channel.ref) // they want more
	}
	for range 100 {
		got, attempts := ts.take(0)
		if slow[got.ref] {
			t.Fatalf("a slow channel has the slot %+v", got)
		}
		for _, a := range attempts {
			a.end(true)
		}
	}
}

// A body holds a further unit for each 64 KiB, until its attempt ends.
func TestLongBodiesTakeMoreUnits(t *testing.T) {
	ts := slotTaker{t, newScheduler(40, fixedClock)}
	ts.wake(refOf(1))
	_, attempts := ts.take(1 << 20)
	if ts.all.taken != 4*17 {
		t.Errorf("%d units", ts.all.taken)
	}
	ts.wake(refOf(2))
	if got, ok := ts.scheduler.take(); ok {
		t.Errorf("a slot %+v without a free unit", got)
	}
	for _, a := range attempts {
		a.end(false)
	}
	if ts.all.taken != 0 {
		t.Errorf("%d units at the end", ts.all.taken)
	}
	ts.take(unitBytes - 1)
	if ts.all.taken != 4 {
		t.Errorf("%d units", ts.all.taken)
	}
}

// Slow channels share by time: one whose receiver takes 300 ms does not alternate attempt for
// attempt with those that hang.
func TestSlowChannelsShareByTime(t *testing.T) {
	now := fixedClock()
	ts := slotTaker{t, newScheduler(1, func() time.Time { return now })} // one at a time
	took := []time.Duration{10 * time.Second, 10 * time.Second, 300 * time.Millisecond}
	used := make([]time.Duration, len(took))
	for i := range took {
		ts.wake(refOf(i))
	}
	for range 500 {
		got, attempts := ts.take(0)
		i := got.ref.Channel
		attempts[0].markLate()
		now = now.Add(took[i])
		used[i] += took[i]
		attempts[0].end(true)
	}
	for i, u := range used {
		if all := used[0] + used[1] + used[2]; u < all/4 || u > all/2 {
			t.Errorf("channel %d used %v of %v", i, u, all)
		}
	}
}
