package store

import "database/sql"

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

// RefoldRows is how many rows a page of Refold has.
const RefoldRows = refoldRows
