package deliver

import (
	"context"
	"crypto/rand"
	"time"

	"svcx"
	"svcx/internal/store"
)

// lease is the right to make an attempt at a delivery and to record its outcome. Once
// it has expired, another node may lease the delivery.
type lease struct {
	token string
	until svcx.Time
	// probe is set if the channel's circuit is open: a failure uses up no attempt.
	probe bool
}

// serve uses a slot: it leases due deliveries of the channel and starts the attempts.
func (d *Deliverer) serve(ctx, attempts context.Context, t slot) {
	if open, err := d.circuitOpen(ctx, t.ref); err != nil || open {
		d.scheduler.claimed(t, 0, err != nil)
		if err != nil && ctx.Err() == nil {
			d.reading.Failed(err)
		}
		return
	}
	self := d.self.Load()
	claimed, l, err := d.claim(ctx, t, self)
	d.scheduler.claimed(t, len(claimed), err != nil)
	switch {
	case err == nil:
		d.writing.Works()
	case ctx.Err() == nil:
		// Nothing was leased. The poll returns to the channel.
		d.writing.Failed(err)
	}
	for _, delivery := range claimed {
		d.attempts.Go(func() {
			ctx, end := whileRegistered(attempts, self)
			defer end()
			d.deliver(ctx, delivery, l)
		})
	}
}

// claim leases due deliveries of the channel. The store serializes the writes of a
// workspace across all nodes, so a delivery is never leased twice.
func (d *Deliverer) claim(ctx context.Context, t slot, self *store.Node) (claimed []*svcx.Delivery, l lease, err error) {
	l.token = self.Lease(rand.Text())
	err = d.db.Write(ctx, t.ref.Workspace, func(tx *store.Tx) error {
		now := svcx.At(d.now())
		l.until = now.Add(leaseTime)
		claimed = nil
		n, probe, err := allowance(tx, t.ref, t.inFlight+t.n, now)
		if err != nil || n == 0 {
			return err
		}
		l.probe = probe
		claimed, err = tx.ClaimDeliveries(t.ref, n, l.token, now, l.until)
		if err != nil || !probe || len(claimed) == 0 {
			return err
		}
		return tx.ProbeCircuit(t.ref, now.Add(svcx.CircuitProbe))
	})
	if err != nil {
		return nil, l, err
	}
	return claimed, l, nil
}

// leavesTime reports whether an attempt that starts now ends before the lease
// expires. It does not if the claim's commit took very long.
func (l lease) leavesTime(now time.Time) bool { return svcx.At(now).Add(attemptTime) <= l.until }
