package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"svcx/internal/app"
	"svcx/internal/bench"
	"svcx/internal/setting"
)

type benchSeedCmd struct {
	Conversations int
	Messages      int
	Days          int
	Seed          uint64
	Vacuum        bool
	JSON          bool
}

func newBenchSeed(config *app.Config) *cobra.Command {
	var cmd benchSeedCmd
	c := &cobra.Command{
		Use:     "seed",
		Short:   "Fill an empty store with the conversations of a large support desk.",
		Long:    `The workspace "bench" gets contacts with names and addresses, conversations on several channels with messages, notes, history, tags and categories, agents with what they have read, the counts of reports and the event log, as if all of it had been received and answered. The text index is filled too. The data goes to --data-dir, which must be empty and is kept, or with --database-url to that database, which must be empty; the folder then has the master key. svcx bench read, svcx bench pages, svcx bench deliver and svcx bench desk take the same folder and database, and so does svcx serve.`,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().IntVar(&cmd.Conversations, "conversations", 1000000, "Conversations to store.")
	c.Flags().IntVar(&cmd.Messages, "messages", 5000000, "Their messages; each conversation has 1 to 200.")
	c.Flags().IntVar(&cmd.Days, "days", 180, "Days that they are spread over, up to now.")
	c.Flags().Uint64Var(&cmd.Seed, "seed", 1, "Number that everything is computed from; the same number makes the same conversations.")
	c.Flags().BoolVar(&cmd.Vacuum, "vacuum", true, "Vacuum and analyze a PostgreSQL database at the end, as it does by itself over time.")
	setting.Negatable(c.Flags(), "vacuum")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// validate checks the flags.
func (cmd benchSeedCmd) validate() error {
	switch {
	case cmd.Conversations < 1 || cmd.Conversations > 100_000_000:
		return errors.New("--conversations must be 1 to 100000000")
	case cmd.Messages < cmd.Conversations || cmd.Messages > 200*cmd.Conversations:
		return fmt.Errorf("--messages must be %d to %d: 1 to 200 for each conversation", cmd.Conversations, 200*cmd.Conversations)
	case cmd.Days < 1 || cmd.Days > 3650:
		return errors.New("--days must be 1 to 3650")
	}
	return nil
}

func (cmd benchSeedCmd) run(ctx context.Context, c app.Config) error {
	if !c.Given("data-dir") {
		return errors.New("SVCX_DATA_DIR (--data-dir): name a folder, since what is seeded is kept")
	}
	program, err := benchProgram("")
	if err != nil {
		return err
	}
	dir, _, err := benchDir(c.DataDir, true)
	if err != nil {
		return err
	}
	seeded, err := bench.Seed(ctx, bench.SeedOptions{
		Executable: program, Dir: dir, DatabaseURL: c.DatabaseURL, Conversations: cmd.Conversations, Messages: cmd.Messages, Days: cmd.Days,
		Seed: cmd.Seed, Vacuum: cmd.Vacuum, Progress: os.Stderr,
	})
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(seeded)
	}
	return seeded.Print(os.Stdout)
}
