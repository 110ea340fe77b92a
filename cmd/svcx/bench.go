package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"svcx/internal/app"
	"svcx/internal/bench"
)

type benchCmd struct {
	Seed    benchSeedCmd    `cmd:"" help:"Fill an empty store with the conversations of a large support desk."`
	Read    benchReadCmd    `cmd:"" help:"Measure what agents and integrators read: lists, views, searches, threads."`
	Pages   benchPagesCmd   `cmd:"" help:"Measure the pages of the inbox: lists, threads, contacts, and what a browser loads."`
	Deliver benchDeliverCmd `cmd:"" help:"Measure replies by REST, and their signed deliveries to a receiver."`
	Desk    benchDeskCmd    `cmd:"" help:"Measure the busy minutes of a large desk: messages arrive at a fixed rate while agents watch, read and answer."`
	Inbound benchInboundCmd `cmd:"" help:"Measure inbound messages: throughput, latency, CPU time, memory."`
	Answers benchAnswersCmd `cmd:"" help:"Measure the longest answers, read and not read: memory, and the latency of other requests."`
	Bodies  benchBodiesCmd  `cmd:"" help:"Measure large bodies of every costly shape: memory, and the latency of other requests."`
}

type benchInboundCmd struct {
	Connections      int           `default:"64" help:"Concurrent connections; each sends its next message when the last one is answered."`
	Duration         time.Duration `default:"60s" help:"How long to send. Within less than some ten seconds there is no checkpoint of the database."`
	Alone            time.Duration `default:"5s" help:"How long to measure a single connection first."`
	Contacts         int           `default:"100000" help:"Contacts to seed, each with a conversation."`
	NewConversations int           `default:"20" help:"Percentage of messages that start a conversation."`
	NewContacts      int           `default:"0" help:"Percentage of these that come from a new contact."`
	Repeats          int           `default:"2" help:"Percentage of messages that repeat an earlier messageId."`
	Seeded           bool          `help:"Measure the store that svcx bench seed filled; --contacts come on top, on a channel of their own."`
	Form             string        `enum:"A,B" default:"B" help:"Contract form of the workspace."`
	AllowTmpfs       bool          `help:"Accept a data folder in memory (tmpfs), where an fsync costs nothing."`
	JSON             bool          `help:"Print one JSON object."`
}

// Help is the text below the summary in --help.
func (benchInboundCmd) Help() string {
	return `The data goes to a new folder under the working directory, removed at the end, or to --data-dir, which must be empty and is kept. With --database-url it goes to that database, which must be empty. With --seeded it is what svcx bench seed filled. See docs/benchmarks.md for what the figures mean.`
}

// Validate checks the flags.
func (cmd benchInboundCmd) Validate() error {
	switch {
	case cmd.Connections < 1 || cmd.Connections > 10000:
		return errors.New("--connections must be 1 to 10000")
	case cmd.Duration < 100*time.Millisecond || cmd.Duration > 24*time.Hour:
		return errors.New("--duration must be 100ms to 24h")
	case cmd.Alone < 100*time.Millisecond || cmd.Alone > time.Hour:
		return errors.New("--alone must be 100ms to 1h")
	case cmd.Contacts < 1 || cmd.Contacts > 10_000_000:
		return errors.New("--contacts must be 1 to 10000000")
	case cmd.NewConversations < 0 || cmd.NewConversations > 100:
		return errors.New("--new-conversations must be a percentage, 0 to 100")
	case cmd.NewContacts < 0 || cmd.NewContacts > 100:
		return errors.New("--new-contacts must be a percentage, 0 to 100")
	case cmd.Repeats < 0 || cmd.Repeats > 99:
		return errors.New("--repeats must be a percentage, 0 to 99")
	}
	return nil
}

