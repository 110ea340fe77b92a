package main

import (
	"context"
	"errors"
	"math"
	"os"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
)

// openExisting opens the service for a command that works on an existing
// deployment, also beside a running server.
func openExisting(ctx context.Context, c app.Config) (*app.App, error) {
	return app.OpenExisting(ctx, beside(c), app.NewLog(c, os.Stderr))
}

// open is openExisting for a command that may create the deployment.
func open(ctx context.Context, c app.Config) (*app.App, error) {
	return app.OpenBeside(ctx, beside(c), app.NewLog(c, os.Stderr))
}

// beside is the configuration of a command: it opens one connection to PostgreSQL,
// since the servers may use all others.
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
	w, err := a.Admin.Workspace(ctx, slug)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return noWorkspace(slug)
	}
	if err != nil {
		return err
	}
	return do(a, w)
}

// everything is a list in one page.
var everything = svcx.Page{Limit: math.MaxInt32}

// printList prints one JSON object with the records under a name.
func printList[T any](name string, items []T, record func(T) any) error {
	records := make([]any, len(items))
	for i, item := range items {
		records[i] = record(item)
	}
	return printWire(form.Encode(map[string][]any{name: records}))
}

// named replaces the field that an error is about, whichever it is, by a flag.
func named(flag string, err error) error {
	var refused *svcx.Error
	if errors.As(err, &refused) && refused.Field != "" {
		refused.Field = flag
	}
	return err
}

// deletion is the JSON output of a command that deletes, as the API answers it.
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
