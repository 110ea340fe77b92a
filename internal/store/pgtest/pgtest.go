// Package pgtest creates PostgreSQL databases for tests.
//
// The server's address comes from the environment; .ci/run starts a server. Without
// one, tests that need it are skipped, or fail if the environment requires it.
package pgtest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Environment variables.
const (
	// ServerVariable is the URL of a database on the server on which tests may create
	// databases: postgres://postgres@127.0.0.1:5433/postgres.
	ServerVariable = "SVCX_TEST_POSTGRES_URL"
	// RequireVariable set to 1 makes a missing server a failure.
	RequireVariable = "SVCX_REQUIRE_POSTGRES"
)

// Server returns the URL of the server. Without one the test is skipped.
func Server(t testing.TB) string {
	t.Helper()
	server := os.Getenv(ServerVariable)
	if server == "" {
		missing := t.Skip
		if os.Getenv(RequireVariable) == "1" {
			missing = t.Fatal
		}
		missing("no PostgreSQL: set " + ServerVariable + "=postgres://user@host:port/postgres to a server where databases may be created")
	}
	return server
}

// empty is the template of an empty database. Texts are compared by code points, as
// in SQLite, whatever the server's locale.
var empty = encoded("UTF8")

func encoded(encoding string) string { return "template0 ENCODING '" + encoding + "' LOCALE 'C'" }

// URL creates an empty database, which is dropped when the test ends, and returns
// its URL. Without a server the test is skipped.
func URL(t testing.TB) string {
	t.Helper()
	return create(t, empty)
}

// Owned is like URL, but the database has an owner of its own, which is the URL's
// user. The owner is not a superuser and has the given options of CREATE ROLE.
func Owned(t testing.TB, options string) string {
	t.Helper()
	Server(t)
	owner, password := "svcx_test_"+strings.ToLower(rand.Text()), rand.Text()
	Run(t, "CREATE ROLE "+owner+" LOGIN PASSWORD '"+password+"' "+options)
	t.Cleanup(func() { Run(t, "DROP ROLE "+owner) })
	address, err := url.Parse(create(t, empty+" OWNER "+owner))
	if err != nil {
		t.Fatalf("%s is not a URL", ServerVariable)
	}
	address.User = url.UserPassword(owner, password)
	return address.String()
}

// Run runs a statement on the server as its superuser.
func Run(t testing.TB, statement string) {
	t.Helper()
	run(t, func(*maker) string { return statement })
}

// Name returns the name of the database in a URL.
func Name(t testing.TB, database string) string {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(address.Path, "/")
}

// Encoded is like URL for a database with the given encoding.
func Encoded(t testing.TB, encoding string) string {
	t.Helper()
	return create(t, encoded(encoding))
}

// Copy is like URL for a copy of the named database, to which no connection may be
// open.
func Copy(t testing.TB, name string) string {
	t.Helper()
	return create(t, name)
}

func create(t testing.TB, template string) string {
	t.Helper()
	address, err := url.Parse(Server(t))
	if err != nil {
		t.Fatalf("%s is not a URL", ServerVariable)
	}
	name := "svcx_test_" + strings.ToLower(rand.Text())
	run(t, func(m *maker) string { return "CREATE DATABASE " + name + " TEMPLATE " + template + m.strategy })
	t.Cleanup(func() { run(t, func(*maker) string { return "DROP DATABASE " + name + " WITH (FORCE)" }) })
	address.Path = "/" + name
	return address.String()
}

// maker creates and drops databases over connections that it keeps: a new one for
// each statement costs the server more than the statement.
type maker struct {
	db *sql.DB
	// strategy makes the server copy files (from version 15 on). Its default, which
	// writes every page of a copy to the log, takes three times as long.
	strategy string
}

var server = sync.OnceValues(func() (*maker, error) {
	config, err := pgx.ParseConfig(os.Getenv(ServerVariable))
	if err != nil {
		return nil, err
	}
	// No statement is repeated, so none is prepared.
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	m := &maker{db: stdlib.OpenDB(*config)}
	m.db.SetMaxIdleConns(4)
	var version int
	if err := m.db.QueryRow("SELECT current_setting('server_version_num')::int").Scan(&version); err != nil {
		return nil, err
	}
	if version >= 150000 {
		m.strategy = " STRATEGY file_copy"
	}
	return m, nil
})

func run(t testing.TB, statement func(*maker) string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	m, err := server()
	if err != nil {
		t.Fatalf("connecting to the server of %s: %v", ServerVariable, err)
	}
	text := statement(m)
	if _, err := m.db.ExecContext(ctx, text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
