// Package outbound keeps what is sent to integrators: the deliveries, in the order of
// their conversations (delivery.go), their channels' feeds (feed.go), and the circuits of
// channels (circuit.go). It is a part of package store, whose Reads, Tx and Remover embed
// Reader, Writer and Eraser. Everything above calls it through them.
package outbound

import (
	"svcx/internal/sqldb"
)

// Reader reads what is sent.
type Reader struct{ q sqldb.Querier }

// NewReader returns a Reader, in a transaction or outside of one.
func NewReader(q sqldb.Querier) Reader { return Reader{q} }

// Writer changes what is sent, in a transaction.
type Writer struct{ *sqldb.Tx }
