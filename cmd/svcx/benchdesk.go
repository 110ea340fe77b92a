package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/alecthomas/kong"

	"svcx/internal/app"
	"svcx/internal/bench"
)

type benchDeskCmd struct {
	Duration         time.Duration `default:"20m" help:"How long messages arrive."`
	Inbound          int           `default:"300" help:"Messages a second in conversations that exist."`
	NewConversations int           `default:"100" help:"Conversations a second that begin, each with a message that comes on top."`
	NewContacts      int           `default:"60" help:"Percentage of these from a contact who has never written."`
	Agents           int           `default:"200" help:"Agents, each with a session of their own and a live stream."`
	OpenEvery        time.Duration `default:"20s" help:"How often, on average, an agent opens a thread: reads a list, a conversation of it and its messages, and marks it as read."`
	Replies          int           `default:"50" help:"Percentage of opened threads that the agent replies to."`
	Resolves         int           `default:"30" help:"Percentage of opened threads that the agent resolves."`
	Plot             string        `placeholder:"FILE.svg" help:"Write a plot of the figures over the time."`
	storeFlags
}

// Help is the text below the summary in --help.
func (benchDeskCmd) Help() string {
	return "Messages are sent at fixed times, whether or not earlier ones were answered, and their latency counts from these times, so that a stall is not hidden. At the end each message and reply that was answered must be stored once. " + storeHelp
}

// Validate checks the flags.
func (cmd benchDeskCmd) Validate() error {
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
	return cmd.validate()
}

func (cmd benchDeskCmd) Run(ctx context.Context, c app.Config, k *kong.Context) error {
	o, remove, err := cmd.options(c, k)
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
