package store_test

import (
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Rule 4: both databases pass the same suite.
func TestSuiteOnSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *store.DB { return storetest.SQLite(t) })
}

func TestSuiteOnPostgreSQL(t *testing.T) {
	pgtest.Server(t)
	storetest.Run(t, func(t *testing.T) *store.DB { return storetest.Postgres(t) })
}
