package main

import (
	"database/sql"
	"net/http"
	"strconv"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"svcx/internal/store/pgtest"
)

// Fault 2.15: a database with a newer schema than the program knows was accepted.
// Every command, also serve, refuses it and names both versions; a server that is
// already running continues.
func TestNewerDatabaseIsRefused(t *testing.T) {
	refused := func(t *testing.T, driver, address string) {
		succeeds(t, "migrate")
		var version int
		code, output := serves(t, func(link string) {
			db, err := sql.Open(driver, address)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := db.QueryRow("SELECT max(version_id) FROM goose_db_version").Scan(&version); err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)", version+1, true); err != nil {
				t.Fatal(err)
			}
			server, _, _ := strings.Cut(link, "/auth/")
			if res, err := http.Get(server + "/readyz"); err != nil || res.StatusCode != http.StatusOK {
				t.Errorf("the server that was running: %v, %v", res, err)
			}
		}, "--addr", "127.0.0.1:0")
		if code != 0 || version == 0 {
			t.Fatalf("%d %s", code, output)
		}
		for _, args := range [][]string{
			{"serve", "--addr", "127.0.0.1:0"}, {"migrate"}, {"workspace", "create", "--slug", "acme", "--name", "Acme"}, {"workspace", "list"},
			{"login-link", "--email", "admin@localhost"}, {"rotate-master-key"}, {"compact"}, {"workspace", "list", "--no-auto-migrate"},
		} {
			got := runs(t, args...)
			if got.code != exitFailed || got.stdout != "" ||
				!strings.Contains(got.stderr, "the database schema is version "+strconv.Itoa(version+1)+", this program knows versions up to "+strconv.Itoa(version)) {
				t.Errorf("svcx %v: %+v", args, got)
			}
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		bare(t)
		refused(t, "sqlite", "file:data/svcx.db?_pragma=busy_timeout(10000)")
	})
	t.Run("postgres", func(t *testing.T) {
		address := pgtest.URL(t)
		bare(t)
		t.Setenv("SVCX_DATABASE_URL", address)
		refused(t, "pgx", address)
	})
}
