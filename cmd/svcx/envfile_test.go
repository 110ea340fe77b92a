package main

import (
	"strings"
	"testing"
)

// Fault 105: $ and the name after it went from the values of a configuration file,
// in silence; of generated passwords about every second one with a $ was hit.
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
	got, err := loadEnvFile(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want := envFile{
		"SVCX_SMTP_URL":     "smtp://user:aB3$X9kQ@mail.example.test:587",
		"SVCX_DATABASE_URL": "postgres://svcx:pa$$W0RD${A}#1@db/svcx?a=b",
		"SVCX_REDIS_URL":    `redis://:a$_b\n\\`,
		"SVCX_MAIL_FROM":    "'Inbox' <inbox@example.test> # ours",
		"SVCX_FILES_URL":    "",
		"SVCX_ADDR":         `'127.0.0.1:80"`,
		"SVCX_BASE_URL":     "'",
	}
	values := got.(envFile)
	for name, value := range want {
		if values[name] != value {
			t.Errorf("%s is %q, want %q", name, values[name], value)
		}
	}
	if len(values) != len(want) {
		t.Errorf("read %d settings, want %d", len(values), len(want))
	}
	for text, line := range map[string]string{"SVCX_ADDR=x\nhunter2\n": "line 2", "SVCX_ADDR=x\n\nSVCX_ADDR=y\n": "line 3"} {
		if _, err := loadEnvFile(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), line) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Fault 1.4: a misspelt variable was ignored in silence.
func TestUnknownVariableIsTold(t *testing.T) {
	bare(t)
	t.Setenv("SVCX_BASEURL", "https://inbox.example.com")
	if got := runs(t, "version"); got.code != 0 || !strings.Contains(got.stderr, "SVCX_BASEURL") {
		t.Errorf("%+v", got)
	}
}