func (cmd benchInboundCmd) Run(ctx context.Context, c app.Config, k *kong.Context) error {
	program, err := benchProgram("")
	if err != nil {
		return err
	}
	dir, remove := c.DataDir, func() {}
	if !cmd.Seeded {
		dir, remove, err = benchDir(dir, givenDataDir(k, c))
	} else if !givenDataDir(k, c) {
		err = errNoSeededDir
	}
	if err != nil {
		return err
	}
	defer remove()
	if memory, err := bench.InMemory(dir); err != nil {
		return err
	} else if memory && !cmd.AllowTmpfs {
		return fmt.Errorf("%s is in memory (tmpfs), where an fsync costs nothing: choose a --data-dir on a disk, or give --allow-tmpfs", dir)
	}
	result, err := bench.Run(ctx, bench.Options{
		Executable: program, Dir: dir, DatabaseURL: c.DatabaseURL, Form: cmd.Form,
		Connections: cmd.Connections, Duration: cmd.Duration, Alone: cmd.Alone, Contacts: cmd.Contacts,
		NewConversations: cmd.NewConversations, NewContacts: cmd.NewContacts, Repeats: cmd.Repeats, Seeded: cmd.Seeded, Progress: os.Stderr,
	})
	if err != nil {
		return err
	}
	result.Version = app.Version
	return printResult(cmd.JSON, result, result.Print, result.Failed())
}

// printResult prints a result and returns the reason why the run failed, if it did.
func printResult(asJSON bool, result any, print func(io.Writer) error, failed string) (err error) {
	if asJSON {
		err = printJSON(result)
	} else {
		err = print(os.Stdout)
	}
	if err == nil && failed != "" {
		err = errors.New(failed)
	}
	return err
}

var errNoSeededDir = errors.New("--seeded: name the folder of svcx bench seed (--data-dir)")

// benchProgram is the path of the program to measure: by default this one.
func benchProgram(given string) (path string, err error) {
	if given == "" {
		path, err = os.Executable()
	} else {
		path, err = filepath.Abs(given)
	}
	if err != nil {
		return "", fmt.Errorf("finding the program: %w", err)
	}
	return path, nil
}

// checkProgram refuses a program that cannot be run, before a store is filled for it.
func checkProgram(given string) error {
	if given == "" {
		return nil
	}
	path, err := filepath.Abs(given)
	if err == nil {
		_, err = exec.LookPath(path)
	}
	if err != nil {
		return fmt.Errorf("--program: %w", err)
	}
	return nil
}

type benchBodiesCmd struct {
	Senders  []int         `default:"64,500" help:"Numbers of concurrent connections; each is a run of its own."`
	Duration time.Duration `default:"10s" help:"How long each run sends."`
	Size     int           `default:"1048576" help:"Size of a body in bytes."`
	Only     []string      `placeholder:"BODY" help:"Shapes of bodies to send; all if not given."`
	Program  string        `placeholder:"FILE" help:"Another svcx program to measure, such as an earlier version."`
	JSON     bool          `help:"Print one JSON object."`
}

// Help is the text below the summary in --help.
func (benchBodiesCmd) Help() string {
	return `The data goes to a new folder under the working directory, removed at the end, or to --data-dir, which must be empty and is kept. With --database-url it goes to that database, which must be empty. See docs/reliability.md for what the figures mean.`
}

// Validate checks the flags.
func (cmd benchBodiesCmd) Validate() error {
	for _, n := range cmd.Senders {
		if n < 1 || n > 10000 {
			return errors.New("--senders must be 1 to 10000")
		}
	}
	switch {
	case cmd.Duration < 100*time.Millisecond || cmd.Duration > time.Hour:
		return errors.New("--duration must be 100ms to 1h")
	case cmd.Size < 1<<10 || cmd.Size > 64<<20:
		return errors.New("--size must be 1024 to 67108864")
	}
	for _, name := range cmd.Only {
		if !slices.Contains(bench.BodyNames(), name) {
			return fmt.Errorf("--only must be one of %s, not %q", strings.Join(bench.BodyNames(), ", "), name)
		}
	}
	return checkProgram(cmd.Program)
}

