package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"svcx/internal/store/pgtest"
)

// Fault 118: a server that used all connections left none for other commands. Every
// command works with a single one, also on a new database.
func TestCommandsTakeOneConnection(t *testing.T) {
	address := pgtest.Owned(t, "CONNECTION LIMIT 1")
	bare(t)
	t.Setenv("SVCX_DATABASE_URL", address)
	for name, content := range map[string]string{"users.json": `{"users":[{"id":1,"name":"Ann","role":"end-user"}]}`, "contacts.csv": "id,name,email\n7,Ann,ann@example.com\n"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commands := [][]string{
		{"migrate"},
		{"workspace", "create", "--slug", "acme", "--name", "Acme"},
		{"workspace", "list"},
		{"workspace", "set", "--slug", "acme", "--plan", "pro"},
		{"login-link", "--email", "admin@localhost"},
		{"channel", "create", "--workspace", "acme", "--name", "C"},
		{"channel", "list", "--workspace", "acme"},
		{"channel", "set", "--workspace", "acme", "--id", "1", "--name", "D"},
		{"channel", "show", "--workspace", "acme", "--id", "1"},
		{"channel", "pause", "--workspace", "acme", "--id", "1"},
		{"channel", "resume", "--workspace", "acme", "--id", "1"},
		{"channel", "signing-secret", "--workspace", "acme", "--id", "1"},
		{"key", "create", "--workspace", "acme", "--name", "K", "--scopes", "contacts:read"},
		{"key", "list", "--workspace", "acme"},
		{"key", "revoke", "--workspace", "acme", "--id", "1"},
		{"member", "add", "--workspace", "acme", "--email", "ann@example.com"},
		{"member", "list", "--workspace", "acme"},
		{"member", "remove", "--workspace", "acme", "--email", "ann@example.com"},
		{"import", "zendesk", "--workspace", "acme", "users.json"},
		{"import", "chatwoot", "--workspace", "acme", "contacts.csv"},
		{"import", "csv", "--workspace", "acme", "contacts.csv"},
		{"outbound", "pause"},
		{"outbound", "status"},
		{"outbound", "resume"},
		{"doctor"},
		{"rotate-master-key"},
		{"compact"},
		{"migrate"},
	}
	// The others are servers, start one, use no database, or the embedded one alone.
	tried := []string{"serve", "demo", "listen", "send", "version", "help", "completion", "ai eval", "backup", "restore", "migrate-to"}
	for _, args := range commands {
		if got := runs(t, args...); got.code != 0 {
			t.Errorf("svcx %v: %+v", args, got)
		}
		var name []string
		for _, arg := range args {
			if strings.HasPrefix(arg, "-") {
				break
			}
			name = append(name, arg)
		}
		tried = append(tried, strings.Join(name, " "))
	}
	for _, command := range leaves(newProgram().root) {
		name := name(command)
		// Those of bench measure with as many connections as they are given.
		if !strings.HasPrefix(name, "bench ") && !slices.Contains(tried, name) {
			t.Errorf("svcx %s was not tried", name)
		}
	}
}
