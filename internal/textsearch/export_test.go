package textsearch

import (
	"context"

	"svcx"
	"svcx/internal/sqldb"
)

// Access to internals for the tests of this package.

// Matching searches by the index alone.
func (ix *Index) Matching(ctx context.Context, ws svcx.WorkspaceID, q string) ([]svcx.ConversationID, error) {
	terms, err := parseTerms(q)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	buckets, err := ix.backend.buckets(ctx, ws, ix.tuning.bucketBits)
	if err != nil {
		return nil, err
	}
	found, err := ix.backend.matching(ctx, ws, terms, buckets, ix.Bounds.most)
	return found.ids, err
}

// SetBucketBits sets the size of the buckets, 0 for the usual one. Nothing may be
// indexed yet.
func (ix *Index) SetBucketBits(bits int) {
	if bits != 0 {
		ix.tuning.bucketBits = bits
	}
}

// BoundSearch sets the bounds of searches.
func (ix *Index) BoundSearch(first, most, lookups, leastChunk, mostChunk, listed int) {
	b := &ix.Bounds
	b.first, b.most, b.lookups, b.leastChunk, b.mostChunk, b.listed = first, most, lookups, leastChunk, mostChunk, listed
}

// BoundContacts sets the bounds of searches for contacts.
func (ix *Index) BoundContacts(counted, fewCompared, soonCompared, compared int) {
	b := &ix.Bounds
	b.counted, b.fewCompared, b.soonCompared, b.compared = counted, fewCompared, soonCompared, compared
}

// Marked are the targets of the pending marks, in the order in which they are read.
func (ix *Index) Marked(ctx context.Context) ([]int64, error) {
	return sqldb.Collect(ix.db.Reader(ctx), `SELECT target_id FROM search_dirty ORDER BY id`, sqldb.ScanValue[int64])
}

// AfterIndexing has hook run after each commit to the index, before marks are deleted
// in the store. An error of the hook ends the step.
func (ix *Index) AfterIndexing(hook func() error) { ix.backend = hookedBackend{ix.backend, hook} }

type hookedBackend struct {
	backend
	hook func() error
}

func (h hookedBackend) use(ctx context.Context, fn func(indexDatabase) error) error {
	return h.backend.use(ctx, func(in indexDatabase) error { return fn(hookedDatabase{in, h.hook}) })
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

// StepPending takes a step of indexing for each notified queue.
func (ix *Index) StepPending(ctx context.Context) { ix.stepPending(ctx) }

// HasPending reports whether a queue is notified.
func (ix *Index) HasPending() bool { return ix.PendingQueues() > 0 }

// PendingQueues is how many queues are notified.
func (ix *Index) PendingQueues() int {
	ix.pending.mu.Lock()
	defer ix.pending.mu.Unlock()
	return len(ix.pending.queues)
}

// NotifyQueues notifies queues, as commits do.
func (ix *Index) NotifyQueues(queues ...int64) {
	for _, queue := range queues {
		ix.pending.notify(queue)
	}
}

// ReconnectFile closes the idle connections to the index's file, so that searches read
// the file and not their caches.
func (ix *Index) ReconnectFile() {
	reads, _ := ix.backend.(*sqliteIndex).file.db.Pools()
	reads.SetMaxIdleConns(0)
}
