//go:generate go test -run ^TestReferenceIsThatOfTheProgram$ -update .

// Command svcx is the support inbox: the server and its operator's tools.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"svcx/internal/app"
	"svcx/internal/setting"
)

// Exit codes other than 0.
const (
	exitFailed = 1
	exitUsage  = 2
	exitPipe   = 128 + int(syscall.SIGPIPE) // a shell's code for a process that this signal ended
)

func main() {
	log.SetOutput(app.Lossy(os.Stderr)) // for what libraries log by themselves
	os.Exit(run(os.Args[1:]))
}

// program is one run of svcx.
type program struct {
	root *cobra.Command
	// config is complete when a command begins. Every command takes all settings.
	config   app.Config
	settings *setting.Set
	// file is the configuration file, "" for none.
	file string
	// began reports that the command line was understood and the command, or its help,
	// has begun.
	began bool
	// help is the error of showing the help.
	help error
}

// newProgram returns the program with all commands.
func newProgram() *program {
	cobra.EnableCommandSorting = false // the help has them in the order in which they are needed
	p := new(program)
	p.settings = p.config.Settings()
	p.root = group("svcx", "A support inbox that you host yourself. Start with: svcx demo",
		newServe(&p.config),
		newDemo(&p.config),
		newMigrate(&p.config),
		newWorkspace(&p.config),
		newLoginLink(&p.config),
		newChannel(&p.config),
		newKey(&p.config),
		newMember(&p.config),
		newImport(&p.config),
		newOutbound(&p.config),
		newListen(),
		newSend(),
		newBackup(&p.config),
		newRestore(&p.config),
		newDoctor(&p.config),
		newAI(&p.config),
		newRotate(&p.config),
		newCompact(&p.config),
		newMigrateTo(&p.config),
		newBench(&p.config),
		newVersion(),
		newCompletion(),
	)
	p.root.SilenceErrors, p.root.SilenceUsage = true, true
	p.root.CompletionOptions.DisableDefaultCmd = true
	p.root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	p.root.SetHelpCommand(newHelp())
	p.root.InitDefaultHelpCmd()
	p.root.SetHelpFunc(func(c *cobra.Command, _ []string) { p.help = p.showHelp(c) })
	p.root.SetFlagErrorFunc(p.explain)
	p.addFlags()
	p.complete(p.root)
	return p
}

// addFlags adds the flags that all commands have.
func (p *program) addFlags() {
	flags := p.root.PersistentFlags()
	flags.SortFlags = false
	flags.BoolP("help", "h", false, "Show context-sensitive help.")
	flags.VarPF(versionFlag{}, "version", "", "Print the version.").NoOptDefVal = "true"
	flags.StringVar(&p.file, "config", "", "File of SVCX_NAME=value lines; flags and the environment win over it. If not given, the one that SVCX_CONFIG names.")
	describe(p.root, flags.Lookup("config"), "FILE")
	p.settings.AddTo(flags)
	for _, s := range p.settings.All() {
		describe(p.root, flags.Lookup(s.Flag), s.Placeholder)
	}
}

// complete gives a command and those below it what all have in common: what is checked
// before they begin, and that they end with a signal.
func (p *program) complete(c *cobra.Command) {
	for _, sub := range c.Commands() {
		p.complete(sub)
	}
	c.Flags().SortFlags = false
	if c.HasSubCommands() {
		return
	}
	if c.Args == nil {
		c.Args = noArguments
	}
	validate, do := c.PreRunE, c.RunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if err := missingFlags(c); err != nil {
			return err
		}
		if err := p.readSettings(); err != nil || validate == nil {
			return err
		}
		return validate(c, args)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		p.began = true
		ctx, stop := untilStopped(stopSignals(name(c)), stopBound, func() {
			fmt.Fprintf(app.Lossy(os.Stderr), "svcx: did not stop within %s, exiting\n", stopBound)
			os.Exit(exitFailed)
		})
		defer stop()
		c.SetContext(ctx)
		return do(c, args)
	}
}

// readSettings reads the settings that are not on the command line from the environment
// and the configuration file, and checks all of them.
func (p *program) readSettings() error {
	if err := p.settings.Read(os.Getenv); err != nil {
		return err
	}
	if p.file == "" {
		p.file = os.Getenv(fileVariable)
	}
	if p.file != "" {
		values, err := p.readFile()
		if err != nil {
			return err
		}
		if err := p.settings.Read(func(env string) string { return values[env] }); err != nil {
			return err
		}
	}
	p.config.Given = p.settings.Given
	return p.config.Validate()
}

// run is main with an exit code, so that deferred calls run.
func run(args []string) int {
	takePipeErrors()
	p := newProgram()
	args = asHelpFlag(args)
	command, err := p.root, error(nil)
	if len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // a shell that completes
		p.reportUnknown()
		command, err = p.forgottenValue(args)
	}
	if err == nil {
		p.root.SetArgs(append([]string{}, args...)) // not nil, which stands for those of the process
		command, err = p.root.ExecuteC()
	}
	switch {
	case errors.Is(err, errVersion):
		p.began, err = true, printf("svcx %s\n", app.Version)
	case err == nil:
		err = p.help
	}
	switch {
	case err == nil:
		return 0
	case p.began:
		return failed(err)
	}
	fmt.Fprintf(os.Stderr, "svcx: %s%s\n", message(err), whereToLook(message(err), command))
	app.ReportFailure(message(err))
	return exitUsage
}

// failed prints why a command failed and returns its exit code. A command whose
// output is no longer read prints nothing and exits as if SIGPIPE had ended it.
func failed(err error) (code int) {
	if outputFailed(err) && errors.Is(err, syscall.EPIPE) {
		return exitPipe
	}
	fmt.Fprintln(os.Stderr, "svcx:", message(err))
	app.ReportFailure(message(err))
	return exitFailed
}

// whereToLook names the help to read after a command line that was not understood:
// that of the command as far as it was recognised. The error of a setting says by
// itself what is expected.
func whereToLook(text string, command *cobra.Command) string {
	if strings.Contains(text, "SVCX_") || strings.Contains(text, "OTEL_") {
		return ""
	}
	return " (" + command.CommandPath() + " --help)"
}

// message is an error in one line.
func message(err error) string {
	var public interface{ Public() string }
	if errors.As(err, &public) && public.Public() != "" {
		return public.Public()
	}
	return err.Error()
}

// name is the name of a command as it is typed after svcx: "channel create".
func name(c *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), c.Root().Name()), " ")
}
