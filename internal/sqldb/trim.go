package sqldb

import (
	"context"

	"svcx"
)

// rowsAtOnce is how many rows one transaction of a trim deletes: few enough that no
// other write waits long for it.
const rowsAtOnce = 500

// DeleteOlder runs a statement that deletes at most $2 rows older than $1 until it
// finds none.
func (db *DB) DeleteOlder(ctx context.Context, statement string, before svcx.Time) error {
	for {
		var n int64
		err := db.Write(ctx, 0, func(tx *Tx) (err error) {
			n, err = tx.Exec(statement, before, rowsAtOnce)
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
}

// DeleteDaily deletes rows older than before from a table of Schema.Daily.
func (db *DB) DeleteDaily(ctx context.Context, table string, before svcx.Time) error {
	return db.backend.deleteDaily(ctx, db, table, before)
}
