package main

import (
	"os"
	"strings"
	"testing"
)

// Fault 105: $ and the name after it were silently removed from the values of a
// configuration file, in about every second generated password with a $.
func TestConfigurationFileTakesLinesAsTheyAre(t *testing.T) {
	const file = "\ufeff# a comment\r\n" +
		"\n" +
		"  SVCX_SMTP_URL=smtp://user:aB3$X9kQ@mail.example.test:587\r\n" +
		"SVCX_DATABASE_URL=\"postgres://svcx:pa$$W0RD${A}#1@db/svcx?a=b\"\n" +
		"SVCX_REDIS_URL='redis://:a$_b\\n\\\\'\n" +
		"export SVCX_MAIL_FROM = 'Inbox' <inbox@example.test> # ours\n" +
		"SVCX_FILES_URL=\n" +
		"SVCX_ADDR='127.0.0.1:80\"\n" +
		"SVCX_BASE_URL='"
	values, err := parseEnvFile(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"SVCX_SMTP_URL":     "smtp://user:aB3$X9kQ@mail.example.test:587",
		"SVCX_DATABASE_URL": "postgres://svcx:pa$$W0RD${A}#1@db/svcx?a=b",
		"SVCX_REDIS_URL":    `redis://:a$_b\n\\`,
		"SVCX_MAIL_FROM":    "'Inbox' <inbox@example.test> # ours",
		"SVCX_FILES_URL":    "",
		"SVCX_ADDR":         `'127.0.0.1:80"`,
		"SVCX_BASE_URL":     "'",
	}
	for name, value := range want {
		if values[name] != value {
			t.Errorf("%s is %q, want %q", name, values[name], value)
		}
	}
	if len(values) != len(want) {
		t.Errorf("read %d settings, want %d", len(values), len(want))
	}
	for text, line := range map[string]string{"SVCX_ADDR=x\nhunter2\n": "line 2", "SVCX_ADDR=x\n\nSVCX_ADDR=y\n": "line 3"} {
		if _, err := parseEnvFile(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), line) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Fault 1.4: a misspelt variable was ignored without a message.
func TestUnknownVariableIsReported(t *testing.T) {
	for name, want := range map[string]string{
		"SVCX_BASEURL": "svcx: SVCX_BASEURL is set, but svcx has no such setting, did you mean SVCX_BASE_URL? (svcx serve --help lists them)\n",
		"SVCX_ADRR":    "svcx: SVCX_ADRR is set, but svcx has no such setting, did you mean SVCX_ADDR? (svcx serve --help lists them)\n",
		"SVCX_COLOUR":  "svcx: SVCX_COLOUR is set, but svcx has no such setting (svcx serve --help lists them)\n",
	} {
		bare(t)
		t.Setenv(name, "x")
		if got := runs(t, "version"); got.code != 0 || got.stderr != want {
			t.Errorf("%s: %+v", name, got)
		}
		os.Unsetenv(name)
	}
}

// The environment and the file take an empty setting as not set; a flag was
// refused, or took the working directory for the file or the folder.
func TestEmptyFlagCountsAsNotSet(t *testing.T) {
	for _, args := range [][]string{
		{"--addr", ""}, {"--addr="}, {"--data-dir", ""}, {"--data-dir="}, {"--config", ""}, {"--config="}, {"--rate-limit="}, {"--auto-migrate="},
	} {
		bare(t)
		t.Setenv("SVCX_DATA_DIR", "given")
		if got := runs(t, append(args, "workspace", "create", "--slug", "a", "--name", "A")...); got.code != 0 {
			t.Errorf("%q: %+v", args, got)
		}
		if _, err := os.Stat("given/svcx.db"); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// SVCX_CONFIG names the file where --config does not; what is wrong in it names the file.
func TestConfigurationFileByVariable(t *testing.T) {
	bare(t)
	for name, text := range map[string]string{"one.conf": "SVCX_DATA_DIR=one\n", "two.conf": "SVCX_DATA_DIR=two\n", "twice.conf": "SVCX_ADDR=:1\nSVCX_ADDR=:2\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("SVCX_CONFIG", "one.conf")
	if got := runs(t, "key", "list", "--workspace", "acme"); !strings.Contains(got.stderr, "/one:") || strings.Contains(got.stderr, "SVCX_CONFIG is set") {
		t.Errorf("%+v", got)
	}
	if got := runs(t, "--config", "two.conf", "key", "list", "--workspace", "acme"); !strings.Contains(got.stderr, "/two:") {
		t.Errorf("the flag does not win: %+v", got)
	}
	t.Setenv("SVCX_CONFIG", "twice.conf")
	if got := runs(t, "key", "list", "--workspace", "acme"); got.code != exitUsage || !strings.Contains(got.stderr, "twice.conf: line 2 sets SVCX_ADDR again") {
		t.Errorf("%+v", got)
	}
	t.Setenv("SVCX_CONFIG", "missing.conf")
	if got := runs(t, "key", "list", "--workspace", "acme"); got.code != exitUsage || !strings.Contains(got.stderr, "SVCX_CONFIG") {
		t.Errorf("%+v", got)
	}
}
