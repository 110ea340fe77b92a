package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"svcx/internal/app"
)

func newCompact(config *app.Config) *cobra.Command {
	return &cobra.Command{
		Use:   "compact",
		Short: "Rewrite the embedded database, so that nothing erased is left in its files.",
		Long: `Erasing overwrites data within ten minutes, but pieces of it may stay in unused space
between the rows of the embedded database until its files are rewritten. A server
does that at its start if something was erased and both files have 32 MiB at most. No
server may be running, and the disk needs free space of twice the size of the larger
file. On PostgreSQL there is nothing to do.`,
		RunE: func(c *cobra.Command, _ []string) error { return compact(c.Context(), *config) },
	}
}

// stillCompacting is how often a long compaction says that it is running.
const stillCompacting = 10 * time.Second

// compact compacts and prints a line when a file begins, while it takes long, and at its end.
func compact(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	still := time.NewTicker(stillCompacting)
	defer still.Stop()
	began := time.Now()
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-still.C:
				fmt.Fprintf(app.Lossy(os.Stderr), "still rewriting after %s\n", time.Since(began).Round(time.Second))
			}
		}
	}()
	var output error
	unfinished, err := a.Compact(ctx, func(s app.CompactStep) {
		if s.After == 0 {
			output = errors.Join(output, printf("Rewriting %s (%s).\n", s.File, mebibytes(s.Before)))
			return
		}
		output = errors.Join(output, printf("Rewrote %s: %s.\n", s.File, mebibytes(s.After)))
	})
	if errors.Is(err, app.ErrNothingToCompact) {
		return printf("Nothing to do: %v.\n", err)
	}
	if err != nil {
		return err
	}
	if unfinished {
		output = errors.Join(output, printf("An erasure is not finished: start the server, which continues it, and compact again afterwards.\n"))
	}
	return output
}

func mebibytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
