package store

import (
	"database/sql"
	"io/fs"
	"path"
	"strconv"

	"svcx/internal/store/assist"
	"svcx/internal/store/attention"
	"svcx/internal/store/bulk"
	"svcx/internal/store/eventlog"
	"svcx/internal/store/outbound"
)

// Access to internals for the tests of this package.

// Raw is the database without the store, also for writing.
func (db *DB) Raw() *sql.DB {
	_, writes := db.Pools()
	return writes
}

// Tables are the descriptions of tables. TestTablesAreDescribed finds one that is
// missing.
var Tables = []interface{ Definition() (string, []string) }{
	aiTable, assist.AnswerTable, assist.CallTable, assist.JobTable, assist.UsageTable, attention.Table, auditTable, backRequestTable, bulk.ItemTable, bulk.Table, categoryTable, changeTable, channelTable, contactTable, conversationTable, countTable, draftTable, outbound.HealthTable, outbound.Table, outbound.UndeliveredTable,
	eventlog.BodyTable, eventlog.CountTable, eventlog.Table, fieldTable, fileTable, historyTable, keyTable, listCountTable, loginTokenTable, memberTable, messageKeyTable, messageTable,
	participantTable, pendingDeletionTable, ratingTable, readTable, savedReplyTable, secretTable, sessionTable, staffLinkTable, tagTable, userTable,
	versionTable, workspaceTable,
}

// SQLiteConstraints are the names of unique indexes by their columns.
var SQLiteConstraints = constraints

// ReportMigration is the migration that added the reports.
const ReportMigration = 12

// ListMigration is the migration that added the totals of lists.
const ListMigration = 22

// MigrationsAfter is how many migrations follow a version up to another. The numbers have gaps.
func MigrationsAfter(from, to int64) (n int) {
	files, err := fs.Glob(migrationFiles, "migrations/sqlite/*.sql")
	if err != nil {
		panic(err)
	}
	for _, name := range files {
		version, err := strconv.ParseInt(path.Base(name)[:5], 10, 64)
		if err != nil {
			panic(err)
		}
		if from < version && version <= to {
			n++
		}
	}
	return n
}

// MigrationFiles are the migrations of both databases.
var MigrationFiles = migrationFiles
