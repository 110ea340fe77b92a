package outbound_test

import (
	"errors"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
)

func TestPauses(t *testing.T)        { each(t, pauseCases) }
func TestQueues(t *testing.T)        { each(t, queueCases) }
func TestHealthHistory(t *testing.T) { each(t, healthCases) }

// PostgreSQL refused the heartbeat that came in the very millisecond in which the one before it
// lapsed.
func TestHeartbeatAtItsLapse(t *testing.T) { each(t, lapseCases) }

// I pause: the time of a pause is kept; it is the channel's alone.
func pauseCases(f *fixture) {
	ws := f.workspace()
	ch, other := f.channel(ws), f.channel(ws)
	paused := func(ch store.ChannelRef) *svcx.Time {
		f.Helper()
		h := must(f.db.Read(f.ctx()).Hold(ch))(f)
		f.equal("the channel's", must(f.db.Read(f.ctx()).Channel(ch.Workspace, ch.Channel))(f).PausedAt, h.PausedAt)
		return h.PausedAt
	}
	at := now
	f.equal("at first", paused(ch), (*svcx.Time)(nil))
	f.write(ws, func(tx *store.Tx) error { return tx.SetPaused(ch, &at) })
	f.equal("paused", paused(ch), &at)
	f.equal("another", paused(other), (*svcx.Time)(nil))
	theirs := f.workspace()
	f.write(theirs, func(tx *store.Tx) error {
		return tx.SetPaused(store.ChannelRef{Workspace: theirs, Channel: ch.Channel}, nil)
	})
	f.equal("by another workspace", paused(ch), &at)
	f.write(ws, func(tx *store.Tx) error { return tx.SetPaused(ch, nil) })
	f.equal("resumed", paused(ch), (*svcx.Time)(nil))
	// All channels, of all workspaces; one that was paused before keeps its time.
	all := must(f.db.Read(f.ctx()).AllPaused())(f)
	f.equal("all at first", all, (*svcx.Time)(nil))
	later := at + 7
	f.write(ws, func(tx *store.Tx) error {
		return errors.Join(tx.SetPaused(ch, &at), tx.PauseAll(&later))
	})
	held := func(ref store.ChannelRef) *svcx.Time { return must(f.db.Read(f.ctx()).Hold(ref))(f).PausedAt }
	f.equal("all paused", must(f.db.Read(f.ctx()).AllPaused())(f), &later)
	f.equal("the channel that was paused", held(ch), &at)
	f.equal("another with all", held(other), &later)
	f.write(ws, func(tx *store.Tx) error { return tx.PauseAll(nil) })
	f.equal("all resumed", must(f.db.Read(f.ctx()).AllPaused())(f), (*svcx.Time)(nil))
	f.equal("the channel still", held(ch), &at)
	f.equal("another resumed", held(other), (*svcx.Time)(nil))
	f.write(ws, func(tx *store.Tx) error { return tx.SetPaused(ch, nil) })
	f.equal("of a deleted channel", must(f.db.Read(f.ctx()).Hold(store.ChannelRef{Workspace: ws, Channel: 1 << 40}))(f), store.Hold{})
}

// I queue: deliveries that are ready, waiting or being sent again count; others do not.
func queueCases(f *fixture) {
	ws := f.workspace()
	ch, other := f.channel(ws), f.channel(ws)
	queue := func() svcx.Queue {
		f.Helper()
		return must(f.db.Read(f.ctx()).Queue(ch))(f)
	}
	f.equal("none", queue(), svcx.Queue{})
	f.deliver(ch, 1, 1, 1, 2)
	f.deliver(other, 3, 3)
	f.equal("four", queue(), svcx.Queue{Waiting: 4, OldestAt: ptr(now)})
	// One that ended leaves; the next of its conversation counts as before.
	first := f.claim(ch, 9, "lease", now)
	f.equal("claimed", len(first), 2)
	f.equal("ended", f.end(first[0], "lease", svcx.DeliveryDelivered, now+5), true)
	f.equal("three", queue(), svcx.Queue{Waiting: 3, OldestAt: ptr(now)})
	// Sent again it waits, but did not happen just now.
	f.write(ws, func(tx *store.Tx) error { _, err := tx.ResendDelivery(ch, first[0].ID, now+9); return err })
	f.equal("four again", queue().Waiting, 4)
	f.equal("of another workspace", must(f.db.Read(f.ctx()).Queue(store.ChannelRef{Workspace: f.workspace(), Channel: ch.Channel}))(f), svcx.Queue{})
}

// W 3: the changes of a channel's health are kept, each once, and go with the channel.
func healthCases(f *fixture) {
	ws := f.workspace()
	ref := f.channel(ws)
	channel := func() *svcx.Channel { return must(f.db.Read(f.ctx()).Channel(ws, ref.Channel))(f) }
	beat := func(at svcx.Time) { f.Helper(); beat(f, ref, at) }
	history := func(at svcx.Time) (all []svcx.HealthChange) {
		f.Helper()
		return channel().HealthHistory(must(f.db.Read(f.ctx()).HealthChanges(ref, 100))(f), at)
	}
	change := func(at svcx.Time, health svcx.Health) svcx.HealthChange {
		return svcx.HealthChange{Workspace: ws, Channel: ref.Channel, At: at, Health: health}
	}
	f.equal("none", len(history(now)), 0)
	beat(now)
	beat(now.Add(5 * time.Minute))
	last := now.Add(5 * time.Minute)
	again := last.Add(2 * time.Hour)
	want := []svcx.HealthChange{change(last.Add(time.Hour)+1, svcx.HealthNoHeartbeat), change(last.Add(10*time.Minute)+1, svcx.HealthDegraded), change(now, svcx.HealthHealthy)}
	f.equal("without a heartbeat", history(again), want)
	beat(again)
	want = append([]svcx.HealthChange{change(again, svcx.HealthHealthy)}, want...)
	f.equal("with one again", history(again), want)
	beat(again.Add(time.Minute))
	f.equal("the same", history(again.Add(time.Minute)), want)
	beat(again.Add(svcx.HealthKept))
	f.equal("old ones are forgotten", len(history(again.Add(svcx.HealthKept))), 4)
	theirs := f.workspace()
	f.write(theirs, func(tx *store.Tx) error { return tx.ForgetHealth(theirs, ref.Channel) })
	f.equal("by another workspace", len(history(again.Add(svcx.HealthKept))), 4)
	f.write(ws, func(tx *store.Tx) error { return tx.DeleteChannel(ws, ref.Channel) })
	f.equal("with the channel", len(must(f.db.Read(f.ctx()).HealthChanges(ref, 100))(f)), 0)
}

// beat is a heartbeat of a channel.
func beat(f *fixture, ref store.ChannelRef, at svcx.Time) {
	f.Helper()
	was := must(f.db.Read(f.ctx()).Channel(ref.Workspace, ref.Channel))(f)
	next := *was
	next.LastHeartbeatAt = &at
	f.write(ref.Workspace, func(tx *store.Tx) error {
		if err := tx.NoteHealth(was, &next, at); err != nil {
			return err
		}
		return tx.Heartbeat(ref.Workspace, ref.Channel, at)
	})
}

func lapseCases(f *fixture) {
	ref := f.channel(f.workspace())
	for _, lapse := range []time.Duration{10 * time.Minute, time.Hour} {
		last := now.Add(lapse)
		beat(f, ref, last)
		beat(f, ref, last.Add(lapse)+1)
		latest := must(f.db.Read(f.ctx()).HealthChanges(ref, 1))(f)
		f.equal("the latest health", latest[0].Health, svcx.HealthHealthy)
	}
}
