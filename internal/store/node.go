package store

import (
	"context"
	"strings"

	"svcx"
)

// Node is a node's sign of life: what it has leased is its own for as long as
// it is present, and anybody's at once when it is gone, however it went. It hangs
// on a connection that the node does nothing else with. The embedded store has
// one server alone, and no need of it.
type Node struct {
	// Name is what the node's leases begin with; "" where there are no others.
	Name string
	// Lost ends with the connection, or with Leave.
	Lost context.Context
	// Leave ends it.
	Leave func()
}

// RegisterNode makes a node present. It is somebody new each time.
func (db *DB) RegisterNode(ctx context.Context) (*Node, error) {
	p, err := db.dialect.registerNode(ctx)
	if err != nil {
		return nil, svcx.Unavailable("making the node present", err)
	}
	return p, nil
}

// Nodes names the nodes that are present now. An error is one of kind
// Unavailable: requests ask it too.
func (db *DB) Nodes(ctx context.Context) ([]string, error) {
	return db.dialect.nodes(db.reader(ctx))
}

// Lease is the token of a lease: the node, if it has a name, and what tells its
// leases apart.
func (p *Node) Lease(unique string) string {
	if p == nil || p.Name == "" {
		return unique
	}
	return p.Name + "." + unique
}

// Lease is one that is held, or was until its node was gone.
type Lease struct {
	ChannelRef
	Token string
}

// Node is the name of who took the lease; "" if it had none.
func (l Lease) Node() string { return NodeOf(l.Token) }

// NodeOf is the name of the node that a token of Presence.Lease begins with; "" if
// it has none.
func NodeOf(token string) string {
	name, _, named := strings.Cut(token, ".")
	if !named {
		return ""
	}
	return name
}

// Leases are those of all nodes. It looks through all that is ready, which is for
// rare occasions.
func (db *DB) Leases(ctx context.Context) ([]Lease, error) {
	return collect(db.reader(ctx), `SELECT DISTINCT workspace_id, channel_id, lease FROM delivery
		WHERE state IN ('ready', 'resend') AND lease IS NOT NULL ORDER BY workspace_id, channel_id, lease`, func(s scanner) (l Lease, err error) {
		return l, s.Scan(&l.Workspace, &l.Channel, &l.Token)
	})
}

// Release makes what was leased due at once. Whoever held the lease can no longer
// record an outcome.
func (tx *Tx) Release(l Lease, now svcx.Time) error {
	_, err := tx.exec(`UPDATE delivery SET lease = NULL, due_at = $4
		WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') AND lease = $3`, l.Workspace, l.Channel, l.Token, now)
	return err
}
