package store

import (
	"context"
	"strings"

	"svcx"
)

// Node is a registered node. Its leases are its own while it is registered; any
// other node may take them as soon as it is gone, for whatever reason. The
// registration depends on a connection that the node uses for nothing else but
// listening. The embedded store has a single server and needs no registration.
type Node struct {
	// Name is the prefix of the node's leases; "" where there are no other nodes.
	Name string
	// Lost is canceled when the connection ends, or by Leave.
	Lost context.Context
	// Leave ends the registration.
	Leave func()
}

// RegisterNode registers a node, under a new name each time.
func (db *DB) RegisterNode(ctx context.Context) (*Node, error) {
	n, err := db.dialect.registerNode(ctx)
	if err != nil {
		return nil, svcx.Unavailable("registering the node", err)
	}
	return n, nil
}

// Nodes names the registered nodes. Its errors are of kind Unavailable, since
// requests call it too.
func (db *DB) Nodes(ctx context.Context) ([]string, error) {
	return db.dialect.nodes(db.reader(ctx))
}

// Lease returns the token of a lease: the node's name, if it has one, and unique.
func (n *Node) Lease(unique string) string {
	if n == nil || n.Name == "" {
		return unique
	}
	return n.Name + "." + unique
}

// Lease is a lease that is held, or was held until its node was gone.
type Lease struct {
	ChannelRef
	Token string
}

// Node returns the name of the node that took the lease; "" if it had none.
func (l Lease) Node() string { return NodeOf(l.Token) }

// NodeOf returns the name of the node that a token made by Node.Lease begins with;
// "" if it has none.
func NodeOf(token string) string {
	name, _, named := strings.Cut(token, ".")
	if !named {
		return ""
	}
	return name
}

// Leases lists the leases of all nodes. It reads all ready deliveries, so it is
// for rare occasions only.
func (db *DB) Leases(ctx context.Context) ([]Lease, error) {
	return collect(db.reader(ctx), `SELECT DISTINCT workspace_id, channel_id, lease FROM delivery
		WHERE state IN ('ready', 'resend') AND lease IS NOT NULL ORDER BY workspace_id, channel_id, lease`, func(s scanner) (l Lease, err error) {
		return l, s.Scan(&l.Workspace, &l.Channel, &l.Token)
	})
}

// Release makes the leased deliveries due at once. The holder of the lease can no
// longer record an outcome.
func (tx *Tx) Release(l Lease, now svcx.Time) error {
	_, err := tx.exec(`UPDATE delivery SET lease = NULL, due_at = $4
		WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') AND lease = $3`, l.Workspace, l.Channel, l.Token, now)
	return err
}
