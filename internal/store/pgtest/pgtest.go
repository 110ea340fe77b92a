// Package pgtest gives tests empty PostgreSQL databases of their own.
//
// It names no machine: the server comes from the environment, as .ci/run starts
// one. Where there is none, tests that need it are skipped, or fail where the
// environment says that it must be there.
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

// The environment that the tests read.
const (
	// ServerVariable names a database of a server on which the tests may make
	// databases: postgres://postgres@127.0.0.1:5433/postgres.
	ServerVariable = "SVCX_TEST_POSTGRES_URL"
	// RequireVariable set to 1 makes a missing server a failure.
	RequireVariable = "SVCX_REQUIRE_POSTGRES"
)

// Server is the URL of the server. Without one the test is skipped.
func Server(t testing.TB) string {
	t.Helper()
	server := os.Getenv(ServerVariable)
	if server == "" {
		missing := t.Skip
		if os.Getenv(RequireVariable) == "1" {
			missing = t.Fatal
		}
		missing("no PostgreSQL: set " + ServerVariable + "=postgres://user@host:port/postgres to a server where databases may be made")
	}
	return server
}

// empty is what an empty database is made of. A text is compared by its code
// points, as SQLite does it, whatever the server's own locale.
var empty = encoded("UTF8")

func encoded(encoding string) string { return "template0 ENCODING '" + encoding + "' LOCALE 'C'" }

// URL makes an empty database that is dropped when the test ends, and returns
// its URL. Without a server the test is skipped.
func URL(t testing.TB) string {
	t.Helper()
	return create(t, empty)
}

// Owned is URL for a database with an owner of its own, who is no superuser, has
// the options of CREATE ROLE, and is the user of the URL.
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

// Run runs a statement on the server, as its superuser.
func Run(t testing.TB, statement string) {
	t.Helper()
	run(t, func(*maker) string { return statement })
}

// Name is the name of the database of a URL.
func Name(t testing.TB, database string) string {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(address.Path, "/")
}

// Encoded is URL for a database whose texts are encoded otherwise than in UTF-8.
func Encoded(t testing.TB, encoding string) string {
	t.Helper()
	return create(t, encoded(encoding))
}

// Copy is URL for a database like the one of that name, to which nobody may be
// connected.
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

// maker makes and drops databases over connections that it keeps: a new one for
// each costs the server more than the statement does.
type maker struct {
	db *sql.DB
	// strategy copies files, where the server can be told to (from 15 on). To write
	// every page of a copy to the log, as it does by itself, takes three times as
	// long.
	strategy string
}

var server = sync.OnceValues(func() (*maker, error) {
	config, err := pgx.ParseConfig(os.Getenv(ServerVariable))
	if err != nil {
		return nil, err
	}
	// No statement is used twice.
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
