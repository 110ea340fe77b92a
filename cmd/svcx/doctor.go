package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"svcx/internal/app"
)

type doctorCmd struct {
	JSON bool
}

func newDoctor(config *app.Config) *cobra.Command {
	var cmd doctorCmd
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the configuration, the database and what the service depends on, and say what to do.",
		Long: `Give it the settings of the server (the same environment or --config). It changes
nothing and can run beside a server. It asks for the root (/) of the receivers' hosts,
and AI providers for their models; no event is sent. Exit code 1 if something has failed.`,
		RunE: func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// finding is a finding as --json prints it.
type finding struct {
	Check   string      `json:"check"`
	Verdict app.Verdict `json:"verdict"`
	Found   string      `json:"found"`
	Remedy  string      `json:"remedy,omitzero"`
}

func (cmd doctorCmd) run(ctx context.Context, c app.Config) error {
	var all []finding
	var output error
	failures := 0
	app.Diagnose(ctx, beside(c), func(f app.Finding) {
		if f.Verdict == app.VerdictFailed {
			failures++
		}
		if cmd.JSON {
			all = append(all, finding(f))
			return
		}
		output = errors.Join(output, printFinding(f))
	})
	if cmd.JSON {
		output = printJSON(struct {
			OK       bool      `json:"ok"`
			Findings []finding `json:"findings"`
		}{failures == 0, all})
	}
	if output == nil && failures > 0 {
		return fmt.Errorf("%d of the checks failed", failures)
	}
	return output
}

func printFinding(f app.Finding) error {
	marks := map[app.Verdict]string{app.VerdictOK: "ok", app.VerdictWarning: "note", app.VerdictFailed: "FAIL"}
	err := printf("%-5s %-14s %s\n", marks[f.Verdict], f.Check, f.Found)
	if f.Remedy != "" {
		err = errors.Join(err, printf("%20s %s\n", "->", f.Remedy))
	}
	return err
}
