// Package bench measures the inbound endpoint: it starts the server as a process of
// its own, seeds its database, sends messages over keep-alive connections, and then
// checks that every message that was answered "ok" is stored once. docs/benchmarks.md
// explains the figures and sets targets.
//
// The server is driven from outside, by its command line, its environment and HTTP,
// as a user would. The store is opened directly for two things that no interface
// offers: fast seeding, and reading every message back.
package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Options are the options of Run; only DatabaseURL may be empty.
type Options struct {
	// Executable is the svcx program to measure.
	Executable string
	// Dir is an empty folder for the data.
	Dir string
	// DatabaseURL is an empty PostgreSQL database; "" means the embedded database in
	// Dir.
	DatabaseURL string
	Form        string
	Connections int
	Duration    time.Duration
	// Alone is how long a single connection is measured first.
	Alone    time.Duration
	Contacts int
	// NewConversations and Repeats are percentages of the messages, NewContacts is one
	// of the new conversations.
	NewConversations int
	NewContacts      int
	Repeats          int
	// Seeded is set if the store was filled by Seed. The contacts come on top.
	Seeded bool
	// Progress gets a line for each step, since a run takes minutes.
	Progress io.Writer
}

// settle is how long a started server idles before its memory is read.
const settle = time.Second

// run is the state of a run.
type run struct {
	Options
	settings []string // more variables for the program, NAME=value
	result   Result
	target   target
	sent     []*caller
	database int // process id of PostgreSQL's server, or 0
}

// Run runs the benchmark. An error means that there is no result; messages that failed
// or were lost are in the result (see Result.Failed).
func Run(ctx context.Context, o Options) (*Result, error) {
	r := &run{Options: o}
	r.result = Result{
		Database: "sqlite", Form: o.Form, Connections: o.Connections, Contacts: o.Contacts,
		NewConversations: o.NewConversations, NewContacts: o.NewContacts, Repeats: o.Repeats,
		CPUs: runtime.NumCPU(), GoVersion: runtime.Version(),
	}
	if o.DatabaseURL != "" {
		r.result.Database = "postgres"
	}
	check, start := r.checkEmpty, "starting on an empty database"
	if o.Seeded {
		check, start = r.checkSeeded, "starting on the seeded store"
	}
	steps := []struct {
		name string
		run  func(context.Context) error
	}{
		{"checking the database", check},
		{start, r.firstStart},
		{fmt.Sprintf("seeding %d contacts", o.Contacts), r.seed},
		{"measuring the disk", r.disk},
		{"measuring", r.measure},
		{"reading the messages back", r.verify},
	}
	for _, step := range steps {
		fmt.Fprintf(o.Progress, "%s …\n", step.name)
		if err := step.run(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return &r.result, nil
}

// openStore opens the store directly, also while the server runs.
func (r *run) openStore(ctx context.Context) (*store.DB, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return store.Open(ctx, store.Options{URL: r.DatabaseURL, Dir: r.Dir, Now: time.Now, Log: log})
}

// checkEmpty refuses a PostgreSQL database that has been used: a slip in an environment
// variable must not fill a real inbox with a hundred thousand contacts. The caller
// checks that the folder is empty.
func (r *run) checkEmpty(ctx context.Context) error {
	if r.DatabaseURL == "" {
		return nil
	}
	db, err := r.openStore(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	version, err := db.SchemaVersion(ctx)
	if err == nil && version != 0 {
		err = errors.New("SVCX_DATABASE_URL (--database-url): the database is not empty, create a new one for the benchmark")
	}
	return err
}

func (r *run) checkSeeded(ctx context.Context) (err error) {
	r.result.Seeded, err = r.seeded(ctx)
	return err
}

// firstStart measures how long the first start takes, and the memory after it.
func (r *run) firstStart(ctx context.Context) error {
	s, ready, err := r.startServer(ctx)
	if err != nil {
		return err
	}
	defer s.stop()
	r.result.Start.ReadyMS = milliseconds(ready)
	if err := sleep(ctx, settle); err != nil {
		return err
	}
	if memory, err := s.memory(); err == nil {
		r.result.Start.MemoryBytes = &memory.now
	}
	return s.stop()
}

func (r *run) disk(context.Context) (err error) {
	r.result.Disk, err = measureDisk(r.Dir)
	return err
}

// measure puts load on the server: a single connection, then all of them.
func (r *run) measure(ctx context.Context) error {
	s, _, err := r.startServer(ctx)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := sleep(ctx, settle); err != nil {
		return err
	}
	if memory, err := s.memory(); err == nil {
		r.result.Memory.IdleBytes = &memory.now
	}
	r.target.address, r.database = s.address, databaseProcess(ctx, r.DatabaseURL)
	alone, err := r.phase(ctx, s, 1, r.Alone)
	if err != nil {
		return err
	}
	r.result.Alone = alone
	r.result.AloneOverFsyncMS = alone.Latency.P50MS - r.result.Disk.FsyncMS

	log := watchLog(r.walPath())
	load, err := r.phase(ctx, s, r.Connections, r.Duration)
	r.result.Log = log.stop()
	if err != nil {
		return err
	}
	r.result.Load = load
	if memory, err := s.memory(); err == nil {
		r.result.Memory.PeakBytes = &memory.peak
	}
	return s.stop()
}

// phase runs n callers for d and measures what they cost.
func (r *run) phase(ctx context.Context, s *server, n int, d time.Duration) (Phase, error) {
	callers := r.newCallers(n)
	m := meter{s, r.database}
	before := m.read()
	elapsed, err := drive(ctx, r.target.address, callers, d)
	if err != nil {
		return Phase{}, err
	}
	p := summarize(callers, elapsed)
	cpu := m.since(before, p.Messages)
	p.ServerCPUMS, p.DatabaseCPUMS, p.GeneratorCPUMS = cpu.ServerMS, cpu.DatabaseMS, cpu.GeneratorMS
	return p, s.exited()
}

func perMessage(d time.Duration, messages int) *float64 {
	ms := milliseconds(d) / float64(messages)
	return &ms
}

// newCallers returns callers with numbers that are unique in the run, so that no two
// of them send the same messageId.
func (r *run) newCallers(n int) []*caller {
	first := len(r.sent)
	for i := range n {
		r.sent = append(r.sent, &caller{
			mix: &mix{
				run: r.target.run, caller: first + i, contacts: r.Contacts,
				newConversations: r.NewConversations, newContacts: r.NewContacts, repeats: r.Repeats,
			},
			target: &r.target,
		})
	}
	return r.sent[first:]
}

// walPath is the embedded database's write-ahead log; "" on PostgreSQL.
func (r *run) walPath() string {
	if r.DatabaseURL != "" {
		return ""
	}
	return filepath.Join(r.Dir, "svcx.db-wal")
}

// sleep waits for d or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// target is where messages are sent.
type target struct {
	address   string // host and port
	path      string
	key       string
	workspace svcx.WorkspaceID
	channel   svcx.ChannelID
	run       string // of the mix
}
