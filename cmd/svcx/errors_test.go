package main

import (
	"os"
	"strings"
	"testing"
)

// An error named the flag of a setting that came from a variable or the file, with
// words of the library that reads it ("a valid 64 bit int", "<EOL>").
func TestMalformedSettingIsNamedByItsVariable(t *testing.T) {
	const conns = `svcx: SVCX_DATABASE_MAX_CONNS (--database-max-conns) must be a whole number, not "x"` + "\n"
	bare(t)
	if err := os.WriteFile("settings.env", []byte("SVCX_DATABASE_MAX_CONNS=x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		variable, value string
		args            []string
		want            string
	}{
		{"SVCX_DATABASE_MAX_CONNS", "x", []string{"version"}, conns},
		{"", "", []string{"--config", "settings.env", "version"}, conns},
		{"", "", []string{"--database-max-conns", "x", "version"}, conns},
		{"SVCX_AUTO_MIGRATE", "x", []string{"version"}, `svcx: SVCX_AUTO_MIGRATE (--auto-migrate) must be true or false, not "x"` + "\n"},
		{"SVCX_MEMORY_LIMIT", "x", []string{"version"}, `svcx: SVCX_MEMORY_LIMIT (--memory-limit) must be a size such as 64KiB or 1MiB, not "x"` + "\n"},
		{"SVCX_MONITOR_INTERVAL", "x", []string{"version"}, `svcx: SVCX_MONITOR_INTERVAL (--monitor-interval) must be a duration such as 30s, 5m or 720h, not "x"` + "\n"},
		{"SVCX_BASE_URL", "inbox", []string{"version"}, `svcx: SVCX_BASE_URL (--base-url) must be an address such as https://inbox.example.com, without a user, path, ? or #, not "inbox"` + "\n"},
		{"", "", []string{"bench", "inbound", "--duration", "60"}, `svcx: --duration must be a duration such as 30s, 5m or 720h, not "60" (svcx bench inbound --help)` + "\n"},
		{"", "", []string{"bench", "inbound", "--connections", "x"}, `svcx: --connections must be a whole number, not "x" (svcx bench inbound --help)` + "\n"},
		{"", "", []string{"serve", "--data-dir"}, "svcx: --data-dir needs a value (svcx serve --help)\n"},
		{"", "", []string{"serve", "--data-dir", "--addr", ":0"}, "svcx: --data-dir needs a value (svcx serve --help)\n"},
		{"", "", []string{"nonsense"}, "svcx: unknown command nonsense (svcx --help)\n"},
		{"", "", []string{"help", "nonsense"}, "svcx: unknown command nonsense (svcx --help)\n"},
		{"", "", []string{"channel", "nonsense"}, "svcx: unknown command nonsense (svcx channel --help)\n"},
		{"", "", []string{"version", "nonsense"}, "svcx: unexpected argument nonsense (svcx version --help)\n"},
		{"", "", []string{"channel", "create", "--workspace", "a", "--name", "A", "--settings", `{"platformConstraints.canReopen":false}`},
			`svcx: --settings: platformConstraints.canReopen is written {"platformConstraints":{"canReopen":false}} (svcx channel create --help)` + "\n"},
		{"", "", []string{"channel", "create", "--workspace", "a", "--name", "A", "--settings", `{"outboundEvents.conversation.closed":false}`},
			`svcx: --settings: outboundEvents.conversation.closed is written {"outboundEvents":{"conversation.closed":false}} (svcx channel create --help)` + "\n"},
	} {
		if tt.variable != "" {
			t.Setenv(tt.variable, tt.value)
		}
		if got := runs(t, tt.args...); got.code != exitUsage || got.stderr != tt.want {
			t.Errorf("%s=%s svcx %q:\n%swant\n%s", tt.variable, tt.value, tt.args, got.stderr, tt.want)
		}
		if tt.variable != "" {
			os.Unsetenv(tt.variable)
		}
	}
}

// Errors named the API's field or nothing at all.
func TestRefusedValueIsNamedByItsFlag(t *testing.T) {
	bare(t)
	if got := runs(t, "workspace", "create", "--slug", "a", "--name", "A"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	for want, args := range map[string][]string{
		`--scopes: "x:read" must be one of `: {"key", "create", "--workspace", "a", "--name", "K", "--scopes", "messages:read,x:read"},
		"--slug must be ":                    {"workspace", "create", "--slug", "A!", "--name", "A"},
		"--name must ":                       {"workspace", "create", "--slug", "b", "--name", " "},
		"--admin-email must be ":             {"workspace", "create", "--slug", "b", "--name", "B", "--admin-email", "x"},
		"--email must be ":                   {"member", "add", "--workspace", "a", "--email", "x"},
		"channel 7 not found in workspace a (svcx channel list --workspace a)\n":      {"channel", "set", "--workspace", "a", "--id", "7", "--name", "N"},
		"channel 8 not found in workspace a (svcx channel list --workspace a)\n":      {"channel", "signing-secret", "--workspace", "a", "--id", "8"},
		"key 9 not found in workspace a (svcx key list --workspace a)\n":              {"key", "revoke", "--workspace", "a", "--id", "9"},
		"member m@x.test not found in workspace a (svcx member list --workspace a)\n": {"member", "remove", "--workspace", "a", "--email", "m@x.test"},
		"no user has the address m@x.test (svcx member list --workspace SLUG)\n":      {"login-link", "--email", "m@x.test"},
		"no user has the address m@x.test (svcx member list --workspace a)\n":         {"login-link", "--email", "m@x.test", "--workspace", "a"},
		"there is no workspace nowhere (svcx workspace list)\n":                       {"workspace", "set", "--slug", "nowhere", "--plan", "pro"},
		`--allowed-scopes must be a scope of form B, not "x"`:                         {"workspace", "set", "--slug", "a", "--allowed-scopes", "x"},
	} {
		if got := runs(t, args...); got.code == 0 || !strings.HasPrefix(got.stderr, "svcx: "+want) {
			t.Errorf("svcx %q:\n%swant\n%s", args, got.stderr, want)
		}
	}
}