func (cmd benchBodiesCmd) Run(ctx context.Context, c app.Config, k *kong.Context) error {
	program, err := benchProgram(cmd.Program)
	if err != nil {
		return err
	}
	dir, remove, err := benchDir(c.DataDir, givenDataDir(k, c))
	if err != nil {
		return err
	}
	defer remove()
	result, err := bench.Bodies(ctx, bench.BodiesOptions{
		Executable: program, Dir: dir, DatabaseURL: c.DatabaseURL, Senders: cmd.Senders, Duration: cmd.Duration, Size: cmd.Size, Only: cmd.Only,
		Progress: os.Stderr,
	})
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(result)
	}
	return result.Print(os.Stdout)
}

type benchAnswersCmd struct {
	Readers  []int         `default:"1,8,32" help:"Numbers of concurrent connections; each is two runs, one that reads the answers and one that does not."`
	Duration time.Duration `default:"10s" help:"How long each run sends requests."`
	Messages int           `default:"300" help:"Messages in the conversation."`
	Size     int           `default:"1000000" help:"Size of the text of each in bytes."`
	Only     []string      `placeholder:"ANSWER" help:"Answers to request; all if not given."`
	Program  string        `placeholder:"FILE" help:"Another svcx program to measure, such as an earlier version."`
	JSON     bool          `help:"Print one JSON object."`
}

// Help is the text below the summary in --help.
func (benchAnswersCmd) Help() string { return benchBodiesCmd{}.Help() }

// Validate checks the flags.
func (cmd benchAnswersCmd) Validate() error {
	for _, n := range cmd.Readers {
		if n < 1 || n > 10000 {
			return errors.New("--readers must be 1 to 10000")
		}
	}
	switch {
	case cmd.Duration < 100*time.Millisecond || cmd.Duration > time.Hour:
		return errors.New("--duration must be 100ms to 1h")
	case cmd.Messages < 1 || cmd.Messages > 9000:
		return errors.New("--messages must be 1 to 9000")
	case cmd.Size < 1 || cmd.Size > 1_040_000:
		return errors.New("--size must be 1 to 1040000")
	}
	for _, name := range cmd.Only {
		if !slices.Contains(bench.AnswerNames(), name) {
			return fmt.Errorf("--only must be one of %s, not %q", strings.Join(bench.AnswerNames(), ", "), name)
		}
	}
	return checkProgram(cmd.Program)
}

func (cmd benchAnswersCmd) Run(ctx context.Context, c app.Config, k *kong.Context) error {
	program, err := benchProgram(cmd.Program)
	if err != nil {
		return err
	}
	dir, remove, err := benchDir(c.DataDir, givenDataDir(k, c))
	if err != nil {
		return err
	}
	defer remove()
	result, err := bench.Answers(ctx, bench.AnswersOptions{
		Executable: program, Dir: dir, DatabaseURL: c.DatabaseURL, Readers: cmd.Readers, Duration: cmd.Duration, Messages: cmd.Messages, Size: cmd.Size,
		Only: cmd.Only, Progress: os.Stderr,
	})
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(result)
	}
	return result.Print(os.Stdout)
}

// givenDataDir reports whether the data folder was chosen: the default folder may have
// the data of a server on this machine.
func givenDataDir(k *kong.Context, c app.Config) bool {
	for _, flag := range k.Flags() {
		if flag.Name == "data-dir" && c.DataDir != flag.Default {
			return true
		}
	}
	for _, p := range k.Path {
		if p.Flag != nil && p.Flag.Name == "data-dir" {
			return true
		}
	}
	return false
}

// benchDir creates the folder of a run and returns how to remove it.
func benchDir(dir string, given bool) (path string, remove func(), err error) {
	if !given {
		path, err := os.MkdirTemp(".", "svcx-bench-")
		if err != nil {
			return "", nil, fmt.Errorf("creating a data folder: %w", err)
		}
		return path, func() { os.RemoveAll(path) }, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, fmt.Errorf("SVCX_DATA_DIR (--data-dir): creating the folder: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", nil, fmt.Errorf("SVCX_DATA_DIR (--data-dir): reading the folder: %w", err)
	}
	if len(entries) > 0 {
		return "", nil, fmt.Errorf("SVCX_DATA_DIR (--data-dir): %s is not empty, a benchmark needs an empty folder", filepath.Clean(dir))
	}
	return dir, func() {}, nil
}
