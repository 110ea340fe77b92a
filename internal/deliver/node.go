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
	// registerPause is how long a node waits before it tries again to be present. What
	// it leases until then is held for its whole time if the process is killed.
	registerPause = 200 * time.Millisecond
	// registerWithin is how long a lease waits for the node's first try.
	registerWithin = 2 * time.Second
)

// appear makes the node present, the first time before it returns, and keeps it
// so until the function is called that it returns.
func (d *Deliverer) register(ctx context.Context) (leave func()) {
	ctx, stop := context.WithCancel(ctx)
	var staying sync.WaitGroup
	self := d.tryToRegister(ctx)
	d.registered()
	staying.Go(func() {
		for ctx.Err() == nil {
			if self == nil {
				select {
				case <-ctx.Done():
				case <-time.After(registerPause):
					self = d.tryToRegister(ctx)
				}
				continue
			}
			select {
			case <-ctx.Done():
			case <-self.Lost.Done():
				d.log.Warn("the connection that says that this node is there was lost: others may take over what it was delivering")
				self = d.tryToRegister(ctx)
			}
		}
		if self != nil {
			self.Leave()
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
	case <-time.After(registerWithin):
	}
	return d.self.Load().Lease(unique)
}

func (d *Deliverer) tryToRegister(ctx context.Context) *store.Node {
	self, err := d.db.RegisterNode(ctx)
	if err != nil {
		self = nil
		if ctx.Err() == nil {
			d.reading.Failed(err)
		}
	}
	d.self.Store(self)
	return self
}

// whileRegistered ends with ctx, and when the node is no longer present: others may
// make its attempts from then on, and two at a time would break the order.
func whileRegistered(ctx context.Context, self *store.Node) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if self == nil {
		return ctx, cancel
	}
	stop := context.AfterFunc(self.Lost, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// knownNodes are the nodes that were present at the last look.
type knownNodes struct {
	known bool
	names []string
}

// reclaimLeases makes due what nodes had leased that are gone since the last look; the
// first time, all that ever were.
func (d *Deliverer) reclaimLeases(ctx context.Context, others *knownNodes) error {
	names, err := d.db.Nodes(ctx)
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
	if names, err = d.db.Nodes(ctx); err != nil {
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
