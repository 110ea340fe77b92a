package deliver

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/store"
)

// Whatever happens in whatever order: attempts are neither lost nor given twice,
// no channel has more than its share, and a channel that was woken gets a turn.
func TestTurnsProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		bound := rapid.IntRange(1, 12).Draw(rt, "bound")
		ts := newTurns(bound)
		var open []turn           // turns that are being used
		inFlight := map[int]int{} // attempts that were claimed
		owed := map[int]bool{}    // woken since their last turn began
		ref := func(i int) store.ChannelRef { return store.ChannelRef{Workspace: 1, Channel: svcx.ChannelID(i)} }
		taken := func() (n int) {
			for _, o := range open {
				n += o.n
			}
			for _, f := range inFlight {
				n += f
			}
			return n
		}
		take := func() bool {
			got, ok := ts.take()
			if !ok {
				return false
			}
			i := int(got.ref.Channel)
			if got.n < 1 || got.n+inFlight[i] > perChannel || got.inFlight != inFlight[i] {
				rt.Fatalf("turn %+v with %d in flight", got, inFlight[i])
			}
			delete(owed, i)
			open = append(open, got)
			if taken() > bound {
				rt.Fatalf("%d attempts of %d", taken(), bound)
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
			inFlight[int(got.ref.Channel)] += n
			ts.claimed(got, n, failed)
		}
		end := func(i int, slow bool) {
			inFlight[i]--
			ts.ended(ref(i), rapid.Bool().Draw(rt, "more"), slow)
		}
		for range 300 {
			i := rapid.IntRange(0, 7).Draw(rt, "channel")
			switch what := rapid.IntRange(0, 3).Draw(rt, "what"); {
			case what == 0:
				owed[i] = true
				ts.wake(ref(i))
			case what == 1:
				take()
			case what == 2 && len(open) > 0:
				claimed(rapid.IntRange(0, 9).Draw(rt, "fails") == 0)
			case what == 3 && inFlight[i] > 0:
				end(i, rapid.Bool().Draw(rt, "slow"))
			}
		}
		// Everything comes to rest, every attempt at last a quick one.
		for take() || len(open) > 0 || taken() > 0 {
			for len(open) > 0 {
				got := open[0]
				open = open[1:]
				ts.claimed(got, 0, false)
			}
			for i, n := range inFlight {
				for range n {
					inFlight[i]--
					ts.ended(ref(i), false, false)
				}
			}
		}
		if len(owed) > 0 || ts.all.taken != 0 || ts.slow.taken != 0 {
			rt.Fatalf("owed %v, taken %d and %d", owed, ts.all.taken, ts.slow.taken)
		}
		for _, c := range ts.channels {
			if !c.slow {
				rt.Fatalf("%+v is remembered for nothing", *c)
			}
		}
	})
}

// From the moment half of all attempts are taken, one is all that a channel
// gets.
func TestTurnsLeaveRoom(t *testing.T) {
	ts := newTurns(10)
	var got []int
	for i := range 4 {
		ts.wake(store.ChannelRef{Workspace: 1, Channel: svcx.ChannelID(i)})
		next, ok := ts.take()
		if !ok || int(next.ref.Channel) != i {
			t.Fatalf("turn %d is %+v", i, next)
		}
		ts.claimed(next, next.n, false)
		got = append(got, next.n)
	}
	if fmt.Sprint(got) != "[4 4 1 1]" {
		t.Errorf("turns for %v attempts", got)
	}
}

// Slow channels and the others take turns, so that neither line starves.
func TestTurnsOfSlowChannels(t *testing.T) {
	ts := newTurns(4)
	const slow = 0
	for i := range 2 {
		ts.wake(store.ChannelRef{Workspace: 1, Channel: svcx.ChannelID(i)})
	}
	counts := make([]int, 2)
	for i := range 24 {
		next, ok := ts.take()
		if !ok {
			t.Fatal("nobody has a turn")
		}
		if i >= 4 { // it is known by now which is slow
			counts[next.ref.Channel]++
		}
		ts.claimed(next, 1, false)
		ts.ended(next.ref, true, next.ref.Channel == slow)
	}
	if counts[0] != 10 || counts[1] != 10 {
		t.Errorf("turns: %v", counts)
	}
}
