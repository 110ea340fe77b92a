package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"svcx/internal/app"
	"svcx/internal/bench"
)

type benchDeskCmd struct {
	Duration         time.Duration
	Inbound          int
	NewConversations int
	NewContacts      int
	Agents           int
	OpenEvery        time.Duration
	Replies          int
	Resolves         int
	Plot             string
	storeFlags
}

func newBenchDesk(config *app.Config) *cobra.Command {
	var cmd benchDeskCmd
	c := &cobra.Command{
		Use:     "desk",
		Short:   "Measure the busy minutes of a large desk: messages arrive at a fixed rate while agents watch, read and answer.",
		Long:    "Messages are sent at fixed times, whether or not earlier ones were answered, and their latency counts from these times, so that a stall is not hidden. At the end each message and reply that was answered must be stored once. " + storeHelp,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().DurationVar(&cmd.Duration, "duration", 20*time.Minute, "How long messages arrive.")
	c.Flags().IntVar(&cmd.Inbound, "inbound", 300, "Messages a second in conversations that exist.")
	c.Flags().IntVar(&cmd.NewConversations, "new-conversations", 100, "Conversations a second that begin, each with a message that comes on top.")
	c.Flags().IntVar(&cmd.NewContacts, "new-contacts", 60, "Percentage of these from a contact who has never written.")
	c.Flags().IntVar(&cmd.Agents, "agents", 200, "Agents, each with a session of their own and a live stream.")
	c.Flags().DurationVar(&cmd.OpenEvery, "open-every", 20*time.Second, "How often, on average, an agent opens a thread: reads a list, a conversation of it and its messages, and marks it as read.")
	c.Flags().IntVar(&cmd.Replies, "replies", 50, "Percentage of opened threads that the agent replies to.")
	c.Flags().IntVar(&cmd.Resolves, "resolves", 30, "Percentage of opened threads that the agent resolves.")
	text(c, &cmd.Plot, "plot", "FILE.svg", "Write a plot of the figures over the time.")
	cmd.storeFlags.add(c)
	return c
}

// validate checks the flags.
func (cmd benchDeskCmd) validate() error {
	switch {
	case cmd.Duration < 100*time.Millisecond || cmd.Duration > 24*time.Hour:
		return errors.New("--duration must be 100ms to 24h")
	case cmd.Inbound < 0 || cmd.Inbound > 100_000:
		return errors.New("--inbound must be 0 to 100000")
	case cmd.NewConversations < 1 || cmd.NewConversations > 100_000:
		return errors.New("--new-conversations must be 1 to 100000")
	case cmd.NewContacts < 0 || cmd.NewContacts > 100:
		return errors.New("--new-contacts must be a percentage, 0 to 100")
	case cmd.Agents < 1 || cmd.Agents > 10_000:
		return errors.New("--agents must be 1 to 10000")
	case cmd.OpenEvery < 10*time.Millisecond || cmd.OpenEvery > 24*time.Hour:
		return errors.New("--open-every must be 10ms to 24h")
	case cmd.Replies < 0 || cmd.Replies > 100:
		return errors.New("--replies must be a percentage, 0 to 100")
	case cmd.Resolves < 0 || cmd.Resolves > 100:
		return errors.New("--resolves must be a percentage, 0 to 100")
	}
	if folder, err := os.Stat(filepath.Dir(cmd.Plot)); err != nil || !folder.IsDir() {
		return fmt.Errorf("--plot: %s is no folder", filepath.Dir(cmd.Plot))
	}
	return cmd.storeFlags.validate()
}

func (cmd benchDeskCmd) run(ctx context.Context, c app.Config) error {
	o, remove, err := cmd.options(c)
	if err != nil {
		return err
	}
	defer remove()
	result, err := bench.Desk(ctx, bench.DeskOptions{
		SeedOptions: o, Duration: cmd.Duration, Inbound: cmd.Inbound, NewConversations: cmd.NewConversations, NewContacts: cmd.NewContacts,
		Agents: cmd.Agents, OpenEvery: cmd.OpenEvery, Replies: cmd.Replies, Resolves: cmd.Resolves,
	})
	if err != nil {
		return err
	}
	result.Version = app.Version
	if cmd.Plot != "" {
		if err := writePlot(cmd.Plot, result); err != nil {
			return err
		}
	}
	return printResult(cmd.JSON, result, result.Print, result.Failed())
}

func writePlot(path string, result *bench.DeskResult) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	if err := errors.Join(result.Plot(f), f.Close()); err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	return nil
}
