package deliver

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// The circuit of a channel (decisions 4): after svcx.CircuitThreshold retryable
// failures in a row it opens, and then one delivery is tried each
// svcx.CircuitProbe until one succeeds. Failed probes, and the time that it is
// open, use up no attempts, but for those at a body that is refused.
//
// An answer that refuses a body (a 422) ends a row of failures, since the receiver is
// there; an open circuit it leaves open, so that a receiver that answers nonsense
// while it comes back does not burn the whole backlog.

// circuitOpen reports whether the channel's circuit is open and no probe is due: then
// there is nothing to claim, and no transaction is begun to find that out.
func (d *Deliverer) circuitOpen(ctx context.Context, ref store.ChannelRef) (bool, error) {
	c, err := d.db.Circuit(ctx, ref)
	if err != nil {
		return false, err
	}
	return probePending(c, svcx.At(d.now())), nil
}

// probePending is whether a probe is still to come. One that is further away than any
// is due: the clock was set back.
func probePending(c svcx.Circuit, now svcx.Time) bool {
	return c.Open() && c.ProbeAt != nil && *c.ProbeAt > now && *c.ProbeAt <= now.Add(svcx.CircuitProbe+store.ClockSlack)
}

// admit says how many deliveries may be claimed within the transaction: none
// while the circuit is open, one where a probe is due, else n.
func allowance(tx *store.Tx, ref store.ChannelRef, n int, now svcx.Time) (allowed int, probe bool, err error) {
	c, err := tx.Circuit(ref)
	switch {
	case err != nil:
		return 0, false, err
	case !c.Open():
		return n, false, nil
	case probePending(c, now):
		return 0, false, nil
	}
	return 1, true, nil
}

// note counts an attempt's outcome for the circuit, in the transaction that
// records it and after the delivery's own row is written.
func (d *Deliverer) note(tx *store.Tx, ref store.ChannelRef, l lease, out outcome, now svcx.Time) error {
	switch {
	case out.verdict == retryable:
		opened, err := tx.CircuitFailed(ref, now)
		if err != nil || !opened {
			return err
		}
		tx.OnCommit(func() {
			d.log.Warn("a channel's receiver keeps failing: it is tried once a minute from now on", "workspace", ref.Workspace, "channel", ref.Channel, "reason", out.reason.Text())
		})
		return expedite(tx, ref, out, now)
	case out.verdict == delivered:
		closed, err := tx.CircuitWorks(ref)
		if closed {
			tx.OnCommit(func() {
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
		// Nobody was called: the probe is still to be made.
		return tx.ProbeCircuit(ref, now)
	}
	return nil
}

// expedite sees to it that the next probe of an open circuit has something to try,
// not before the receiver asked for.
func expedite(tx *store.Tx, ref store.ChannelRef, out outcome, now svcx.Time) error {
	return tx.ExpediteDelivery(ref, now.Add(max(svcx.CircuitProbe, out.retryAfter)))
}
