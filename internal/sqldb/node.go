package sqldb

import (
	"context"
	"strings"
	"time"

	"svcx"
)

// nodes is how nodes know of each other.
type nodes interface {
	// hasNodes reports whether other nodes may use the database; notify and listen
	// are the bus between them (see DB.Notify and DB.Listen).
	hasNodes() bool
	notify(q Querier, payload string) error
	listen(ctx context.Context, connected func(), received func(payload string))
	// register registers a node as running; registered names the running ones.
	register(ctx context.Context) (*Node, error)
	registered(q Querier) ([]string, error)
}

// ClockSlack is how far one node's clock may be ahead of another's. Within it each
// counts the other's leases, and takes no time that the other has set for one of a
// clock that was since set back.
const ClockSlack = time.Minute

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
	n, err := db.backend.register(ctx)
	if err != nil {
		return nil, svcx.Unavailable("registering the node", err)
	}
	return n, nil
}

// Nodes names the registered nodes. Its errors are of kind Unavailable, since
// requests call it too.
func (db *DB) Nodes(ctx context.Context) ([]string, error) {
	return db.backend.registered(db.Reader(ctx))
}

// Lease returns the token of a lease: the node's name, if it has one, and unique.
func (n *Node) Lease(unique string) string {
	if n == nil || n.Name == "" {
		return unique
	}
	return n.Name + "." + unique
}

// NodeOf returns the name of the node that a token made by Node.Lease begins with;
// "" if it has none.
func NodeOf(token string) string {
	name, _, named := strings.Cut(token, ".")
	if !named {
		return ""
	}
	return name
}

// Notify sends a payload of at most 7,900 bytes to every node that listens,
// including this one. On the embedded store there is no other node, and it does
// nothing.
func (db *DB) Notify(ctx context.Context, payload string) error {
	return db.backend.notify(db.Reader(ctx), payload)
}

// HasNodes reports whether other nodes may use the same database.
func (db *DB) HasNodes() bool { return db.backend.hasNodes() }

// Listen calls receive with every payload of Notify until ctx ends. It calls
// connected each time it begins to listen, as earlier payloads may have been
// missed. It reconnects by itself.
func (db *DB) Listen(ctx context.Context, connected func(), receive func(payload string)) {
	db.backend.listen(ctx, connected, receive)
}
