package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"github.com/pressly/goose/v3/lock"
)

// makeSchema creates the schema of an empty PostgreSQL database, with the first
// partitions of the event log, and returns the number of migrations; 0 if there is
// a schema already. It is one transaction: each file is one message instead of one
// per statement, and there is a single commit, which cut the time of a first start
// in half. In a database with data, migrations run one by one, so that each holds
// its locks no longer than necessary.
//
// The lock is goose's own, for nodes that start at the same time. After a crash
// nothing is left, and the next start begins again.
func (d *postgresDialect) makeSchema(ctx context.Context, files fs.FS) (ran int, err error) {
	conn, err := d.reading.conn(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	if err := execAll(ctx, conn, "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '1min'"); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", lock.DefaultLockID); err != nil {
		return 0, err
	}
	var present bool
	if err := tx.QueryRowContext(ctx, isTable, goose.DefaultTablename).Scan(&present); err != nil || present {
		return 0, err
	}
	if ran, err = makeTables(ctx, conn, tx, files); err != nil {
		return 0, err
	}
	day := d.today()
	for range partitionsAtStart {
		if _, err := tx.ExecContext(ctx, createPartition(day)); err != nil {
			return 0, err
		}
		day = day.Add(oneDay)
	}
	return ran, tx.Commit()
}

// makeTables runs every migration, each as one message, and records them as goose
// does.
func makeTables(ctx context.Context, conn *sql.Conn, tx *sql.Tx, files fs.FS) (ran int, err error) {
	versions, err := database.NewStore(goose.DialectPostgres, goose.DefaultTablename)
	if err != nil {
		return 0, err
	}
	if err := versions.CreateVersionTable(ctx, tx); err != nil {
		return 0, err
	}
	if err := versions.Insert(ctx, tx, database.InsertRequest{Version: 0}); err != nil {
		return 0, err
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return 0, err
		}
		if err := execAll(ctx, conn, string(text)); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		version, err := goose.NumericComponent(name)
		if err != nil {
			return 0, err
		}
		if err := versions.Insert(ctx, tx, database.InsertRequest{Version: version}); err != nil {
			return 0, err
		}
	}
	return len(names), nil
}

// execAll runs statements without parameters as one message.
func execAll(ctx context.Context, conn *sql.Conn, statements string) error {
	return conn.Raw(func(c any) error {
		_, err := c.(interface{ Conn() *pgx.Conn }).Conn().PgConn().Exec(ctx, statements).ReadAll()
		return err
	})
}
