// Command svcx is the support inbox: the server and its operator's tools.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"svcx/internal/app"
)

// Exit codes other than 0.
const (
	exitFailed = 1
	exitUsage  = 2
	exitPipe   = 128 + int(syscall.SIGPIPE) // a shell's code for a process that this signal ended
)

// cli is the command line. Every command takes the configuration's flags.
type cli struct {
	File   kong.ConfigFlag `name:"config" group:"Configuration" placeholder:"FILE" help:"File of SVCX_NAME=value lines; flags and the environment win over it."`
	Config app.Config      `embed:"" group:"Configuration"`

	Serve     serveCmd     `cmd:"" help:"Run the service. The first start creates the database and prints a sign-in link."`
	Demo      demoCmd      `cmd:"" help:"Run the service with sample conversations and a sample integrator; nothing to configure."`
	Migrate   migrateCmd   `cmd:"" help:"Bring the database to this version's schema."`
	Workspace workspaceCmd `cmd:"" help:"Create, list and change workspaces."`
	LoginLink loginLinkCmd `cmd:"" help:"Print a sign-in link for a member."`
	Channel   channelCmd   `cmd:"" help:"Create, list and change channels."`
	Key       keyCmd       `cmd:"" help:"Create, list and revoke API keys."`
	Member    memberCmd    `cmd:"" help:"List, add and remove members of a workspace."`
	Outbound  outboundCmd  `cmd:"" help:"Stop and start sending events, and see what waits."`
	Backup    backupCmd    `cmd:"" help:"Write the embedded database and the stored files to a file, also while a server runs."`
	Restore   restoreCmd   `cmd:"" help:"Read a backup into an empty data folder."`
	Doctor    doctorCmd    `cmd:"" help:"Check the configuration, the database and what the service depends on, and say what to do."`
	AI        aiCmd        `cmd:"" name:"ai" help:"Measure the AI model."`
	Rotate    rotateCmd    `cmd:"" name:"rotate-master-key" help:"Encrypt everything that is stored encrypted under a new master key."`
	Compact   compactCmd   `cmd:"" help:"Rewrite the embedded database, so that nothing erased is left in its files."`
	Bench     benchCmd     `cmd:"" help:"Measure this machine with a load generator and a server of its own."`
	Version   versionCmd   `cmd:"" help:"Print the version."`
	Help      helpCmd      `cmd:"" help:"Show the help of a command."`

	VersionFlag kong.VersionFlag `name:"version" help:"Print the version."`
}

// Validate reports invalid settings as wrong usage.
func (c *cli) Validate() error { return c.Config.Validate() }

func main() {
	log.SetOutput(app.Lossy(os.Stderr)) // for what libraries log by themselves
	os.Exit(run(os.Args[1:]))
}

// run is main with an exit code, so that deferred calls run.
func run(args []string) int {
	var c cli
	takePipeErrors()
	parser, err := kong.New(&c, kong.Name("svcx"), kong.UsageOnError(),
		kong.Description("A support inbox that you host yourself. Start with: svcx demo"),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(printHelp),
		kong.Configuration(loadEnvFile),
		kong.Vars{"version": "svcx " + app.Version},
		kong.ExplicitGroups([]kong.Group{{Key: configuration, Title: "Configuration (flag, environment variable or line of the --config file):"}}),
	)
	if err != nil {
		fmt.Fprintln(os.Stderr, "svcx:", err)
		return exitFailed
	}
	exited := -1
	parser.Exit = func(code int) { exited = code }
	if err := dropEmpty(parser.Model.Flags); err != nil {
		fmt.Fprintln(os.Stderr, "svcx:", err)
		return exitFailed
	}
	for _, name := range unknownVariables(parser.Model.Flags) {
		fmt.Fprintf(os.Stderr, "svcx: %s is set, but %s\n", name, noSuchSetting(parser.Model.Flags, name))
	}
	parsed, err := parser.Parse(dropEmptyFlags(parser.Model.Flags, asHelpFlag(args)))
	if exited >= 0 {
		return exited
	}
	if outputFailed(err) { // the help could not be printed
		return failed(err)
	}
	if err != nil {
		text := explain(err)
		fmt.Fprintf(os.Stderr, "svcx: %s%s\n", text, whereToLook(text, err))
		return exitUsage
	}
	ctx, stop := untilStopped(stopSignals(parsed.Command()), stopBound, func() {
		fmt.Fprintf(app.Lossy(os.Stderr), "svcx: did not stop within %s, exiting\n", stopBound)
		os.Exit(exitFailed)
	})
	defer stop()
	c.Config.Given = func(flag string) bool { return given(parsed, flag) }
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(c.Config); err != nil {
		return failed(err)
	}
	return 0
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

// failed prints why a command failed and returns its exit code. A command whose
// output is no longer read prints nothing and exits as if SIGPIPE had ended it.
func failed(err error) (code int) {
	if outputFailed(err) && errors.Is(err, syscall.EPIPE) {
		return exitPipe
	}
	fmt.Fprintln(os.Stderr, "svcx:", message(err))
	return exitFailed
}

// whereToLook names the help to read after a command line that was not understood:
// that of the command as far as it was recognised. The error of a setting says by
// itself what is expected.
func whereToLook(text string, err error) string {
	var failed *kong.ParseError
	if !errors.As(err, &failed) || failed.Context == nil || strings.Contains(text, "SVCX_") {
		return ""
	}
	command := failed.Context.Model.Name
	for _, p := range failed.Context.Path {
		if p.Command != nil {
			command = p.Command.FullPath()
		}
	}
	return " (" + command + " --help)"
}

// message is an error in one line.
func message(err error) string {
	var public interface{ Public() string }
	if errors.As(err, &public) && public.Public() != "" {
		return public.Public()
	}
	return err.Error()
}
