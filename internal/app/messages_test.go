package app

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"svcx/internal/safehttp"
	"svcx/internal/store/pgtest"
)

// A password with # % / or ? made a URL that was refused without a hint.
func TestRefusedURLHintsAtPercentEncoding(t *testing.T) {
	const hint = "percent-encode"
	base := Config{Addr: ":0", DataDir: t.TempDir(), DefaultForm: "B", AdminEmail: "a@example.com", LogLevel: "info", EventLogRetention: time.Hour}
	for _, tt := range []struct {
		change func(*Config)
		hinted bool
	}{
		{func(c *Config) { c.SMTPURL = "smtp://user:a#b@mail.example.com" }, true},
		{func(c *Config) { c.SMTPURL = "smtp://user:a%zz@mail.example.com" }, true},
		{func(c *Config) { c.FilesURL = "s3://key:se/cret@s3.example.com/bucket" }, true},
		{func(c *Config) { c.RedisURL = "redis://:a/b@redis.example.com" }, true},
		{func(c *Config) { c.DatabaseURL = "postgres://svcx:a%zz@db.example.com/svcx" }, true},
		{func(c *Config) { c.SMTPURL = "smtp://user:a%23b@mail.example.com:99999" }, false},
		{func(c *Config) { c.SMTPURL = "smtp://user:ab@mail.example.com/x" }, false},
	} {
		c := base
		tt.change(&c)
		err := c.Validate()
		if err == nil || strings.Contains(err.Error(), hint) != tt.hinted || strings.Contains(err.Error(), "a#b") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Errors of the data folder named no setting.
func TestDataFolderErrorNamesItsSetting(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), Config{DataDir: file}, slog.New(slog.DiscardHandler))
	if err == nil || !strings.HasPrefix(err.Error(), "SVCX_DATA_DIR (--data-dir): ") {
		t.Error(err)
	}
}

// A chmod that was refused did not say whose the file is.
func TestForeignOwnerIsNamed(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to give a file away")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chown(file, 12345, 12345)); err != nil {
		t.Skip(err)
	}
	refused := &fs.PathError{Op: "chmod", Path: file, Err: fs.ErrPermission}
	if got := foreignOwner(refused); !strings.Contains(got, file+" belongs to uid 12345, svcx runs as uid 0: run chown -R 0 ") {
		t.Error(got)
	}
	if got := foreignOwner(errors.New("other")); got != "" {
		t.Error(got)
	}
}

// At the first start a new key was created at a mistyped SVCX_MASTER_KEY_FILE without a
// log line; the error for a missing file suggested setting the variable that was set.
func TestMasterKeyFileIsLogged(t *testing.T) {
	w := &fixture{T: t}
	dir := t.TempDir()
	c := Config{DataDir: dir, MasterKeyFile: filepath.Join(dir, "mistyped.key")}
	if _, err := c.masterKeys(false, w.logger()); err != nil {
		t.Fatal(err)
	}
	if log := w.log.String(); strings.Count(log, "\n") != 1 || !strings.Contains(log, "a new master key was created") || !strings.Contains(log, c.MasterKeyFile) {
		t.Error(log)
	}
	if _, err := c.masterKeys(false, w.logger()); err != nil || strings.Count(w.log.String(), "\n") != 1 {
		t.Error(err, w.log.String())
	}
	c.MasterKeyFile = filepath.Join(dir, "missing.key")
	if _, err := c.masterKeys(true, w.logger()); err == nil || !strings.HasSuffix(err.Error(), "missing.key: put it back, or correct SVCX_MASTER_KEY_FILE") {
		t.Error(err)
	}
}

// The hint read as if the settings were set.
func TestRefusedWebhookURLNamesTheSettings(t *testing.T) {
	a := &App{outbound: safehttp.New(safehttp.Options{})}
	if err := a.CheckURL("http://127.0.0.1/"); err == nil || !strings.HasSuffix(err.Error(), "(set SVCX_OUTBOUND_ALLOW_CIDRS and SVCX_OUTBOUND_ALLOW_HTTP on the server to allow private networks and http)") {
		t.Error(err)
	}
}

// Nodes that share a folder were warned as well.
func TestOtherFolderOfFilesIsWarnedOf(t *testing.T) {
	address := pgtest.URL(t)
	shared, other := t.TempDir(), t.TempDir()
	start := func(c Config) string {
		t.Helper()
		w := &fixture{T: t}
		c.DatabaseURL, c.DatabaseMaxConns, c.AutoMigrate, c.DefaultForm, c.AdminEmail = address, 4, true, "B", "a@example.com"
		c.MasterKey = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
		a, err := Open(t.Context(), c, w.logger())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.Close() })
		a.warnOfOwnFiles(t.Context())
		if _, err := a.db.RegisterNode(t.Context()); err != nil {
			t.Fatal(err)
		}
		return w.log.String()
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(shared, link); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what   string
		config Config
		warned bool
	}{
		{"the first node", Config{DataDir: shared}, false},
		{"the same folder", Config{DataDir: shared}, false},
		{"the same folder by another path", Config{DataDir: link}, false},
		{"another folder", Config{DataDir: other}, true},
		{"a bucket", Config{DataDir: other, FilesURL: "s3://key:secret@s3.example.com/bucket"}, true},
	} {
		if log := start(tt.config); strings.Contains(log, "keeps uploaded files elsewhere") != tt.warned {
			t.Errorf("%s: %s", tt.what, log)
		}
	}
}
