package main

import (
	"context"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"svcx/internal/app"
	"svcx/internal/demo"
)

type demoCmd struct{}

// Run serves the demo. Its data goes into a temporary folder, removed at the
// end, unless a folder is given.
func (demoCmd) Run(ctx context.Context, c app.Config, parsed *kong.Context) error {
	if !given(parsed, "data-dir") {
		dir, err := os.MkdirTemp("", "svcx-demo-")
		if err != nil {
			return fmt.Errorf("making a temporary data folder: %w", err)
		}
		defer os.RemoveAll(dir)
		c.DataDir = dir
	}
	if !given(parsed, "log-level") {
		c.LogLevel = "warn"
	}
	// The samples' ids in a database of somebody's choosing would not be 1, 2, 3.
	c.DatabaseURL = ""
	// Who closes its output has seen enough.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	return demo.Run(ctx, c, app.NewLog(c, os.Stderr), untilUnread{os.Stdout, stop})
}

// given reports whether a flag was set on the command line, in the environment
// or in the configuration file.
func given(parsed *kong.Context, name string) bool {
	for _, p := range parsed.Path {
		if p.Flag != nil && p.Flag.Name == name {
			return true
		}
	}
	for _, flag := range parsed.Model.Flags {
		if flag.Name != name {
			continue
		}
		for _, env := range flag.Envs {
			if os.Getenv(env) != "" {
				return true
			}
		}
	}
	return false
}
