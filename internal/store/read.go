package store

import (
	"context"

	"svcx/internal/sqldb"
	"svcx/internal/store/outbound"
)

// Reads are the plain reads of the tables, in a transaction (Tx embeds them) or
// outside of one (DB.Read). Each is one SELECT or a few of them; those outside of a
// transaction see what is committed when they run.
type Reads struct {
	q sqldb.Querier
	outbound.Reader
}

func readsOf(q sqldb.Querier) Reads { return Reads{q, outbound.NewReader(q)} }

// Read returns the reads under the caller's context.
func (db *DB) Read(ctx context.Context) Reads { return readsOf(db.Reader(ctx)) }
