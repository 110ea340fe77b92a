package sqldb

import (
	"context"
	"database/sql"
)

// Stats are those of the connections to the database, of reads and of writes.
func (db *DB) Stats() (read, write sql.DBStats) {
	return db.reads.Stats(), db.backend.writerPool().Stats()
}

// Bytes is the size of the database, without its log. On PostgreSQL the server looks at each
// file of the database.
func (db *DB) Bytes(ctx context.Context) (int64, error) {
	if n := db.FileBytes(); n > 0 {
		return n, nil
	}
	return One(db.Reader(ctx), `SELECT pg_database_size(current_database())`, ScanValue[int64])
}
