package contract

import (
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // for database/sql
)

// stored is the whole database: the sorted rows of each table that has any, and the
// positions of the id sequences. It omits the text index, the settings of the server,
// the API keys and the members, whose last use is written some seconds later.
func (w *fixture) stored(t *testing.T) map[string][]string {
	t.Helper()
	driver, address, tables := "sqlite", "file:"+filepath.Join(w.settings["SVCX_DATA_DIR"], "svcx.db")+"?mode=ro&_pragma=busy_timeout(10000)",
		`SELECT name, 'SELECT * FROM "' || name || '"' FROM sqlite_master WHERE type = 'table'`
	if w.database == postgres {
		driver, address, tables = "pgx", w.settings["SVCX_DATABASE_URL"],
			`SELECT tablename, 'SELECT t::text FROM "' || tablename || '" t' FROM pg_tables WHERE schemaname = 'public' UNION ALL
			SELECT sequencename, 'SELECT last_value::text || is_called::text FROM "' || sequencename || '"' FROM pg_sequences WHERE schemaname = 'public'`
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	queries, err := rowsOf(db, tables)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, q := range queries {
		if table := text(q[0]); !strings.HasPrefix(table, "search_") && !slices.Contains([]string{"server_setting", "api_key", "member"}, table) {
			rows, err := rowsOf(db, text(q[1]))
			if err != nil {
				t.Fatalf("%s: %v", table, err)
			}
			for _, row := range rows {
				all[table] = append(all[table], fmt.Sprintf("%#v", row))
			}
			slices.Sort(all[table])
		}
	}
	if len(all["message"]) == 0 || len(all["channel"]) == 0 {
		t.Fatalf("the tables that were read: %v", slices.Sorted(maps.Keys(all)))
	}
	return all
}

func rowsOf(db *sql.DB, query string) (all [][]any, err error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		row := make([]any, len(columns))
		to := make([]any, len(columns))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		for i, v := range row {
			if b, ok := v.([]byte); ok {
				row[i] = string(b)
			}
		}
		all = append(all, row)
	}
	return all, rows.Err()
}
