package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"svcx/internal/app"
	"svcx/internal/store/pgtest"
)

// answer is the outcome of a command.
type answer struct {
	code           int
	stdout, stderr string
}

// runs runs a command and captures its output.
func runs(t *testing.T, args ...string) (a answer) {
	t.Helper()
	catch := func(stream **os.File) func() string {
		file, err := os.CreateTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		before := *stream
		*stream = file
		return func() string {
			*stream = before
			defer file.Close()
			text, err := io.ReadAll(io.NewSectionReader(file, 0, 1<<20))
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
	stdout, stderr := catch(&os.Stdout), catch(&os.Stderr)
	a.code = run(args)
	a.stdout, a.stderr = stdout(), stderr()
	return a
}

// variables are the names of the settings in the environment.
func variables() (names []string) {
	for _, s := range new(app.Config).Settings().All() {
		names = append(names, s.Env)
	}
	return names
}

// bare clears the settings in the environment and changes to an empty folder.
func bare(t *testing.T) (dir string) {
	t.Helper()
	for _, name := range variables() {
		t.Setenv(name, "")
	}
	dir = t.TempDir()
	t.Chdir(dir)
	return dir
}

// serves runs the server until it listens and, if one is expected, has printed a
// sign-in link, which it passes to during; then it stops the server.
func serves(t *testing.T, during func(link string), args ...string) (code int, output string) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = in, in
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	stop := func() { syscall.Kill(os.Getpid(), syscall.SIGTERM) }
	defer time.AfterFunc(20*time.Second, stop).Stop() // where nothing comes of it
	ended := make(chan int, 1)
	go func() {
		code := run(append([]string{"serve"}, args...))
		in.Close()
		ended <- code
	}()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		output += line + "\n"
		switch {
		case during != nil && strings.HasPrefix(line, "http"):
			during(line)
		case during == nil && strings.Contains(line, `"msg":"listening"`):
		default:
			continue
		}
		stop()
	}
	return <-ended, output
}

