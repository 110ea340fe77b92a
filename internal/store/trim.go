package store

import (
	"context"

	"svcx"
)

// rowsAtOnce is how many rows one transaction of a trim deletes: few enough that no
// other write waits long for it.
const rowsAtOnce = 500

// trim runs a statement that deletes at most $2 rows older than $1 until it
// finds none.
func (db *coreDB) trim(ctx context.Context, statement string, before svcx.Time) error {
	for {
		var n int64
		err := db.Write(ctx, 0, func(tx *coreTx) (err error) {
			n, err = tx.exec(statement, before, rowsAtOnce)
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
}

// trimDaily deletes rows older than before from a table of Schema.Daily.
func (db *coreDB) trimDaily(ctx context.Context, table string, before svcx.Time) error {
	return db.dialect.trimDaily(ctx, db, table, before)
}
