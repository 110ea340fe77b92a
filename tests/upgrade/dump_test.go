package upgrade

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver
	_ "modernc.org/sqlite"             // the driver
)

// execute runs statements on a database.
func execute(ctx context.Context, database, dir, url, statements string) error {
	if database == postgres {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			return err
		}
		defer conn.Close(ctx)
		_, err = conn.PgConn().Exec(ctx, statements).ReadAll()
		return err
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "svcx.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, statements)
	return err
}

// query reads the first column of rows.
func query(t *testing.T, u *upgraded, statement string) (values []string) {
	t.Helper()
	driver, address := "sqlite", "file:"+filepath.Join(u.dir, "svcx.db")+"?mode=ro&_pragma=busy_timeout(10000)"
	if u.database == postgres {
		driver, address = "pgx", u.databaseURL
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var v string
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return values
}

// dumpPostgres dumps the database as statements, without pg_dump's own commands.
func (f *filling) dumpPostgres() []byte {
	dumped, err := exec.Command("pg_dump", "--inserts", "--rows-per-insert=50", "--no-owner", "--no-privileges", f.url).Output()
	if err != nil {
		f.Fatal(err)
	}
	var kept bytes.Buffer
	for line := range bytes.Lines(dumped) {
		if !bytes.HasPrefix(line, []byte(`\`)) && !bytes.HasPrefix(line, []byte("--")) && len(line) > 1 {
			kept.Write(line)
		}
	}
	return kept.Bytes()
}

// dumpSQLite dumps a database as statements that make the same tables and rows. The
// tables of a full-text index are filled directly.
func (f *filling) dumpSQLite(path string) []byte {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		f.Fatal(err)
	}
	defer db.Close()
	rows := func(query string, args ...any) (all [][]string) {
		found, err := db.Query(query, args...)
		if err != nil {
			f.Fatal(err)
		}
		defer found.Close()
		names, _ := found.Columns()
		for found.Next() {
			row, into := make([]string, len(names)), make([]any, len(names))
			for i := range row {
				into[i] = &row[i]
			}
			if err := found.Scan(into...); err != nil {
				f.Fatal(err)
			}
			all = append(all, row)
		}
		if err := found.Err(); err != nil {
			f.Fatal(err)
		}
		return all
	}
	var out bytes.Buffer
	var shadows []string
	fmt.Fprintln(&out, "BEGIN;")
	for _, table := range rows(`SELECT name, sql, type FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'index', rowid`) {
		name, statement := table[0], table[1]
		for _, shadow := range shadows {
			if strings.HasPrefix(name, shadow) {
				fmt.Fprintf(&out, "DELETE FROM %s;\n", name)
				statement = ""
			}
		}
		if statement != "" && !strings.HasPrefix(name, "sqlite_") {
			fmt.Fprintf(&out, "%s;\n", statement)
		}
		if strings.HasPrefix(statement, "CREATE VIRTUAL") {
			shadows = append(shadows, name+"_")
			continue
		}
		if table[2] != "table" {
			continue
		}
		var quoted []string
		for _, column := range rows(`SELECT name FROM pragma_table_info($1)`, name) {
			quoted = append(quoted, `quote("`+column[0]+`")`)
		}
		for _, row := range rows(`SELECT ` + strings.Join(quoted, ` || ',' || `) + ` FROM ` + name) {
			fmt.Fprintf(&out, "INSERT INTO %s VALUES (%s);\n", name, row[0])
		}
	}
	fmt.Fprintln(&out, "COMMIT;")
	return out.Bytes()
}

// loadSQLite makes a database of a dump.
func loadSQLite(path string, dump []byte) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec(string(dump)); err != nil {
		return fmt.Errorf("loading %s: %w", path, err)
	}
	return os.Chmod(path, 0o600)
}
