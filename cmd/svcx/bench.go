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

	"github.com/spf13/cobra"

	"svcx/internal/app"
	"svcx/internal/bench"
)

func newBench(config *app.Config) *cobra.Command {
	return group("bench", "Measure this machine with a load generator and a server of its own.",
		newBenchSeed(config),
		newBenchRead(config),
		newBenchPages(config),
		newBenchDeliver(config),
		newBenchDesk(config),
		newBenchInbound(config),
		newBenchAnswers(config),
		newBenchBodies(config),
	)
}

type benchInboundCmd struct {
	Connections      int
	Duration         time.Duration
	Alone            time.Duration
	Contacts         int
	NewConversations int
	NewContacts      int
	Repeats          int
	Seeded           bool
	Form             string
	AllowTmpfs       bool
	JSON             bool
}

func newBenchInbound(config *app.Config) *cobra.Command {
	cmd := benchInboundCmd{Form: "B"}
	c := &cobra.Command{
		Use:     "inbound",
		Short:   "Measure inbound messages: throughput, latency, CPU time, memory.",
		Long:    `The data goes to a new folder under the working directory, removed at the end, or to --data-dir, which must be empty and is kept. With --database-url it goes to that database, which must be empty. With --seeded it is what svcx bench seed filled. See docs/benchmarks.md for what the figures mean.`,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().IntVar(&cmd.Connections, "connections", 64, "Concurrent connections; each sends its next message when the last one is answered.")
	c.Flags().DurationVar(&cmd.Duration, "duration", 60*time.Second, "How long to send. Within less than some ten seconds there is no checkpoint of the database.")
	c.Flags().DurationVar(&cmd.Alone, "alone", 5*time.Second, "How long to measure a single connection first.")
	c.Flags().IntVar(&cmd.Contacts, "contacts", 100000, "Contacts to seed, each with a conversation.")
	c.Flags().IntVar(&cmd.NewConversations, "new-conversations", 20, "Percentage of messages that start a conversation.")
	c.Flags().IntVar(&cmd.NewContacts, "new-contacts", 0, "Percentage of these that come from a new contact.")
	c.Flags().IntVar(&cmd.Repeats, "repeats", 2, "Percentage of messages that repeat an earlier messageId.")
	c.Flags().BoolVar(&cmd.Seeded, "seeded", false, "Measure the store that svcx bench seed filled; --contacts come on top, on a channel of their own.")
	choice(c, &cmd.Form, "form", []string{"A", "B"}, "Contract form of the workspace; B if not given.")
	c.Flags().BoolVar(&cmd.AllowTmpfs, "allow-tmpfs", false, "Accept a data folder in memory (tmpfs), where an fsync costs nothing.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// validate checks the flags.
func (cmd benchInboundCmd) validate() error {
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

func (cmd benchInboundCmd) run(ctx context.Context, c app.Config) error {
	program, err := benchProgram("")
	if err != nil {
		return err
	}
	dir, remove := c.DataDir, func() {}
	if !cmd.Seeded {
		dir, remove, err = benchDir(dir, c.Given("data-dir"))
	} else if !c.Given("data-dir") {
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

const emptyStoreHelp = `The data goes to a new folder under the working directory, removed at the end, or to --data-dir, which must be empty and is kept. With --database-url it goes to that database, which must be empty. See docs/reliability.md for what the figures mean.`

type benchBodiesCmd struct {
	Senders  []int
	Duration time.Duration
	Size     int
	Only     []string
	Program  string
	JSON     bool
}

func newBenchBodies(config *app.Config) *cobra.Command {
	var cmd benchBodiesCmd
	c := &cobra.Command{
		Use:     "bodies",
		Short:   "Measure large bodies of every costly shape: memory, and the latency of other requests.",
		Long:    emptyStoreHelp,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().IntSliceVar(&cmd.Senders, "senders", []int{64, 500}, "Numbers of concurrent connections; each is a run of its own.")
	c.Flags().DurationVar(&cmd.Duration, "duration", 10*time.Second, "How long each run sends.")
	c.Flags().IntVar(&cmd.Size, "size", 1048576, "Size of a body in bytes.")
	texts(c, &cmd.Only, "only", "BODY", "Shapes of bodies to send; all if not given.")
	text(c, &cmd.Program, "program", "FILE", "Another svcx program to measure, such as an earlier version.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// validate checks the flags.
func (cmd benchBodiesCmd) validate() error {
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

func (cmd benchBodiesCmd) run(ctx context.Context, c app.Config) error {
	program, err := benchProgram(cmd.Program)
	if err != nil {
		return err
	}
	dir, remove, err := benchDir(c.DataDir, c.Given("data-dir"))
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
	Readers  []int
	Duration time.Duration
	Messages int
	Size     int
	Only     []string
	Program  string
	JSON     bool
}

func newBenchAnswers(config *app.Config) *cobra.Command {
	var cmd benchAnswersCmd
	c := &cobra.Command{
		Use:     "answers",
		Short:   "Measure the longest answers, read and not read: memory, and the latency of other requests.",
		Long:    emptyStoreHelp,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().IntSliceVar(&cmd.Readers, "readers", []int{1, 8, 32}, "Numbers of concurrent connections; each is two runs, one that reads the answers and one that does not.")
	c.Flags().DurationVar(&cmd.Duration, "duration", 10*time.Second, "How long each run sends requests.")
	c.Flags().IntVar(&cmd.Messages, "messages", 300, "Messages in the conversation.")
	c.Flags().IntVar(&cmd.Size, "size", 1000000, "Size of the text of each in bytes.")
	texts(c, &cmd.Only, "only", "ANSWER", "Answers to request; all if not given.")
	text(c, &cmd.Program, "program", "FILE", "Another svcx program to measure, such as an earlier version.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// validate checks the flags.
func (cmd benchAnswersCmd) validate() error {
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

func (cmd benchAnswersCmd) run(ctx context.Context, c app.Config) error {
	program, err := benchProgram(cmd.Program)
	if err != nil {
		return err
	}
	dir, remove, err := benchDir(c.DataDir, c.Given("data-dir"))
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
