package store

import (
	"context"
	"database/sql"

	"svcx"
	"svcx/internal/sqldb"
)

// Access to internals for the tests of this package.

// Raw is the database without the store, also for writing.
func (db *DB) Raw() *sql.DB {
	_, writes := db.Pools()
	return writes
}

// SQLiteConstraints are the names of unique indexes by their columns.
var SQLiteConstraints = constraints

// ReportMigration is the migration that added the reports.
const ReportMigration = 12

// MigrationFiles are the migrations of both databases.
var MigrationFiles = migrationFiles

// Matching searches by the index alone, or by reading alone.
func (db *DB) Matching(ctx context.Context, ws svcx.WorkspaceID, q string, indexed bool) (ids []svcx.ConversationID, err error) {
	terms, err := searchTerms(q)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	ix := db.search
	if indexed {
		buckets, err := ix.backend.buckets(ctx, ws, ix.tuning.bucketBits)
		if err != nil {
			return nil, err
		}
		found, err := ix.backend.matching(ctx, ws, terms, buckets, ix.bounds.most)
		return found.ids, err
	}
	s := finder{index: ix, ctx: ctx, ws: ws, terms: terms, limit: 2, list: searchedList{db, conversationsOf(ws, svcx.ConversationFilter{})}}
	_, err = s.walk()
	for _, c := range s.found {
		ids = append(ids, c.ID)
	}
	return ids, err
}

// SetBucketBits sets the size of the text index's buckets, 0 for the usual one.
// Nothing may be indexed yet.
func (db *DB) SetBucketBits(bits int) {
	if bits != 0 {
		db.search.tuning.bucketBits = bits
	}
}

// BoundSearch sets the bounds of searches.
func (db *DB) BoundSearch(first, most, lookups, leastChunk, mostChunk, listed int) {
	db.search.bounds = searchBounds{first, most, lookups, leastChunk, mostChunk, listed}
}

// AfterIndexing has hook run after each commit to the text index, before marks are
// deleted in the store. An error of the hook ends the step.
func (db *DB) AfterIndexing(hook func() error) {
	db.search.backend = hookedBackend{db.search.backend, hook}
}

type hookedBackend struct {
	searchBackend
	hook func() error
}

func (h hookedBackend) use(ctx context.Context, fn func(indexDatabase) error) error {
	return h.searchBackend.use(ctx, func(in indexDatabase) error { return fn(hookedDatabase{in, h.hook}) })
}

type hookedDatabase struct {
	indexDatabase
	hook func() error
}

func (h hookedDatabase) write(ctx context.Context, queue int64, fn func(*sqldb.Tx) error) error {
	if err := h.indexDatabase.write(ctx, queue, fn); err != nil {
		return err
	}
	return h.hook()
}

// IndexNotified takes a step of indexing for each notified queue.
func (db *DB) IndexNotified(ctx context.Context) { db.search.stepPending(ctx) }

// SearchNotified reports whether a queue is notified.
func (db *DB) SearchNotified() bool {
	pending := db.search.pending
	pending.mu.Lock()
	defer pending.mu.Unlock()
	return len(pending.queues) > 0
}

// ReconnectSearch closes the idle connections to the text index's file, so that
// searches read the file and not their caches.
func (db *DB) ReconnectSearch() {
	reads, _ := db.search.backend.(*sqliteIndex).file.db.Pools()
	reads.SetMaxIdleConns(0)
}

// RefoldRows is how many rows a page of Refold has.
const RefoldRows = refoldRows
