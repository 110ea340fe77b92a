package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Model is a template database that is filled once per process: creating a schema
// takes the server longer than most tests. It outlives the process and is dropped
// when another one creates its own.
type Model struct {
	once sync.Once
	name string
	err  error
	// held holds the lock that marks the model as in use.
	held *pgx.Conn
}

// Copy returns the URL of a copy of the model, as URL does. Without a server the test
// is skipped.
func (m *Model) Copy(t testing.TB, fill func(url string) error) string {
	t.Helper()
	server := Server(t)
	m.once.Do(func() { m.err = m.make(server, fill) })
	if m.err != nil {
		t.Fatalf("creating the model database: %v", m.err)
	}
	return Copy(t, m.name)
}

func (m *Model) make(server string, fill func(url string) error) (err error) {
	ctx := context.Background()
	if m.held, err = pgx.Connect(ctx, server); err != nil {
		return err
	}
	m.name = "svcx_model_" + strings.ToLower(rand.Text())
	if _, err := m.held.Exec(ctx, "SELECT pg_advisory_lock(hashtext($1))", m.name); err != nil {
		return err
	}
	if err := removeUnused(ctx, m.held); err != nil {
		return err
	}
	if _, err := m.held.Exec(ctx, "CREATE DATABASE "+m.name+" TEMPLATE "+empty); err != nil {
		return err
	}
	address, err := url.Parse(server)
	if err != nil {
		return fmt.Errorf("%s is not a URL", ServerVariable)
	}
	address.Path = "/" + m.name
	return fill(address.String())
}

// removeUnused drops the models of processes that have ended.
func removeUnused(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, `SELECT datname FROM pg_database WHERE datname LIKE 'svcx\_model\_%'`)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		var unused bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtext($1))", name).Scan(&unused); err != nil {
			return err
		}
		if !unused {
			continue
		}
		if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock(hashtext($1))", name); err != nil {
			return err
		}
	}
	return nil
}
