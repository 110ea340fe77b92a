package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"svcx/internal/app"
	"svcx/internal/bench"
)

// storeFlags say which store is measured.
type storeFlags struct {
	Conversations int
	Messages      int
	Days          int
	Seed          uint64
	Program       string
	JSON          bool
}

// add adds the flags to a command.
func (f *storeFlags) add(c *cobra.Command) {
	c.Flags().IntVar(&f.Conversations, "conversations", 12000, "Conversations to seed first, unless the store is seeded.")
	c.Flags().IntVar(&f.Messages, "messages", 60000, "Their messages.")
	c.Flags().IntVar(&f.Days, "days", 180, "Days that they are spread over, up to now.")
	c.Flags().Uint64Var(&f.Seed, "seed", 1, "Number that they are computed from.")
	text(c, &f.Program, "program", "FILE", "Another svcx program to measure, such as an earlier version.")
	c.Flags().BoolVar(&f.JSON, "json", false, "Print one JSON object.")
}

func (f storeFlags) validate() error {
	if err := checkProgram(f.Program); err != nil {
		return err
	}
	return benchSeedCmd{Conversations: f.Conversations, Messages: f.Messages, Days: f.Days}.validate()
}

const storeHelp = `The store is that of svcx bench seed: give the same --data-dir, and --database-url if it had one. An empty folder, or an empty database, is seeded first; without --data-dir that is a new folder under the working directory, removed at the end. Any other store is refused. See docs/benchmarks.md for what the figures mean.`

// options returns the options for the store, and how to remove its folder.
func (f storeFlags) options(c app.Config) (o bench.SeedOptions, remove func(), err error) {
	program, err := benchProgram(f.Program)
	if err != nil {
		return o, nil, err
	}
	dir, remove := c.DataDir, func() {}
	if given := c.Given("data-dir"); !given {
		dir, remove, err = benchDir(dir, given)
	} else {
		err = os.MkdirAll(dir, 0o700)
	}
	return bench.SeedOptions{
		Executable: program, Dir: dir, DatabaseURL: c.DatabaseURL, Conversations: f.Conversations, Messages: f.Messages, Days: f.Days,
		Seed: f.Seed, Vacuum: true, Progress: os.Stderr,
	}, remove, err
}

type benchReadCmd struct {
	Callers  []int
	Duration time.Duration
	Only     []string
	storeFlags
}

func newBenchRead(config *app.Config) *cobra.Command {
	var cmd benchReadCmd
	c := &cobra.Command{
		Use:     "read",
		Short:   "Measure what agents and integrators read: lists, views, searches, threads.",
		Long:    storeHelp,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().IntSliceVar(&cmd.Callers, "callers", []int{1, 16}, "Numbers of concurrent connections; each is a run of its own for each kind of read.")
	c.Flags().DurationVar(&cmd.Duration, "duration", 2*time.Second, "How long each kind of read is measured.")
	texts(c, &cmd.Only, "only", "NAME", "Kinds of reads, by the beginning of their names as in the table; all if not given.")
	cmd.storeFlags.add(c)
	return c
}

// validate checks the flags.
func (cmd benchReadCmd) validate() error {
	for _, n := range cmd.Callers {
		if n < 1 || n > 1000 {
			return errors.New("--callers must be 1 to 1000")
		}
	}
	if cmd.Duration < 10*time.Millisecond || cmd.Duration > time.Hour {
		return errors.New("--duration must be 10ms to 1h")
	}
	for _, name := range cmd.Only {
		if !bench.IsRead(name) {
			return fmt.Errorf("--only: no kind of read begins with %q; a run without it prints them all", name)
		}
	}
	return cmd.storeFlags.validate()
}

func (cmd benchReadCmd) run(ctx context.Context, c app.Config) error {
	o, remove, err := cmd.options(c)
	if err != nil {
		return err
	}
	defer remove()
	result, err := bench.Read(ctx, bench.ReadOptions{SeedOptions: o, Callers: cmd.Callers, Duration: cmd.Duration, Only: cmd.Only})
	if err != nil {
		return err
	}
	result.Version = app.Version
	return printResult(cmd.JSON, result, result.Print, result.Failed())
}

type benchDeliverCmd struct {
	Connections int
	Channels    int
	Duration    time.Duration
	Alone       time.Duration
	storeFlags
}

func newBenchDeliver(config *app.Config) *cobra.Command {
	var cmd benchDeliverCmd
	c := &cobra.Command{
		Use:     "deliver",
		Short:   "Measure replies by REST, and their signed deliveries to a receiver.",
		Long:    "Replies are sent by REST first to conversations without a webhook; then by a single connection that waits for each event, by all connections likewise, and by all without waiting. The receiver checks every signature, and that every reply has its event. " + storeHelp,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().IntVar(&cmd.Connections, "connections", 64, "Concurrent connections, each of which replies in another conversation.")
	c.Flags().IntVar(&cmd.Channels, "channels", 8, "Channels with a webhook that the conversations are spread over.")
	c.Flags().DurationVar(&cmd.Duration, "duration", 10*time.Second, "How long each phase sends.")
	c.Flags().DurationVar(&cmd.Alone, "alone", 3*time.Second, "How long a single connection is measured.")
	cmd.storeFlags.add(c)
	return c
}

// validate checks the flags.
func (cmd benchDeliverCmd) validate() error {
	switch {
	case cmd.Connections < 1 || cmd.Connections > 1000:
		return errors.New("--connections must be 1 to 1000")
	case cmd.Channels < 1 || cmd.Channels > 100:
		return errors.New("--channels must be 1 to 100")
	case cmd.Duration < 100*time.Millisecond || cmd.Duration > time.Hour:
		return errors.New("--duration must be 100ms to 1h")
	case cmd.Alone < 100*time.Millisecond || cmd.Alone > time.Hour:
		return errors.New("--alone must be 100ms to 1h")
	}
	return cmd.storeFlags.validate()
}

func (cmd benchDeliverCmd) run(ctx context.Context, c app.Config) error {
	o, remove, err := cmd.options(c)
	if err != nil {
		return err
	}
	defer remove()
	result, err := bench.Deliver(ctx, bench.DeliverOptions{
		SeedOptions: o, Connections: cmd.Connections, Channels: cmd.Channels, Duration: cmd.Duration, Alone: cmd.Alone,
	})
	if err != nil {
		return err
	}
	result.Version = app.Version
	return printResult(cmd.JSON, result, result.Print, result.Failed())
}
