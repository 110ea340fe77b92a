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
	if held, err := d.held(ctx, t.ref); err != nil || held {
		d.scheduler.claimed(t, 0, err != nil)
		if err != nil && ctx.Err() == nil {
			d.reading.Failed(err)
		}
		return
	}
	self := d.self.Load()
	c := &claim{slot: t, node: self}
	err := d.claims.Do(ctx, t.ref.Workspace, c)
	if err != nil {
		c.deliveries = nil // they may have been found, but are not leased
	}
	d.scheduler.claimed(t, len(c.deliveries), err != nil)
	switch {
	case err == nil:
		d.writing.Works()
	case ctx.Err() == nil:
		// The poll returns to the channel.
		d.writing.Failed(err)
	}
	for _, delivery := range c.deliveries {
		d.attempts.Go(func() {
			ctx, end := whileRegistered(attempts, self)
			defer end()
			d.deliver(ctx, delivery, c.channel, c.lease)
		})
	}
}

// claim asks for due deliveries of a channel. Those of a workspace that wait are
// written together.
type claim struct {
	slot
	node *store.Node
	// What was claimed, with the channel as it was then; it is nil if it was deleted.
	deliveries []*svcx.Delivery
	channel    store.ChannelForm
	lease      lease
}

// writeClaims leases due deliveries. The store serializes the writes of a workspace
// across all nodes, so a delivery is never leased twice.
func (d *Deliverer) writeClaims(tx *store.Tx, ws svcx.WorkspaceID, claims []*claim) error {
	now := svcx.At(d.now())
	until := now.Add(leaseTime)
	channels := make(map[svcx.ChannelID]store.ChannelForm)
	ids := make([]int64, len(claims))
	for i, c := range claims {
		ids[i] = int64(c.ref.Channel)
		c.deliveries, c.lease = nil, lease{token: c.node.Lease(rand.Text()), until: until}
	}
	err := tx.Pipeline(func() error {
		for _, c := range claims {
			if err := tx.DueDeliveries(&c.deliveries, c.ref, c.inFlight+c.n, now, until); err != nil {
				return err
			}
		}
		return tx.ChannelForms(channels, ws, ids)
	})
	if err != nil {
		return err
	}
	return tx.Finish(func() error {
		for _, c := range claims {
			c.channel = channels[c.ref.Channel]
			if err := c.write(tx, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *claim) write(tx *store.Tx, now svcx.Time) error {
	n := len(c.deliveries)
	if c.channel.Channel != nil {
		n, c.lease.probe = allowance(c.channel.Channel, n, now)
	}
	c.deliveries = c.deliveries[:min(n, len(c.deliveries))]
	if len(c.deliveries) == 0 {
		return nil
	}
	if err := tx.LeaseDeliveries(c.ref.Workspace, c.lease.token, c.lease.until, c.deliveries...); err != nil || !c.lease.probe {
		return err
	}
	return tx.ProbeCircuit(c.ref, now.Add(svcx.CircuitProbe))
}

// leavesTime reports whether an attempt that starts now ends before the lease
// expires. It does not if the claim's commit took very long.
func (l lease) leavesTime(now time.Time) bool { return svcx.At(now).Add(attemptTime) <= l.until }
