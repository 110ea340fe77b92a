package main

import (
	"strings"
	"testing"

	"svcx/internal/store/pgtest"
)

// The files are rewritten only while no server uses them; on PostgreSQL there are none.
func TestCompactRunsOnlyWithoutServers(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		bare(t)
		during := func(string) {
			if got := runs(t, "compact"); got.code != exitFailed || got.stdout != "" || !strings.Contains(got.stderr, "another svcx server is running on ./data: stop it first") {
				t.Errorf("beside a server: %+v", got)
			}
		}
		if code, output := serves(t, during, "--addr", "127.0.0.1:0"); code != 0 {
			t.Fatalf("%d %s", code, output)
		}
		got := runs(t, "compact")
		for _, line := range []string{"Rewriting data/svcx.db (", "Rewrote data/svcx.db: ", "Rewriting data/svcx-search.db (", "Rewrote data/svcx-search.db: "} {
			if got.code != 0 || got.stderr != "" || !strings.Contains(got.stdout, line) {
				t.Errorf("%q is not in %+v", line, got)
			}
		}
	})
	t.Run("postgres", func(t *testing.T) {
		address := pgtest.URL(t)
		bare(t)
		t.Setenv("SVCX_DATABASE_URL", address)
		succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme")
		if got := runs(t, "compact"); got.code != 0 || !strings.Contains(got.stdout, "Nothing to do: PostgreSQL") {
			t.Errorf("%+v", got)
		}
	})
}
