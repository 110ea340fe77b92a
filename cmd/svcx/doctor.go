package main

import (
	"context"
	"errors"
	"fmt"

	"svcx/internal/app"
)

type doctorCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// Help is the text below the summary in --help.
func (doctorCmd) Help() string {
	return `Give it the settings of the server (the same environment or --config). It changes
nothing and can run beside a server. It asks for the root (/) of the receivers' hosts,
and AI providers for their models; no event is sent. Exit code 1 if something has failed.`
}

// finding is a finding as --json prints it.
type finding struct {
	Check   string      `json:"check"`
	Verdict app.Verdict `json:"verdict"`
	Found   string      `json:"found"`
	Remedy  string      `json:"remedy,omitzero"`
}

func (cmd doctorCmd) Run(ctx context.Context, c app.Config) error {
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
