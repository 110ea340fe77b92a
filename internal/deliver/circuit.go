package deliver

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// The circuit of a channel (D 4) opens after svcx.CircuitThreshold retryable failures
// in a row. From then on one delivery is tried per svcx.CircuitProbe until one
// succeeds. Failed probes, and the time that the circuit is open, use up no attempts,
// except for probes whose body is refused.
//
// An answer that refuses a body (a 422) ends a row of failures, since the receiver
// answers. It leaves an open circuit open, so that a receiver that answers nonsense
// while it recovers does not use up the whole backlog.

// held reports whether the channel's deliveries are paused, or its circuit is open and no
// probe is due. Then there is nothing to claim, and no transaction is needed to find that
// out.
func (d *Deliverer) held(ctx context.Context, ref store.ChannelRef) (bool, error) {
	h, err := d.db.Read(ctx).Hold(ref)
	if err != nil {
		return false, err
	}
	return h.PausedAt != nil || probePending(h.Circuit, svcx.At(d.now())), nil
}

// probePending reports whether the next probe is not due yet. One that is further
// away than a probe can be is due: the clock was set back.
func probePending(c svcx.Circuit, now svcx.Time) bool {
	return c.Open() && c.ProbeAt != nil && *c.ProbeAt > now && *c.ProbeAt <= now.Add(svcx.CircuitProbe+store.ClockSlack)
}

// allowance returns how many deliveries may be claimed: none while they are paused; one if
// a probe is due, none otherwise while the circuit is open; n if it is closed.
func allowance(ch *svcx.Channel, n int, now svcx.Time) (allowed int, probe bool) {
	if ch.PausedAt != nil {
		return 0, false
	}
	c := ch.Circuit
	switch {
	case !c.Open():
		return n, false
	case probePending(c, now):
		return 0, false
	}
	return 1, true
}

// updateCircuit applies an attempt's outcome to the circuit, in the transaction that
// records it and after the delivery's own row is written.
func (d *Deliverer) updateCircuit(tx *store.Tx, ref store.ChannelRef, l lease, out outcome, now svcx.Time) error {
	switch {
	case out.verdict == retryable:
		opened, err := tx.CircuitFailed(ref, now)
		if err != nil || !opened {
			return err
		}
		tx.OnCommit(func() {
			d.observe.Circuit("opened")
			d.log.Warn("a channel's receiver keeps failing: the circuit is open, it is tried once a minute", "workspace", ref.Workspace, "channel", ref.Channel, "reason", out.reason.Text())
		})
		return expedite(tx, ref, out, now)
	case out.verdict == delivered:
		closed, err := tx.CircuitWorks(ref)
		if closed {
			tx.OnCommit(func() {
				d.observe.Circuit("closed")
				d.log.Info("a channel's receiver works again", "workspace", ref.Workspace, "channel", ref.Channel)
				d.Wake(ref)
			})
		}
		return err
	case out.status != nil && !l.probe:
		return tx.CircuitAnswered(ref)
	case out.status != nil:
		return expedite(tx, ref, out, now)
	case l.probe:
		// No call was made: the probe is still due.
		return tx.ProbeCircuit(ref, now)
	}
	return nil
}

// expedite makes a delivery due for the next probe of an open circuit, but not before
// the time that the receiver asked for.
func expedite(tx *store.Tx, ref store.ChannelRef, out outcome, now svcx.Time) error {
	return tx.ExpediteDelivery(ref, now.Add(max(svcx.CircuitProbe, out.retryAfter)))
}
