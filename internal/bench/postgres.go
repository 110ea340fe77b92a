package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// vacuum vacuums and analyzes a PostgreSQL database.
func vacuum(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("vacuuming: %w", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "VACUUM ANALYZE"); err != nil {
		return fmt.Errorf("vacuuming: %w", err)
	}
	return nil
}

// databaseProcess is the process id of the PostgreSQL server; 0 if it is not on this
// machine, or not readable.
func databaseProcess(ctx context.Context, url string) int {
	if url == "" {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0
	}
	defer conn.Close(ctx)
	var backend int
	var local bool
	if err := conn.QueryRow(ctx, "SELECT pg_backend_pid(), coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true)").Scan(&backend, &local); err != nil || !local {
		return 0
	}
	pid, err := parentOf(backend, "postgres")
	if err != nil {
		return 0
	}
	return pid
}

// meter measures the CPU time of the server, and of PostgreSQL if it can.
type meter struct {
	server   *server
	database int // process id, or 0
}

// times are CPU times; nil if they are not known.
type times struct{ server, database, own *time.Duration }

func (m meter) read() (t times) {
	if d, err := m.server.cpu(); err == nil {
		t.server = &d
	}
	if d, err := familyCPU(m.database); err == nil && m.database != 0 {
		t.database = &d
	}
	if d, err := ownCPU(); err == nil {
		t.own = &d
	}
	return t
}

// CPU is CPU time per request in milliseconds: of the server's process, of PostgreSQL's
// (nil on SQLite, and if it does not run on this machine) and of the load generator.
type CPU struct {
	ServerMS    *float64 `json:"serverMs"`
	DatabaseMS  *float64 `json:"databaseMs"`
	GeneratorMS *float64 `json:"generatorMs"`
}

// since is the CPU time since before, per request.
func (m meter) since(before times, requests int) CPU {
	now := m.read()
	per := func(from, to *time.Duration) *float64 {
		if from == nil || to == nil || requests == 0 {
			return nil
		}
		return perMessage(*to-*from, requests)
	}
	return CPU{per(before.server, now.server), per(before.database, now.database), per(before.own, now.own)}
}
