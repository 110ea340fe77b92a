package deliver

import (
	"context"
	"slices"
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

// A lease ends when its node does. Otherwise the channels of a node that was killed
// would stand still until its leases expired. The leases of a node that cannot
// register only end by time.

const (
	// registerPause is how long a node waits before it tries to register again. If the
	// process is killed, what it leased until then is held until it expires.
	registerPause = 200 * time.Millisecond
	// registerWithin is how long a lease waits for the node's first try.
	registerWithin = 2 * time.Second
)

// register registers the node, the first time before it returns, and keeps it
// registered until leave is called.
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
				d.log.Warn("the connection that registers this node was lost: other nodes may take over its deliveries")
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

// Lease returns a lease token that begins with the name of this node while it is
// registered (see store.NodeOf). Right after a start it waits for the registration: a
// lease without a name outlives a process that is killed.
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

// whileRegistered returns a context that ends with ctx, or when the node is no longer
// registered: from then on other nodes may make its attempts, and two at a time would
// break the order.
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

// knownNodes are the nodes that were registered at the last poll.
type knownNodes struct {
	loaded bool
	names  []string
}

// reclaimLeases makes deliveries due that were leased by nodes that have gone since the
// last poll; the first time, by any node that is gone.
func (d *Deliverer) reclaimLeases(ctx context.Context, others *knownNodes) error {
	names, err := d.db.Nodes(ctx)
	if err != nil {
		return err
	}
	gone := func(name string) bool { return !slices.Contains(names, name) }
	if others.loaded && !slices.ContainsFunc(others.names, gone) {
		others.names = names
		return nil
	}
	leases, err := d.db.Read(ctx).Leases()
	if err != nil {
		return err
	}
	// Read after the leases, since a node registers before it takes its first.
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
	others.loaded, others.names = true, names
	return nil
}
