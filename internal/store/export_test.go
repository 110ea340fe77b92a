package store

import (
	"database/sql"

	"svcx/internal/store/bulk"
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
	aiTable, auditTable, backRequestTable, bulk.ItemTable, bulk.Table, categoryTable, changeTable, channelTable, contactTable, conversationTable, countTable, draftTable, outbound.HealthTable, outbound.Table,
	eventBodyTable, eventTable, fieldTable, fileTable, historyTable, keyTable, listCountTable, loginTokenTable, memberTable, messageKeyTable, messageTable,
	participantTable, pendingDeletionTable, ratingTable, readTable, savedReplyTable, secretTable, sessionTable, staffLinkTable, tagTable, userTable,
	versionTable, workspaceTable,
}

// SQLiteConstraints are the names of unique indexes by their columns.
var SQLiteConstraints = constraints

// ReportMigration is the migration that added the reports.
const ReportMigration = 12

// ListMigration is the migration that added the totals of lists.
const ListMigration = 22

// MigrationFiles are the migrations of both databases.
var MigrationFiles = migrationFiles