// After a first start that failed because the port was taken, with the deployment
// created already, the next start printed no sign-in link.
func TestSignInLinkIsPrintedUntilAUserSignsIn(t *testing.T) {
	links := func(t *testing.T) {
		taken, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer taken.Close()
		code, output := serves(t, nil, "--addr", taken.Addr().String(), "--admin-email", "ada@example.com")
		// Fault 2.14: nothing named the setting.
		if code != exitFailed || strings.Contains(output, "Sign in") || !strings.Contains(output, "--addr (SVCX_ADDR)") {
			t.Fatalf("a port that is taken: %d %s", code, output)
		}
		signIn := func(link string) {
			page, token, _ := strings.Cut(link, "?token=")
			res, err := http.Post(strings.Replace(page, "/auth/", "/api/auth/", 1), "application/json", strings.NewReader(`{"token":"`+token+`"}`))
			if err != nil || res.StatusCode != http.StatusOK {
				t.Errorf("signing in: %v, %v", res, err)
			}
		}
		for _, during := range []func(string){func(string) {}, signIn, nil} {
			code, output = serves(t, during, "--addr", "127.0.0.1:0")
			if printed := strings.Contains(output, "Sign in as ada@example.com"); code != 0 || printed != (during != nil) {
				t.Errorf("%d %s", code, output)
			}
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

// A command in a wrong folder created a deployment there, printed that nothing was
// found, and left a database and a master key behind.
func TestCommandsCreateNoDeployment(t *testing.T) {
	existing := [][]string{
		{"workspace", "list"}, {"workspace", "set", "--slug", "acme", "--plan", "pro"}, {"login-link", "--email", "admin@localhost"},
		{"channel", "create", "--workspace", "main", "--name", "C"}, {"key", "create", "--workspace", "main", "--name", "K", "--scopes", "contacts:read"},
		{"rotate-master-key"}, {"compact"}, {"channel", "list", "--workspace", "main"}, {"channel", "set", "--workspace", "main", "--id", "1", "--name", "D"},
		{"channel", "signing-secret", "--workspace", "main", "--id", "1"}, {"key", "list", "--workspace", "main"}, {"key", "revoke", "--workspace", "main", "--id", "1"},
		{"member", "list", "--workspace", "main"}, {"member", "add", "--workspace", "main", "--email", "a@example.com"}, {"member", "remove", "--workspace", "main", "--email", "a@example.com"},
	}
	refused := func(t *testing.T, where string) {
		t.Helper()
		for _, args := range existing {
			got := runs(t, args...)
			if got.code != exitFailed || got.stdout != "" || !strings.Contains(got.stderr, "no svcx deployment in "+where) || !strings.Contains(got.stderr, "svcx serve") {
				t.Errorf("svcx %v: %+v", args, got)
			}
		}
	}
	made := func(t *testing.T, where string) {
		t.Helper()
		got := runs(t, "workspace", "create", "--slug", "acme", "--name", "Acme", "--json")
		if got.code != 0 || strings.Count(got.stdout, "\n") != 1 || !strings.Contains(got.stderr, "Creating a new deployment in "+where) {
			t.Errorf("the first workspace: %+v", got)
		}
		got = runs(t, "workspace", "create", "--slug", "second", "--name", "Second")
		if got.code != 0 || got.stderr != "" {
			t.Errorf("the second workspace: %+v", got)
		}
		if got := runs(t, "workspace", "list"); got.code != 0 || !strings.Contains(got.stdout, "main") {
			t.Errorf("the list: %+v", got)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		where := "the data folder " + filepath.Join(bare(t), "data")
		refused(t, where)
		if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
			t.Fatalf("left behind: %v, %v", left, err)
		}
		if got := runs(t, "migrate"); got.code != 0 {
			t.Fatalf("migrate: %+v", got)
		}
		refused(t, where)
		if exists("data/master.key") {
			t.Error("a master key was made")
		}
		made(t, where)
	})
	t.Run("postgres", func(t *testing.T) {
		address := pgtest.URL(t)
		bare(t)
		t.Setenv("SVCX_DATABASE_URL", address)
		refused(t, "the database postgres://")
		if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
			t.Fatalf("left behind: %v, %v", left, err)
		}
		if got := runs(t, "migrate"); got.code != 0 || !strings.HasPrefix(got.stdout, "Migrations applied: ") {
			t.Fatalf("the refused commands migrated the database: %+v", got)
		}
		refused(t, "the database postgres://")
		made(t, "the database postgres://")
	})
}

// SVCX_RATE_LIMIT= in a compose file made every command fail with "expected a valid
// 64 bit int".
func TestEmptySettingsAreNotSet(t *testing.T) {
	bare(t)
	for _, name := range variables() {
		t.Setenv(name, "")
	}
	if got := runs(t, "version"); got.code != 0 || got.stderr != "" {
		t.Errorf("every variable empty: %+v", got)
	}
	for _, name := range variables() {
		file := filepath.Join(t.TempDir(), "settings.env")
		if err := os.WriteFile(file, []byte(name+"=\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := runs(t, "--config", file, "version"); got.code != 0 || got.stderr != "" {
			t.Errorf("%s empty in a file: %+v", name, got)
		}
	}
}

// Negative limits were accepted, and meant off or made a ticker panic.
func TestInvalidSettingsAreRefused(t *testing.T) {
	bare(t)
	for _, setting := range []string{
		"SVCX_RATE_LIMIT=-1", "SVCX_MAGIC_LINK_RATE_LIMIT=-5", "SVCX_MONITOR_INTERVAL=-1s", "SVCX_EVENT_LOG_RETENTION=-1h", "SVCX_EVENT_LOG_RETENTION=0", "SVCX_AUDIT_LOG_RETENTION=-1h",
		"SVCX_OUTBOUND_RETRY_SCHEDULE=5s,-30s", "SVCX_LOG_FORMAT=xml", "SVCX_MAX_BODY=-1", "SVCX_MAX_BODY=0", "SVCX_MEMORY_LIMIT=67108863", "SVCX_MEMORY_LIMIT=much", "SVCX_RATE_LIMIT=lots",
		"SVCX_LOG_LEVEL=loud", "SVCX_DEFAULT_FORM=C", "SVCX_ADMIN_EMAIL=nobody", "SVCX_BASE_URL=inbox.example.com", "SVCX_BASE_URL=https://inbox.example.com/?a=b",
	} {
		name, value, _ := strings.Cut(setting, "=")
		t.Run(setting, func(t *testing.T) {
			t.Setenv(name, value)
			got := runs(t, "workspace", "list")
			if got.code != exitUsage || strings.Count(got.stderr, "\n") != 1 || !strings.Contains(got.stderr, name) {
				t.Errorf("%+v", got)
			}
		})
	}
	if got := runs(t, "--rate-limit", "-1", "version"); got.code != exitUsage || !strings.Contains(got.stderr, "--rate-limit") {
		t.Errorf("by a flag: %+v", got)
	}
}

// Errors of the command line did not name the help; a malformed address of the admin
// was noticed only after the database had been created.
func TestWrongUsageNamesTheHelp(t *testing.T) {
	bare(t)
	for args, want := range map[string]string{
		"":                                   "(svcx --help)",
		"sevre":                              `did you mean "serve"? (svcx --help)`,
		"workspace":                          "(svcx workspace --help)",
		"workspace create":                   "(svcx workspace create --help)",
		"workspace create --slug a --form C": "(svcx workspace create --help)",
		"serve --adr :80":                    `did you mean "--addr"? (svcx serve --help)`,
		"channel":                            "(svcx channel --help)",
		"channel set --workspace a --id 1":   "nothing to change: give --name, --webhook-url or --settings (svcx channel set --help)",
		"channel create --workspace a --name C --settings [1]":                     "settings must be one JSON object",
		"channel create --workspace a --name C --settings {\"ratingEnabld\":true}": "settings.ratingEnabld is not a known setting, did you mean ratingEnabled? (known: webhookUrl, ",
		"channel set --workspace a --id 1 --settings {\"messageExportDepth\":9}":   "settings.messageExportDepth must be an integer from 10 to 1000",
		"key revoke --workspace a --id x":                                          "--id must be an id as the list prints it",
		"member add --workspace a":                                                 "missing flags: --email=ADDRESS (svcx member add --help)",
		"serve --admin-email nobody":                                               "--admin-email must be an e-mail address",
		"serve --log-level loud --addr :99999":                                     "SVCX_LOG_LEVEL (--log-level) must be debug, info, warn or error, not \"loud\"\n",
	} {
		got := runs(t, strings.Fields(args)...)
		if got.code != exitUsage || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 || !strings.Contains(got.stderr, want) {
			t.Errorf("svcx %s: %+v", args, got)
		}
	}
	if exists("data") {
		t.Error("something was made")
	}
}

// The help of the demo showed ./data as its folder, which is the server's.
func TestDemoHelpHidesTheDefaultFolder(t *testing.T) {
	bare(t)
	if got := runs(t, "demo", "--help"); strings.Contains(got.stdout, "./data") || !strings.Contains(got.stdout, "a temporary one") {
		t.Error(got.stdout)
	}
}

// Every command has a help text that fits a terminal and describes its flags' values.
func TestEveryCommandHasHelp(t *testing.T) {
	bare(t)
	for _, command := range leaves(newProgram().root) {
		name := name(command)
		if name == "help" { // its own help is that of svcx
			continue
		}
		got := runs(t, append(strings.Fields(name), "--help")...)
		if got.code != 0 || got.stderr != "" || !strings.HasPrefix(got.stdout, "Usage: svcx "+name+" ") || !strings.Contains(got.stdout, "\n"+command.Short+"\n") && len(command.Short) < 80 {
			t.Errorf("svcx %s --help: %+v", name, got)
		}
		for line := range strings.Lines(got.stdout) {
			if utf8.RuneCountInString(line) > 100 || strings.Contains(line, "=STRING") {
				t.Errorf("svcx %s --help: %s", name, line)
			}
		}
	}
}

// Fault 2.14: --version and help were errors.
func TestVersionAndHelpAreCommandsAndFlags(t *testing.T) {
	bare(t)
	version := runs(t, "version")
	if got := runs(t, "--version"); version.code != 0 || !strings.HasPrefix(version.stdout, "svcx ") || got != version {
		t.Errorf("version: %+v, --version: %+v", version, got)
	}
	for args, same := range map[string]string{
		"help": "--help", "help channel": "channel --help", "help channel create": "channel create --help", "help --help": "--help", "help serve --help": "serve --help",
	} {
		got, want := runs(t, strings.Fields(args)...), runs(t, strings.Fields(same)...)
		if got != want || got.code != 0 || !strings.HasPrefix(got.stdout, "Usage: svcx") || strings.Count(got.stdout, "Usage:") != 1 {
			t.Errorf("svcx %s: %+v, svcx %s: %+v", args, got, same, want)
		}
	}
	if got := runs(t, "help", "nonsense"); got.code != exitUsage || got.stdout != "" {
		t.Errorf("help nonsense: %+v", got)
	}
}

// Fault 2.14: "address already in use" of the demo named no setting.
func TestDemoOnATakenAddressNamesTheSetting(t *testing.T) {
	t.Setenv("TMPDIR", bare(t))
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	got := runs(t, "demo", "--addr", taken.Addr().String())
	if got.code != exitFailed || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 || !strings.Contains(got.stderr, "--addr (SVCX_ADDR)") {
		t.Errorf("%+v", got)
	}
}

// The help of every command had thirty lines of settings.
func TestHelpIsAboutTheCommand(t *testing.T) {
	bare(t)
	has := func(text string) (found []string) {
		for _, name := range variables() {
			if strings.Contains(text, "$"+name) {
				found = append(found, name)
			}
		}
		return found
	}
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"", []string{"SVCX_DATA_DIR", "SVCX_DATABASE_URL"}},
		{"workspace create", []string{"SVCX_BASE_URL", "SVCX_DATA_DIR", "SVCX_DATABASE_URL"}},
		{"channel create", []string{"SVCX_BASE_URL", "SVCX_DATA_DIR", "SVCX_DATABASE_URL"}},
		{"key create", []string{"SVCX_DATA_DIR", "SVCX_DATABASE_URL"}},
		{"demo", []string{"SVCX_ADDR", "SVCX_DATA_DIR"}},
		{"rotate-master-key", []string{"SVCX_DATA_DIR", "SVCX_DATABASE_URL", "SVCX_MASTER_KEY", "SVCX_MASTER_KEY_FILE", "SVCX_NEXT_MASTER_KEY"}},
		{"version", nil},
		{"serve", variables()},
	} {
		got := runs(t, append(strings.Fields(tt.args), "--help")...)
		if got.code != 0 || got.stderr != "" || !slices.Equal(slices.Sorted(slices.Values(has(got.stdout))), slices.Sorted(slices.Values(tt.want))) {
			t.Errorf("svcx %s --help shows %v, want %v\n%s%s", tt.args, has(got.stdout), tt.want, got.stdout, got.stderr)
		}
		if tt.args != "serve" && tt.want != nil && !strings.Contains(got.stdout, "svcx serve --help") {
			t.Errorf("svcx %s --help does not say where the settings are", tt.args)
		}
	}
}

// Fault 4.6: a workspace's name, which its admins choose, cannot control the operator's
// terminal.
func TestNamesArePrintedOnOneLine(t *testing.T) {
	bare(t)
	succeeds(t, "workspace", "create", "--slug", "acme", "--name", "A\u202E\x1b]0;title\a\tB\nC")
	if got := runs(t, "workspace", "list"); !strings.Contains(got.stdout, "A]0;title B C  B") || strings.ContainsAny(got.stdout, "\x1b\a\t\u202E") {
		t.Errorf("%+q", got.stdout)
	}
}

// A workspace that cannot be made left a deployment behind where there was none.
func TestNoDeploymentForAWrongWorkspace(t *testing.T) {
	bare(t)
	for _, args := range []string{"--slug BAD! --name A", "--slug admin --name A", "--slug a --name A --admin-email nobody"} {
		if got := runs(t, strings.Fields("workspace create "+args)...); got.code != exitFailed || exists("data") {
			t.Errorf("workspace create %s: %+v, data: %t", args, got, exists("data"))
		}
	}
}
