package deliver

import (
	"context"
	"slices"
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

// A lease ends when its node does: a node that was killed would else leave its
// channels standing still until their leases ran out. While a node cannot be
// present, its leases have their time alone.

const (
	// appearPause is how long a node waits before it tries again to be present. What
	// it leases until then is held for its whole time if the process is killed.
	appearPause = 200 * time.Millisecond
	// appearWithin is how long a lease waits for the node's first try.
	appearWithin = 2 * time.Second
)

// appear makes the node present, the first time before it returns, and keeps it
// so until the function is called that it returns.
func (d *Deliverer) appear(ctx context.Context) (leave func()) {
	ctx, stop := context.WithCancel(ctx)
	var staying sync.WaitGroup
	here := d.tryToAppear(ctx)
	d.appeared()
	staying.Go(func() {
		for ctx.Err() == nil {
			if here == nil {
				select {
				case <-ctx.Done():
				case <-time.After(appearPause):
					here = d.tryToAppear(ctx)
				}
				continue
			}
			select {
			case <-ctx.Done():
			case <-here.Lost.Done():
				d.log.Warn("the connection that says that this node is there was lost: others may take over what it was delivering")
				here = d.tryToAppear(ctx)
			}
		}
		if here != nil {
			here.Leave()
		}
	})
	return func() {
		stop()
		staying.Wait()
	}
}

// Lease begins a token with the name of this node, while it is present: see
// store.NodeOf. Right after a start it waits until the node is: a token without a
// name outlives a process that is killed then.
func (d *Deliverer) Lease(unique string) string {
	if !d.db.HasNodes() {
		return unique
	}
	select {
	case <-d.tried:
	case <-time.After(appearWithin):
	}
	return d.here.Load().Lease(unique)
}

func (d *Deliverer) tryToAppear(ctx context.Context) *store.Presence {
	here, err := d.db.Appear(ctx)
	if err != nil {
		here = nil
		if ctx.Err() == nil {
			d.reading.Failed(err)
		}
	}
	d.here.Store(here)
	return here
}

// whilePresent ends with ctx, and when the node is no longer present: others may
// make its attempts from then on, and two at a time would break the order.
func whilePresent(ctx context.Context, here *store.Presence) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if here == nil {
		return ctx, cancel
	}
	stop := context.AfterFunc(here.Lost, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// neighbours are the nodes that were present at the last look.
type neighbours struct {
	known bool
	names []string
}

// takeOver makes due what nodes had leased that are gone since the last look; the
// first time, all that ever were.
func (d *Deliverer) takeOver(ctx context.Context, others *neighbours) error {
	names, err := d.db.Present(ctx)
	if err != nil {
		return err
	}
	gone := func(name string) bool { return !slices.Contains(names, name) }
	if others.known && !slices.ContainsFunc(others.names, gone) {
		others.names = names
		return nil
	}
	leases, err := d.db.Leases(ctx)
	if err != nil {
		return err
	}
	// Asked for after the leases: a node is present before it takes its first.
	if names, err = d.db.Present(ctx); err != nil {
		return err
	}
	for _, l := range leases {
		if l.Node() == "" || !gone(l.Node()) {
			continue
		}
		if err := d.db.Write(ctx, l.Workspace, func(tx *store.Tx) error { return tx.Release(l, svcx.At(d.now())) }); err != nil {
			return err
		}
		d.Wake(l.ChannelRef)
	}
	others.known, others.names = true, names
	return nil
}
