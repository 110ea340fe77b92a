package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/alecthomas/kong"

	"svcx/internal/app"
	"svcx/internal/bench"
)

// storeFlags say which store is measured.
type storeFlags struct {
	Conversations int    `default:"12000" help:"Conversations to seed first, unless the store is seeded."`
	Messages      int    `default:"60000" help:"Their messages."`
	Days          int    `default:"180" help:"Days that they are spread over, up to now."`
	Seed          uint64 `default:"1" help:"Number that they are computed from."`
	Program       string `placeholder:"FILE" help:"Another svcx program to measure, such as an earlier version."`
	JSON          bool   `help:"Print one JSON object."`
}

func (f storeFlags) validate() error {
	if err := checkProgram(f.Program); err != nil {
		return err
	}
	return benchSeedCmd{Conversations: f.Conversations, Messages: f.Messages, Days: f.Days}.Validate()
}

const storeHelp = `The store is that of svcx bench seed: give the same --data-dir, and --database-url if it had one. An empty folder, or an empty database, is seeded first; without --data-dir that is a new folder under the working directory, removed at the end. Any other store is refused. See docs/benchmarks.md for what the figures mean.`

// options returns the options for the store, and how to remove its folder.
func (f storeFlags) options(c app.Config, k *kong.Context) (o bench.SeedOptions, remove func(), err error) {
	program, err := benchProgram(f.Program)
	if err != nil {
		return o, nil, err
	}
	dir, remove := c.DataDir, func() {}
	if given := givenDataDir(k, c); !given {
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
	Callers  []int         `default:"1,16" help:"Numbers of concurrent connections; each is a run of its own for each kind of read."`
	Duration time.Duration `default:"2s" help:"How long each kind of read is measured."`
	Only     []string      `placeholder:"NAME" help:"Kinds of reads, by the beginning of their names as in the table; all if not given."`
	storeFlags
}

// Help is the text below the summary in --help.
func (benchReadCmd) Help() string { return storeHelp }

// Validate checks the flags.
func (cmd benchReadCmd) Validate() error {
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
	return cmd.validate()
}

func (cmd benchReadCmd) Run(ctx context.Context, c app.Config, k *kong.Context) error {
	o, remove, err := cmd.options(c, k)
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
	Connections int           `default:"64" help:"Concurrent connections, each of which replies in another conversation."`
	Channels    int           `default:"8" help:"Channels with a webhook that the conversations are spread over."`
	Duration    time.Duration `default:"10s" help:"How long each phase sends."`
	Alone       time.Duration `default:"3s" help:"How long a single connection is measured."`
	storeFlags
}

// Help is the text below the summary in --help.
func (benchDeliverCmd) Help() string {
	return "Replies are sent by REST first to conversations without a webhook; then by a single connection that waits for each event, by all connections likewise, and by all without waiting. The receiver checks every signature, and that every reply has its event. " + storeHelp
}

// Validate checks the flags.
func (cmd benchDeliverCmd) Validate() error {
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
	return cmd.validate()
}

func (cmd benchDeliverCmd) Run(ctx context.Context, c app.Config, k *kong.Context) error {
	o, remove, err := cmd.options(c, k)
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
