package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"svcx/internal/app"
	"svcx/internal/bench"
)

type benchPagesCmd struct {
	Callers  []int
	Duration time.Duration
	Only     []string
	storeFlags
}

func newBenchPages(config *app.Config) *cobra.Command {
	var cmd benchPagesCmd
	c := &cobra.Command{
		Use:     "pages",
		Short:   "Measure the pages of the inbox: lists, threads, contacts, and what a browser loads.",
		Long:    storeHelp,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().IntSliceVar(&cmd.Callers, "callers", []int{1, 16}, "Numbers of concurrent connections; each is a run of its own for each page.")
	c.Flags().DurationVar(&cmd.Duration, "duration", 2*time.Second, "How long each page is measured.")
	texts(c, &cmd.Only, "only", "NAME", "Pages, by the beginning of their names as in the table; all if not given.")
	cmd.storeFlags.add(c)
	return c
}

// validate checks the flags.
func (cmd benchPagesCmd) validate() error {
	for _, n := range cmd.Callers {
		if n < 1 || n > 1000 {
			return errors.New("--callers must be 1 to 1000")
		}
	}
	if cmd.Duration < 10*time.Millisecond || cmd.Duration > time.Hour {
		return errors.New("--duration must be 10ms to 1h")
	}
	for _, name := range cmd.Only {
		if !bench.IsPage(name) {
			return fmt.Errorf("--only: no page begins with %q; a run without it prints them all", name)
		}
	}
	return cmd.storeFlags.validate()
}

func (cmd benchPagesCmd) run(ctx context.Context, c app.Config) error {
	o, remove, err := cmd.options(c)
	if err != nil {
		return err
	}
	defer remove()
	result, err := bench.Pages(ctx, bench.ReadOptions{SeedOptions: o, Callers: cmd.Callers, Duration: cmd.Duration, Only: cmd.Only})
	if err != nil {
		return err
	}
	result.Version = app.Version
	return printResult(cmd.JSON, result, result.Print, result.Failed())
}
