package store

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"svcx/internal/store/pgtest"
)

// Nodes that start together all find no schema before one of them creates it; the
// others wait for the migration lock and check again. They must see it then: with
// to_regclass, which answers from the session's cache, they tried to create the tables
// again and failed.
func TestTableCreatedWhileWaitingForTheLockIsSeen(t *testing.T) {
	ctx, url := t.Context(), pgtest.URL(t)
	connect := func() *pgx.Conn {
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(context.Background()) })
		return conn
	}
	exec := func(conn *pgx.Conn, statement string) {
		t.Helper()
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	present := func(conn *pgx.Conn) (present bool) {
		t.Helper()
		if err := conn.QueryRow(ctx, isTable, "made_meanwhile").Scan(&present); err != nil {
			t.Fatal(err)
		}
		return present
	}
	maker, waiter := connect(), connect()
	exec(waiter, "SET plan_cache_mode = force_generic_plan")
	exec(waiter, "BEGIN; SELECT pg_advisory_xact_lock(1); COMMIT")
	if present(waiter) || present(waiter) {
		t.Fatal("a table is seen that was not created")
	}
	exec(maker, "BEGIN; SELECT pg_advisory_xact_lock(1)")
	exec(waiter, "BEGIN")
	locked := make(chan error, 1)
	go func() {
		_, err := waiter.Exec(ctx, "SELECT pg_advisory_xact_lock(1)")
		locked <- err
	}()
	for waiting := 0; waiting == 0; {
		const query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid = $1"
		if err := maker.QueryRow(ctx, query, waiter.PgConn().PID()).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	exec(maker, "CREATE TABLE made_meanwhile (id bigint)")
	exec(maker, "COMMIT")
	if err := <-locked; err != nil {
		t.Fatal(err)
	}
	if !present(waiter) {
		t.Error("after waiting for the lock, the table created under it is not seen")
	}
}
