package main

import (
	"strings"
	"testing"

	"svcx/internal/store/pgtest"
)

// Fault 2.6: commands printed links for port 8080 although the server had another
// address. The settings of the last server count, also after it has stopped.
func TestCommandsUseSettingsOfTheLastServer(t *testing.T) {
	links := func(t *testing.T) {
		succeeds(t, "migrate")
		address := ""
		during := func(link string) { address, _, _ = strings.Cut(link, "/auth/") }
		if code, output := serves(t, during, "--addr", "127.0.0.1:0"); code != 0 || address == "" {
			t.Fatalf("%d %s", code, output)
		}
		printed := func(want string) {
			t.Helper()
			if got := runs(t, "login-link", "--email", "admin@localhost"); got.code != 0 || !strings.Contains(got.stdout, "\n"+want+"/auth/verify?token=") {
				t.Errorf("%+v, want a link to %s", got, want)
			}
		}
		printed(address)
		if code, output := serves(t, func(string) {}, "--addr", "127.0.0.1:0", "--base-url", "https://inbox.example.com", "--default-form", "A", "--admin-email", "ops@example.com"); code != 0 {
			t.Fatalf("%d %s", code, output)
		}
		printed("https://inbox.example.com")
		// So do the server's defaults for a new workspace.
		got := runs(t, "workspace", "create", "--slug", "acme", "--name", "Acme")
		if got.code != 0 || !strings.Contains(got.stdout, "(form A,") || !strings.Contains(got.stdout, "Sign in as ops@example.com") || !strings.Contains(got.stdout, "\nhttps://inbox.example.com/") {
			t.Errorf("%+v", got)
		}
		got = runs(t, "--default-form", "B", "workspace", "create", "--slug", "second", "--name", "Second", "--admin-email", "eve@example.com")
		if got.code != 0 || !strings.Contains(got.stdout, "(form B,") || !strings.Contains(got.stdout, "Sign in as eve@example.com") {
			t.Errorf("%+v", got)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		bare(t)
		links(t)
	})
	t.Run("postgres", func(t *testing.T) {
		address := pgtest.URL(t)
		bare(t)
		t.Setenv("SVCX_DATABASE_URL", address)
		links(t)
	})
}
