package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"svcx/internal/app"
	"svcx/internal/demo"
)

func newDemo(config *app.Config) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Run the service with sample conversations and a sample integrator; nothing to configure.",
		RunE:  func(c *cobra.Command, _ []string) error { return runDemo(c.Context(), *config) },
	}
}

// runDemo serves the demo. Its data is in a temporary folder that is removed at the end,
// unless a folder is given.
func runDemo(ctx context.Context, c app.Config) error {
	if !c.Given("data-dir") {
		dir, err := os.MkdirTemp("", "svcx-demo-")
		if err != nil {
			return fmt.Errorf("creating a temporary data folder: %w", err)
		}
		defer os.RemoveAll(dir)
		c.DataDir = dir
	}
	if !c.Given("log-level") {
		c.LogLevel = "warn"
	}
	// In another database the samples' ids might not be 1, 2, 3.
	c.DatabaseURL = ""
	// The demo ends when its output is closed.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	return demo.Run(ctx, c, app.NewLog(c, os.Stderr), untilUnread{os.Stdout, stop})
}
