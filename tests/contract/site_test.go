package contract

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"svcx/internal/store/pgtest"
)

// Databases that every script runs on.
const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

// site is the data of one service, with its settings.
type site struct {
	form, database string
	settings       settings
	// names has the values that the commands printed about the two workspaces.
	names map[string]any
}

// newSettings are those of a test's server: an empty folder, any free port, and no
// rate limit unless a script sets one.
func newSettings(dir string) settings {
	return settings{"SVCX_DATA_DIR": dir, "SVCX_ADDR": "127.0.0.1:0", "SVCX_RATE_LIMIT": "0", "SVCX_LOG_LEVEL": "info"}
}

// run calls the real program on the site and reads the JSON that it prints.
func (s *site) run(args ...string) (map[string]any, error) {
	path, err := binary()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, append(args, "--json")...)
	cmd.Env = append(os.Environ(), s.settings.lines()...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("svcx %s: %w\n%s", strings.Join(args, " "), err, stderr.String())
	}
	v, err := parseJSON(out)
	if err != nil {
		return nil, fmt.Errorf("svcx %s printed %q: %w", strings.Join(args, " "), out, err)
	}
	object, _ := v.(map[string]any)
	return object, nil
}

// allScopes are the scopes of each form (R 5.3).
var allScopes = map[string]string{
	"A": "conversations:read,conversations:write,messages:read,messages:write,contacts:read,contacts:write,ratings:write",
	"B": "conversations:read,conversations:write,conversations:resolve,messages:read,messages:write,contacts:read,contacts:write,ratings:read,ratings:write,secrets:read,config:write",
}

// prepare creates the workspaces acme and other, and a key with all scopes and a
// channel in each.
func (s *site) prepare() error {
	s.names = map[string]any{}
	for _, step := range []struct {
		args []string
		save map[string]string
	}{
		{[]string{"workspace", "create", "--slug", "acme", "--name", "Acme", "--form", s.form, "--admin-email", "ann@acme.test"}, nil},
		{[]string{"workspace", "create", "--slug", "other", "--name", "Other", "--form", s.form, "--admin-email", "olaf@other.test"}, nil},
		{[]string{"key", "create", "--workspace", "acme", "--name", "scripts", "--scopes", allScopes[s.form]}, map[string]string{"key": "key"}},
		{[]string{"key", "create", "--workspace", "other", "--name", "scripts", "--scopes", allScopes[s.form]}, map[string]string{"other_key": "key"}},
		{[]string{"channel", "create", "--workspace", "acme", "--name", "Site"}, map[string]string{"channel": "id", "channel_key": "key"}},
		{[]string{"channel", "create", "--workspace", "other", "--name", "Theirs"}, map[string]string{"other_channel": "id", "other_channel_key": "key"}},
	} {
		out, err := s.run(step.args...)
		if err != nil {
			return err
		}
		for name, member := range step.save {
			s.names[name] = out[member]
		}
	}
	return nil
}

// models are prepared sites, one for each form and database. Tests get copies of them:
// the commands take longer than most scripts.
var models = templates{of: map[string]*template{}}

type templates struct {
	mu  sync.Mutex
	dir string
	of  map[string]*template
}

type template struct {
	once sync.Once
	site site
	err  error
}

// remove deletes the models after all tests.
func (all *templates) remove() {
	for _, made := range all.of {
		if made.site.database == postgres {
			statement(os.Getenv(pgtest.ServerVariable), "DROP DATABASE IF EXISTS "+databaseName(made.site.settings["SVCX_DATABASE_URL"])+" WITH (FORCE)")
		}
	}
	os.RemoveAll(all.dir)
}

// newSite is a test's own prepared site, with its data in dir. Without a server a test
// that needs PostgreSQL is skipped.
func newSite(t *testing.T, form, database, dir string) (*site, error) {
	if database == postgres {
		pgtest.Server(t)
	}
	model, err := models.get(form, database)
	if err != nil {
		return nil, err
	}
	return model.copyTo(t, dir)
}

func (all *templates) get(form, database string) (*site, error) {
	all.mu.Lock()
	if all.dir == "" {
		dir, err := os.MkdirTemp("", "svcx-contract-sites")
		if err != nil {
			all.mu.Unlock()
			return nil, err
		}
		all.dir = dir
	}
	made := all.of[form+database]
	if made == nil {
		made = &template{}
		all.of[form+database] = made
	}
	all.mu.Unlock()
	made.once.Do(func() {
		dir := filepath.Join(all.dir, form+"-"+database)
		made.site = site{form: form, database: database, settings: newSettings(dir)}
		if made.err = os.Mkdir(dir, 0o700); made.err != nil {
			return
		}
		if database == postgres {
			if made.site.settings["SVCX_DATABASE_URL"], made.err = templateDatabase(); made.err != nil {
				return
			}
		}
		made.err = made.site.prepare()
	})
	return &made.site, made.err
}

// copyTo copies the site to dir, on PostgreSQL with a database of its own.
func (s *site) copyTo(t *testing.T, dir string) (*site, error) {
	c := &site{form: s.form, database: s.database, settings: newSettings(dir), names: maps.Clone(s.names)}
	if err := os.CopyFS(dir, os.DirFS(s.settings["SVCX_DATA_DIR"])); err != nil {
		return nil, err
	}
	// Copies of key files are refused unless only their owner can read them.
	if err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			err = os.Chmod(path, 0o600)
		}
		return err
	}); err != nil {
		return nil, err
	}
	if s.database == postgres {
		c.settings["SVCX_DATABASE_URL"] = pgtest.Copy(t, databaseName(s.settings["SVCX_DATABASE_URL"]))
	}
	return c, nil
}

func databaseName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}

// templateDatabase creates an empty database that outlives the test that needed it
// first.
func templateDatabase() (string, error) {
	server := os.Getenv(pgtest.ServerVariable)
	u, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("%s is not a URL", pgtest.ServerVariable)
	}
	name := fmt.Sprintf("svcx_contract_%s", strings.ToLower(randomText()))
	u.Path = "/" + name
	return u.String(), statement(server, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
}

func statement(server, sql string) error {
	conn, err := pgx.Connect(context.Background(), server)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
}
