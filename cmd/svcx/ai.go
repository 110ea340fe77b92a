package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/assist/eval"
	"svcx/internal/assist/provider"
)

func newAI(config *app.Config) *cobra.Command {
	return group("ai", "Measure the AI model.",
		newAIEval(config),
	)
}

type aiEvalCmd struct {
	Workspace     string
	Conversations int
	Model         []string
	Operation     []string
	JSON          bool
}

func newAIEval(config *app.Config) *cobra.Command {
	var cmd aiEvalCmd
	c := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well a model does the AI operations, to choose one by.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "Ask about conversations of this workspace, with its AI settings, in place of the synthetic ones. They are sent to the model; nothing is stored, and no text is printed.")
	c.Flags().IntVar(&cmd.Conversations, "conversations", 20, "How many of the workspace's newest conversations to ask about; 20 by default.")
	texts(c, &cmd.Model, "model", "NAME", "Models to measure one after the other, separated by commas; the one of the settings by default.")
	texts(c, &cmd.Operation, "operation", "NAME", "Operations to measure, separated by commas; all by default.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// mostRecent bounds the conversations and the messages of each.
const mostRecent = 200

// modelReport is the report on a model.
type modelReport struct {
	Model string `json:"model"`
	*eval.Report
}

func (cmd aiEvalCmd) run(ctx context.Context, c app.Config) error {
	if cmd.Conversations < 1 || cmd.Conversations > mostRecent {
		return fmt.Errorf("--conversations must be from 1 to %d", mostRecent)
	}
	operations, err := cmd.operations()
	if err != nil {
		return err
	}
	if cmd.Workspace == "" {
		cases, err := eval.Cases()
		if err != nil {
			return err
		}
		model, err := app.OperatorsModel(c)
		if err != nil {
			return err
		}
		return cmd.measure(ctx, model, cases, operations)
	}
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		model, err := a.WorkspacesModel(ctx, w)
		if err != nil {
			return err
		}
		cases, err := cmd.cases(ctx, a, w)
		if err != nil {
			return err
		}
		return cmd.measure(ctx, model, cases, operations)
	})
}

func (cmd aiEvalCmd) operations() (all []svcx.AIOperation, err error) {
	var names []string
	for _, op := range svcx.AIOperations {
		names = append(names, string(op))
	}
	for _, name := range cmd.Operation {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("--operation must be some of %s, not %q", strings.Join(names, ", "), name)
		}
		all = append(all, svcx.AIOperation(name))
	}
	return all, nil
}

// cases are the newest conversations of a workspace.
func (cmd aiEvalCmd) cases(ctx context.Context, a *app.App, w *svcx.Workspace) (all []eval.Case, err error) {
	list, err := a.Messaging.Conversations(ctx, w, svcx.ConversationFilter{}, svcx.Page{Limit: cmd.Conversations})
	if err != nil {
		return nil, err
	}
	for _, conversation := range list.Items {
		messages, err := a.Messaging.Messages(ctx, w, conversation, svcx.MessagePage{Page: svcx.Page{Limit: mostRecent}})
		if err != nil {
			return nil, err
		}
		all = append(all, eval.CaseOf(strconv.FormatInt(int64(conversation.ID), 10), messages.Items))
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the workspace %s has no conversations", w.Slug)
	}
	return all, nil
}

func (cmd aiEvalCmd) measure(ctx context.Context, set *provider.Provider, cases []eval.Case, operations []svcx.AIOperation) error {
	models := cmd.Model
	if len(models) == 0 {
		models = []string{set.Model}
	}
	reports := []modelReport{}
	for _, name := range models {
		model := *set
		model.Model = strings.TrimSpace(name)
		report, err := eval.Run(ctx, &model, eval.Options{Cases: cases, Operations: operations, Now: time.Now, Progress: cmd.progress})
		if err != nil {
			return evalFailed(err)
		}
		if reports = append(reports, modelReport{model.Model, report}); cmd.JSON {
			continue
		}
		if err := printf("Model %s; conversations: %d\n\n", nameOf(model.Model), len(cases)); err != nil {
			return err
		}
		if err := printed(0, report.Write(os.Stdout)); err != nil {
			return err
		}
		if err := printf("\n"); err != nil {
			return err
		}
	}
	if cmd.JSON {
		return printJSON(struct {
			Reports []modelReport `json:"reports"`
		}{reports})
	}
	return nil
}

// progress tells who waits that something happens: each call may take a minute.
func (cmd aiEvalCmd) progress(done, all int, operation svcx.AIOperation, _ string) {
	if done%20 == 0 {
		fmt.Fprintf(os.Stderr, "%d of %d calls, %s …\n", done, all, operation)
	}
}

func nameOf(model string) string {
	if model == "" {
		return "(the provider's)"
	}
	return svcx.OneLine(model)
}

// evalFailed is the error of a measurement that could not be made.
func evalFailed(err error) error {
	var failed *provider.Error
	if errors.As(err, &failed) {
		return fmt.Errorf("%w (is SVCX_AI_BASE_URL right, and are the key and the model?)", err)
	}
	return err
}
