package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"svcx/internal/store/pgtest"
)

// migrate --check changes nothing, and exits with 1 unless a server could start.
func TestMigrateCheck(t *testing.T) {
	refuses := func(t *testing.T, want string) {
		t.Helper()
		if got := runs(t, "migrate", "--check"); got.code != exitFailed || got.stdout != "" || !strings.Contains(got.stderr, want) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		bare(t)
		refuses(t, "there is no svcx deployment in the data folder")
		if _, err := os.Stat("data"); err == nil {
			t.Error("it has created the folder")
		}
		succeeds(t, "migrate")
		if got := runs(t, "migrate", "--check"); got.code != 0 || !strings.Contains(got.stdout, "up to date") {
			t.Errorf("%+v", got)
		}
	})
	t.Run("postgres", func(t *testing.T) {
		address := pgtest.URL(t)
		bare(t)
		t.Setenv("SVCX_DATABASE_URL", address)
		refuses(t, "the database is empty")
		refuses(t, "the database is empty") // still
		succeeds(t, "migrate")
		succeeds(t, "migrate", "--check")
	})
}

// What docs/operations.md says of PostgreSQL: a copy by its own tools, paused before a server
// starts on it, has everything, and sends nothing until it is resumed. The database that was
// copied goes on.
func TestPostgresIsBackedUpByItsOwnTools(t *testing.T) {
	from, to := pgtest.URL(t), pgtest.URL(t)
	tool := func(name string, args ...string) {
		t.Helper()
		path, err := exec.LookPath(name)
		if err != nil && os.Getenv("SVCX_REQUIRE_PROGRAMS") == "1" {
			t.Fatal(err)
		}
		if err != nil {
			t.Skip(err)
		}
		if out, err := exec.Command(path, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
	}
	bare(t)
	t.Setenv("SVCX_DATABASE_URL", from)
	succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme")
	succeeds(t, "channel", "create", "--workspace", "acme", "--name", "C")
	dump := filepath.Join(t.TempDir(), "svcx.dump")
	tool("pg_dump", "--format=custom", "--file="+dump, from)
	tool("pg_restore", "--no-owner", "--exit-on-error", "--dbname="+to, dump)

	t.Setenv("SVCX_DATABASE_URL", to)
	succeeds(t, "migrate", "--check")
	succeeds(t, "outbound", "pause")
	if got := runs(t, "channel", "list", "--workspace", "acme"); got.code != 0 || !strings.Contains(got.stdout, "C") {
		t.Errorf("%+v", got)
	}
	if got := runs(t, "outbound", "status", "--json"); got.code != 0 || !strings.Contains(got.stdout, `"paused":true`) {
		t.Errorf("%+v", got)
	}
	t.Setenv("SVCX_DATABASE_URL", from)
	if got := runs(t, "outbound", "status", "--json"); got.code != 0 || !strings.Contains(got.stdout, `"paused":false`) {
		t.Errorf("%+v", got)
	}
}
