package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"svcx/internal/sqldb"
)

// leastVersion is the first version of PostgreSQL that is supported.
const leastVersion = 15

// errNotEmpty is returned for a database that something else uses.
var errNotEmpty = errors.New("the database is not empty, and what it has is not from an unfinished move of this data folder: give an empty one (CREATE DATABASE)")

// Accept reports whether a database can be moved to: it is a supported version of PostgreSQL,
// the user may create tables, and it is empty, or has what the move with the id has stored
// so far. It returns where that move stands. It changes nothing.
func Accept(ctx context.Context, to *sqldb.DB, id string) (State, error) {
	reads, _ := to.Pools()
	var version int
	var schema sql.NullString
	var create bool
	err := reads.QueryRowContext(ctx, `SELECT current_setting('server_version_num')::int / 10000, current_schema()::text,
		coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE)`).Scan(&version, &schema, &create)
	switch {
	case err != nil:
		return State{}, err
	case version < leastVersion:
		return State{}, fmt.Errorf("PostgreSQL is version %d, svcx needs %d or later", version, leastVersion)
	case !schema.Valid:
		return State{}, errors.New("the user has no schema to create tables in: GRANT USAGE, CREATE ON SCHEMA public TO the user, or make the user the database's owner")
	case !create:
		return State{}, fmt.Errorf("the user may not create tables in the schema %s: GRANT CREATE ON SCHEMA %s TO the user, or make the user the database's owner", schema.String, schema.String)
	}
	present, err := to.SchemaVersion(ctx)
	if err != nil {
		return State{}, err
	}
	if present == 0 {
		// Tables of an extension do not count.
		n, err := collect(ctx, reads, `SELECT count(*) FROM pg_class c WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
			AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`, scanCount)
		if err == nil && n[0] > 0 {
			err = errNotEmpty
		}
		return State{}, err
	}
	return acceptTables(ctx, to, id)
}

// acceptTables is Accept for a database with a schema of ours.
func acceptTables(ctx context.Context, to *sqldb.DB, id string) (s State, err error) {
	reads, _ := to.Pools()
	// Without a state the move may have ended right after it created the tables.
	tables, err := targetTables(ctx, reads)
	if err != nil {
		return s, err
	}
	if _, ok := tables["server_setting"]; ok {
		text, err := collect(ctx, reads, `SELECT value FROM server_setting WHERE name = $1`, scanText, Setting)
		if err != nil {
			return s, err
		}
		if len(text) > 0 {
			if s, err = ParseState(text[0]); err == nil && s.ID != id {
				err = errNotEmpty
			}
			return s, err
		}
	}
	for name := range tables {
		if name == migrationsTable {
			continue
		}
		some, err := collect(ctx, reads, `SELECT count(*) FROM (SELECT 1 FROM `+name+` LIMIT 1) AS found`, scanCount)
		if err != nil {
			return s, err
		}
		if some[0] > 0 {
			return s, errNotEmpty
		}
	}
	return s, nil
}

// Finish marks the target as usable, after the source was marked as moved.
func Finish(ctx context.Context, to *sqldb.DB, s State) error {
	s.Phase, s.Tables = Finished, nil
	pool, _ := to.Pools()
	_, err := pool.ExecContext(ctx, `UPDATE server_setting SET value = $2 WHERE name = $1`, Setting, s.Text())
	return err
}
