package sqldb

import "context"

// CompactStep is a file that is being rewritten: After is its size afterwards, 0 when
// it begins.
type CompactStep struct {
	File          string
	Before, After int64
}

// file is the file of a database that has one of ours.
type file interface {
	// emptyLog empties its log, which has old copies of pages.
	emptyLog(ctx context.Context) error
	// compact rewrites it. fileBytes is its size, 0 if there is none.
	compact(ctx context.Context, report func(CompactStep)) error
	// copyTo copies it as it is now into an empty file.
	copyTo(ctx context.Context, path string) error
	fileBytes() int64
}

// CompactFile rewrites the database's file, so that nothing erased is left in it. It
// does nothing where the database has no file of ours.
func (db *DB) CompactFile(ctx context.Context, report func(CompactStep)) error {
	return db.backend.compact(ctx, report)
}

// CopyFile copies the database as it is now into an empty file, while it is being used. It
// fails where the database has no file of ours.
func (db *DB) CopyFile(ctx context.Context, path string) error {
	return db.backend.copyTo(ctx, path)
}

// FileBytes is the size of the database's file, 0 where it has none of ours.
func (db *DB) FileBytes() int64 { return db.backend.fileBytes() }

// EmptyLog empties the log of the database's file, which has old copies of pages.
func (db *DB) EmptyLog(ctx context.Context) error { return db.backend.emptyLog(ctx) }
