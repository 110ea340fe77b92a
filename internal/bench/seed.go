package bench

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/bench/seed"
	"svcx/internal/refold"
)

// SeedOptions are the options of Seed; only DatabaseURL may be empty.
type SeedOptions struct {
	// Executable, Dir and DatabaseURL are as in Options.
	Executable    string
	Dir           string
	DatabaseURL   string
	Conversations int
	Messages      int
	// Days is how many days the conversations are spread over.
	Days int
	// Seed is the number that everything is computed from.
	Seed uint64
	// Vacuum vacuums and analyzes a PostgreSQL database at the end, as its own daemon
	// does in one that was filled over months.
	Vacuum   bool
	Progress io.Writer
}

// Seed fills an empty store with what happens at a desk, which it creates by the
// program's commands.
func Seed(ctx context.Context, o SeedOptions) (*seed.Description, error) {
	began := time.Now()
	desk, err := seed.NewDesk(o.Seed, o.Conversations, o.Messages, o.Days, svcx.At(began.Truncate(time.Minute)))
	if err != nil {
		return nil, err
	}
	r := &run{Options: Options{Executable: o.Executable, Dir: o.Dir, DatabaseURL: o.DatabaseURL, Form: "B", Progress: o.Progress}}
	if err := r.checkEmpty(ctx); err != nil {
		return nil, err
	}
	if err := r.command(ctx, new(struct{}), "workspace", "create", "--slug", benchSlug, "--name", "Benchmark", "--form", r.Form); err != nil {
		return nil, err
	}
	for _, name := range []string{"Web chat", "E-mail", "Mobile app", "Marketplace", "Partners"} {
		if err := r.command(ctx, new(struct{}), "channel", "create", "--workspace", benchSlug, "--name", name); err != nil {
			return nil, err
		}
	}
	db, err := r.openStore(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	// As at a first start, so that the next one does not read all that is filled in.
	if err := refold.Once(ctx, db, time.Now, slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	s, err := desk.Fill(ctx, db, benchSlug, o.Progress)
	if err != nil {
		return nil, err
	}
	if o.Vacuum && o.DatabaseURL != "" {
		fmt.Fprintln(o.Progress, "vacuuming and analyzing the database …")
		if err := vacuum(ctx, o.DatabaseURL); err != nil {
			return nil, err
		}
	}
	s.Seconds = time.Since(began).Seconds()
	s.MessagesPerSecond = float64(o.Messages) / s.Seconds
	return s, s.Keep(ctx, db)
}

// seeded reads the description of a filled store.
func (r *run) seeded(ctx context.Context) (*seed.Description, error) {
	db, err := r.openStore(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	s, err := seed.Describe(ctx, db)
	if err != nil {
		return nil, err
	}
	w, err := db.Read(ctx).WorkspaceBySlug(s.Workspace)
	if err != nil {
		return nil, err
	}
	r.target.workspace = w.ID
	return s, refold.MarkDone(ctx, db)
}
