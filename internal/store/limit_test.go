package store_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Fault 118: connections were opened until the server refused, which failed calls.
// Now callers wait for a connection that the node has.

// callAll makes callers read, write and probe at the same time, times times each,
// while the nodes are registered and listen.
func callAll(t *testing.T, callers, times int, nodes ...*store.DB) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var listening, calling sync.WaitGroup
	for _, db := range nodes {
		connected := make(chan struct{}, 10)
		listening.Go(func() { db.Listen(ctx, func() { connected <- struct{}{} }, func(string) {}) })
		calling.Go(func() { arrives(t, "connection that listens", connected) })
		calling.Go(func() {
			storetest.Await(t, "registration", func() bool {
				p, err := db.RegisterNode(ctx)
				if err == nil {
					p.Leave()
				}
				return err == nil
			})
		})
	}
	for i := range callers {
		db := nodes[i%len(nodes)]
		calling.Go(func() {
			for n := range times {
				name := fmt.Sprintf("caller-%d-%d", i, n)
				if err := db.Write(context.Background(), svcx.WorkspaceID(i), storetest.Put(name)); err != nil {
					t.Errorf("writing: %v", err)
				}
				if got, err := db.Read(context.Background()).ServerSetting(name); err != nil || got != "x" {
					t.Errorf("reading: %q, %v", got, err)
				}
				if err := db.Ready(context.Background()); err != nil {
					t.Errorf("probing: %v", err)
				}
			}
		})
	}
	calling.Wait()
	cancel()
	listening.Wait()
}

func TestRoleWithFewConnections(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{4, 5, 8} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			t.Parallel()
			url := pgtest.Owned(t, fmt.Sprintf("CONNECTION LIMIT %d", limit))
			log := new(logLines)
			callAll(t, 15, 20, storetest.Open(t, store.Options{URL: url, Log: slog.New(log)}))
			logged := 0
			for _, line := range log.take() {
				if strings.Contains(line, "no connection left") {
					logged++
				}
			}
			// 15 callers need 8 connections at once only where they are quick enough.
			if logged > 1 || logged == 0 && limit < 8 {
				t.Errorf("the lack of connections is logged %d times, want once", logged)
			}
		})
	}
}

func TestTwoNodesWithFewConnections(t *testing.T) {
	t.Parallel()
	url := pgtest.Owned(t, "")
	pgtest.Run(t, "ALTER DATABASE "+pgtest.Name(t, url)+" CONNECTION LIMIT 12")
	// Whichever is faster leaves the other the four connections that a node needs.
	o := store.Options{URL: url, MaxConns: 8}
	callAll(t, 30, 10, storetest.Open(t, o), storetest.Open(t, o))
}

// A node never opens more connections than MaxConns, however much it does at once.
func TestNodeKeepsToItsConnections(t *testing.T) {
	t.Parallel()
	for _, most := range []int{0, 4, 6} {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			t.Parallel()
			url := storetest.PostgresURL(t)
			db := storetest.Open(t, store.Options{URL: url, MaxConns: most})
			want := most
			if most == 0 {
				want = store.DefaultMaxConns
			}
			ctx, cancel := context.WithCancel(t.Context())
			var counting sync.WaitGroup
			greatest := 0
			admin := storetest.Open(t, store.Options{URL: url, MaxConns: 1})
			counting.Go(func() {
				for ctx.Err() == nil {
					var n int
					if err := admin.Raw().QueryRow("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").Scan(&n); err != nil {
						t.Error(err)
						return
					}
					greatest = max(greatest, n)
				}
			})
			callAll(t, 30, 10, db)
			cancel()
			counting.Wait()
			if greatest > want {
				t.Errorf("%d connections, want %d at the most", greatest, want)
			}
		})
	}
}

// With the only connection that a server leaves, a command can call every method.
func TestCommandNeedsOneConnection(t *testing.T) {
	t.Parallel()
	url := pgtest.Owned(t, "CONNECTION LIMIT 6")
	server := storetest.Open(t, store.Options{URL: url, MaxConns: 5})
	callAll(t, 10, 5, server)
	p, err := server.RegisterNode(t.Context())
	storetest.WantNil(t, err)
	defer p.Leave()
	command := storetest.Open(t, store.Options{URL: url, MaxConns: 1, Patience: 5 * time.Second})
	everything(t, command)
}

// A start waits for a connection as long as patience allows, and its error says what
// is missing.
func TestOpenWaitsOnAFullServer(t *testing.T) {
	t.Parallel()
	o := store.Options{URL: pgtest.Owned(t, "CONNECTION LIMIT 1"), MaxConns: 1, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	first := openUnmigrated(t, o)
	began := time.Now()
	o.Patience = shortPatience
	if db, err := store.Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "too many connections") {
		t.Errorf("%v, error %v", db, err)
	}
	if took := time.Since(began); took > ends {
		t.Errorf("it took %s", took)
	}
	o.Patience = 0
	time.AfterFunc(shortPatience, func() { first.Close() })
	_, err := openUnmigrated(t, o).SchemaVersion(t.Context())
	storetest.WantNil(t, err)
}

// The schema is created and migrated on one connection where there is no other.
func TestMigrateOnOneConnection(t *testing.T) {
	t.Parallel()
	for _, from := range []int64{0, 3} {
		t.Run(fmt.Sprint(from), func(t *testing.T) {
			t.Parallel()
			url := pgtest.Owned(t, "CONNECTION LIMIT 1")
			db := openUnmigrated(t, store.Options{URL: url, MaxConns: 1, Patience: time.Second, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
			if from > 0 {
				storetest.WantNil(t, db.MigrateTo(t.Context(), from))
			}
			if ran, err := db.Migrate(t.Context()); err != nil || ran != store.MigrationsAfter(from, db.LatestMigration()) {
				t.Errorf("%d migrations ran, %v", ran, err)
			}
			everything(t, db)
		})
	}
}

// everything calls every method with a single connection: one that took a second
// connection while it had the first would wait for itself.
func everything(t *testing.T, db *store.DB) {
	t.Helper()
	for _, c := range methodCalls(t, db) {
		if c.name == "RegisterNode" {
			continue // see Options.MaxConns
		}
		if err := c.call(t.Context()); svcx.KindOf(err) == svcx.KindUnavailable || svcx.KindOf(err) == svcx.KindInternal && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	var all sync.WaitGroup
	for i := range 10 {
		all.Go(func() {
			storetest.WantNil(t, db.Write(t.Context(), svcx.WorkspaceID(i), storetest.Put(fmt.Sprint("together", i))))
		})
	}
	all.Wait()
}
