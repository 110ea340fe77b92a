package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations is how the schema is read and migrated.
type migrations interface {
	// migrator opens the pool that migrations run on.
	migrator(ctx context.Context) (pool *sql.DB, done func() error, err error)
	// watched runs fn, a migration, which may take as long as it needs. It cancels
	// fn's context when the database no longer answers.
	watched(ctx context.Context, fn func(context.Context) error) error
	// tableQuery returns the statement that reports whether the table $1 exists.
	tableQuery() string
	// migrated is called when the schema is up to date.
	migrated(ctx context.Context)
	// partitionDays creates the partitions of days of a table of Schema.Daily.
	partitionDays(ctx context.Context, table string, days []time.Time) error
}

// Migrate brings the schema to this program's version and returns the number of
// migrations that it ran. It may run on several nodes at once, and repeatedly. A
// database that a newer program has migrated is refused and left as it is.
func (db *DB) Migrate(ctx context.Context) (int, error) {
	version, err := db.SchemaVersion(ctx)
	if err != nil {
		return 0, fmt.Errorf("migrating the database: %w", err)
	}
	latest := db.LatestMigration()
	if version > latest {
		return 0, newerSchema(version, latest)
	}
	if version == latest {
		db.backend.migrated(ctx)
		return 0, nil
	}
	if version > 0 {
		db.log.Info("migrating the database, which may take long", "from", version, "to", latest)
	}
	var ran int
	err = db.backend.watched(ctx, func(ctx context.Context) (err error) {
		ran, err = db.migrate(ctx)
		return err
	})
	if errors.Is(err, errSilent) {
		err = fmt.Errorf("%w; the unfinished migration is rolled back and runs again at the next start", err)
	}
	if err != nil {
		return 0, fmt.Errorf("migrating the database: %w", err)
	}
	if version > 0 {
		db.log.Info("the database is migrated", "migrations", ran)
	}
	db.backend.migrated(ctx)
	return ran, nil
}

// newerSchema refuses a database that a newer program has migrated. A program that
// is running at that time continues (see Ready): migrations keep what the version
// before needs. A start is refused, since it is unknown how far ahead the database
// is.
func newerSchema(version, latest int64) error {
	return fmt.Errorf("the database schema is version %d, this program knows versions up to %d: use the newer svcx that has migrated it", version, latest)
}

func (db *DB) migrate(ctx context.Context) (int, error) {
	files, err := fs.Sub(db.schema.Migrations, "migrations/"+db.backend.name)
	if err != nil {
		return 0, err
	}
	pool, done, err := db.backend.migrator(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	p, err := provider(db.backend.name, pool, files)
	if err != nil {
		return 0, err
	}
	return migrateUp(ctx, p)
}

// Whole runs fn on connections for statements over whole tables, which may take as long as
// they need. It cancels fn's context when the database no longer answers.
func (db *DB) Whole(ctx context.Context, fn func(context.Context, *sql.DB) error) error {
	return db.backend.watched(ctx, func(ctx context.Context) error {
		pool, done, err := db.backend.migrator(ctx)
		if err != nil {
			return err
		}
		return errors.Join(fn(ctx, pool), done())
	})
}

// PartitionDays creates the partitions of days of a table of Schema.Daily, before rows of
// those days are written. It does nothing where tables have no partitions.
func (db *DB) PartitionDays(ctx context.Context, table string, days []time.Time) error {
	return db.backend.partitionDays(ctx, table, days)
}

// MigrateTo runs the migrations up to a version, for tests of what earlier versions
// have left.
func (db *DB) MigrateTo(ctx context.Context, version int64) error {
	files, err := fs.Sub(db.schema.Migrations, "migrations/"+db.backend.name)
	if err != nil {
		return err
	}
	pool, done, err := db.backend.migrator(ctx)
	if err != nil {
		return err
	}
	defer done()
	p, err := provider(db.backend.name, pool, files)
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}

// LatestMigration is the version that Migrate migrates to.
func (db *DB) LatestMigration() int64 { return db.schema.latest(db.backend.name) }

// migrateUp runs the remaining migrations. On PostgreSQL goose holds a lock
// meanwhile. On SQLite another process may run the same migration at the same
// time: one of the two fails, is rolled back (see goose_once in the first
// migration), and continues with what is left, as long as the version moves.
func migrateUp(ctx context.Context, p *goose.Provider) (ran int, err error) {
	for version := int64(-1); ; {
		results, err := p.Up(ctx)
		if err == nil {
			return ran + len(results), nil
		}
		var partial *goose.PartialError
		if errors.As(err, &partial) {
			ran += len(partial.Applied)
		}
		now, failed := p.GetDBVersion(ctx)
		if failed != nil || now <= version {
			return ran, err
		}
		version = now
	}
}

// SchemaVersion returns the number of the last migration that ran; 0 for an empty
// database.
func (db *DB) SchemaVersion(ctx context.Context) (int64, error) {
	return db.schemaVersion(ctx, db.Reader(ctx))
}

// HasTable reports whether the table exists, without writing anything.
func (db *DB) HasTable(ctx context.Context, name string) (bool, error) {
	return One(db.Reader(ctx), db.backend.tableQuery(), ScanValue[bool], name)
}

func (db *DB) schemaVersion(ctx context.Context, q Reader) (int64, error) {
	present, err := One(q, db.backend.tableQuery(), ScanValue[bool], goose.DefaultTablename)
	if err != nil {
		return 0, fmt.Errorf("reading the schema version: %w", err)
	}
	if !present {
		return 0, nil
	}
	// Migrations go forward only, so the highest version is the last.
	return One(q, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`, ScanValue[int64])
}

func provider(database string, pool *sql.DB, files fs.FS) (*goose.Provider, error) {
	options := []goose.ProviderOption{goose.WithSlog(slog.New(slog.DiscardHandler))}
	dialect := goose.DialectSQLite3
	if database == "postgres" {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(dialect, pool, files, options...)
}

// latest returns the highest number among the database's migrations.
func (s Schema) latest(database string) int64 {
	entries, err := fs.ReadDir(s.Migrations, "migrations/"+database)
	if err != nil || len(entries) == 0 {
		return 0
	}
	n, _ := goose.NumericComponent(entries[len(entries)-1].Name())
	return n
}
