package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/alecthomas/kong"

	"svcx/internal/app"
	"svcx/internal/bench"
)

type benchPagesCmd struct {
	Callers  []int         `default:"1,16" help:"Numbers of concurrent connections; each is a run of its own for each page."`
	Duration time.Duration `default:"2s" help:"How long each page is measured."`
	Only     []string      `placeholder:"NAME" help:"Pages, by the beginning of their names as in the table; all if not given."`
	storeFlags
}

// Help is the text below the summary in --help.
func (benchPagesCmd) Help() string { return storeHelp }

// Validate checks the flags.
func (cmd benchPagesCmd) Validate() error {
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
	return cmd.validate()
}

func (cmd benchPagesCmd) Run(ctx context.Context, c app.Config, k *kong.Context) error {
	o, remove, err := cmd.options(c, k)
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
