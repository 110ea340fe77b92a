package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
)

// openExisting opens the service for a command that works on what is there,
// also beside a running server.
func openExisting(ctx context.Context, c app.Config) (*app.App, error) {
	return app.OpenExisting(ctx, beside(c), app.NewLog(c, os.Stderr))
}

// open does it for a command that may be the first one of a deployment.
func open(ctx context.Context, c app.Config) (*app.App, error) {
	return app.OpenBeside(ctx, beside(c), app.NewLog(c, os.Stderr))
}

// beside is the configuration of a command: it takes one connection to PostgreSQL,
// since the servers may have all others.
func beside(c app.Config) app.Config {
	c.DatabaseMaxConns = 1
	return c
}

// inWorkspace runs a command on the workspace with the slug.
func inWorkspace(ctx context.Context, c app.Config, slug string, do func(*app.App, *svcx.Workspace) error) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	w, err := a.Inbox.Workspace(ctx, slug)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return fmt.Errorf("there is no workspace %s (svcx workspace list)", svcx.OneLine(slug))
	}
	if err != nil {
		return err
	}
	return do(a, w)
}

// everything is a list without pages.
var everything = svcx.Page{Limit: math.MaxInt32}

// printList prints a list for machines: one object with the records under a name.
func printList[T any](name string, items []T, record func(T) any) error {
	records := make([]any, len(items))
	for i, item := range items {
		records[i] = record(item)
	}
	return printWire(form.Encode(map[string][]any{name: records}))
}

// named says of an error about one field which flag it came with.
func named(flag string, err error) error {
	var refused *svcx.Error
	if errors.As(err, &refused) && refused.Field != "" {
		refused.Field = flag
	}
	return err
}

// deletion is the answer for machines when something is gone, as the API has it.
type deletion struct {
	ID      any  `json:"id"`
	Deleted bool `json:"deleted"`
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
