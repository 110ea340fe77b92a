package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usualSettings are the settings in the help of a command. The help of serve has all of
// them; elsewhere they would hide what the command is about.
var usualSettings = []string{"config", "data-dir", "database-url"}

// printLinks are the commands that print addresses of the service.
var printLinks = []string{"workspace create", "login-link", "channel create", "channel list", "channel show", "channel set", "channel pause", "channel resume", "member add"}

// ownSettings are the settings in the help of commands that need others.
var ownSettings = map[string][]string{
	"ai eval":           {"config", "data-dir", "database-url", "ai-base-url", "ai-api-key", "ai-model"},
	"backup":            {"config", "data-dir", "database-url", "backup-url"},
	"restore":           {"config", "data-dir", "database-url", "backup-url"},
	"demo":              {"config", "addr", "data-dir"},
	"rotate-master-key": {"config", "data-dir", "database-url", "master-key", "master-key-file", "next-master-key"},
	"listen":            {},
	"send":              {},
	"version":           {},
	"help":              {},
	"completion":        {},
}

// ownFolder are the commands that use a new folder unless one is given.
var ownFolder = []string{"bench inbound", "bench read", "bench pages", "bench deliver", "bench desk", "bench bodies", "bench answers"}

// newHelp returns the command for the list of commands: see asHelpFlag.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND...]",
		Short: "Show the help of a command.",
		Args:  cobra.ArbitraryArgs,
		RunE:  func(*cobra.Command, []string) error { return nil },
		ValidArgsFunction: func(c *cobra.Command, args []string, begun string) (names []string, _ cobra.ShellCompDirective) {
			of, _, err := c.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			for _, sub := range of.Commands() {
				if strings.HasPrefix(sub.Name(), begun) {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// asHelpFlag turns "svcx help COMMAND" into "svcx COMMAND --help".
func asHelpFlag(args []string) []string {
	if len(args) == 0 || args[0] != "help" {
		return args
	}
	args = args[1:]
	if slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return args
	}
	return append(slices.Clone(args), "--help")
}

// helpSettings are the settings in the help of a command, described as it uses them.
// It leaves the others out.
func (p *program) helpSettings(command string) (shown []*pflag.Flag) {
	names, own := ownSettings[command]
	switch {
	case command == "serve":
		names = []string{"config"}
		for _, s := range p.settings.All() {
			names = append(names, s.Flag)
		}
	case !own:
		names = usualSettings
	}
	if slices.Contains(printLinks, command) {
		names = append([]string{"config", "base-url"}, names[1:]...)
	}
	flags := p.root.PersistentFlags()
	change := func(name, placeholder, help string) {
		flag := flags.Lookup(name)
		flag.Usage = help
		if placeholder != "" { // in place of the default
			flag.DefValue, flag.Annotations[placeholderOf] = "", []string{placeholder}
		}
	}
	switch {
	case command == "demo":
		change("data-dir", "DIR", "Folder to keep the demo's data in; a temporary one if not given.")
	case slices.Contains(ownFolder, command):
		change("data-dir", "DIR", "Folder of the measured store, which is kept; a new one, removed at the end, if not given.")
	case command != "serve":
		change("base-url", "", "Public address of the service; that of the running server if not given.")
	}
	for _, name := range names {
		if flag := flags.Lookup(name); !flag.Hidden {
			shown = append(shown, flag)
		}
	}
	return shown
}

// showHelp shows the help of a command, if there is such a command.
func (p *program) showHelp(c *cobra.Command) error {
	if unknown := c.Flags().Args(); c.HasSubCommands() && len(unknown) > 0 {
		return awaitsCommand(c, unknown)
	}
	p.began = true
	return p.printHelp(os.Stdout, c)
}

// printHelp prints the help of a command, with the settings that matter for it.
func (p *program) printHelp(w io.Writer, c *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s\n\n%s", usage(c), wrapped(c.Short))
	if c.Long != "" {
		b.WriteString("\n" + wrapped(c.Long))
	}
	flags := [][2]string{{"-h, --help", p.root.Flag("help").Usage}}
	if c == p.root {
		flags = append(flags, [2]string{"    --version", p.root.Flag("version").Usage})
	}
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden && p.root.PersistentFlags().Lookup(flag.Name) != flag {
			flags = append(flags, [2]string{"    " + typed(c, flag), flag.Usage})
		}
	})
	b.WriteString("\nFlags:\n" + columns(flags))
	settings := p.helpSettings(name(c))
	if len(settings) > 0 {
		b.WriteString("\nConfiguration (flag, environment variable or line of the --config file):\n")
		var rows [][2]string
		title := ""
		for _, flag := range settings {
			if group := p.settings.GroupOf(flag.Name); name(c) == "serve" && group != title {
				title = group
				rows = append(rows, [2]string{title, ""})
			}
			rows = append(rows, [2]string{typed(c, flag), p.settingHelp(flag)})
		}
		b.WriteString(columns(rows))
	}
	if c.HasSubCommands() {
		var rows [][2]string
		for _, command := range leaves(c) {
			rows = append(rows, [2]string{name(command), command.Short})
		}
		b.WriteString("\nCommands:\n" + columns(rows))
	}
	if c == p.root {
		b.WriteString("\nsvcx COMMAND --help says more about a command.\n")
	}
	if len(settings) > 0 && name(c) != "serve" {
		b.WriteString("\nEvery command takes all settings: svcx serve --help lists them.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// settingHelp is the help of a setting with its variable.
func (p *program) settingHelp(flag *pflag.Flag) string {
	s, found := p.settings.ByFlag(flag.Name)
	if !found {
		return flag.Usage
	}
	return strings.TrimSuffix(flag.Usage, ".") + " ($" + s.Env + ")."
}

// usage is how a command is typed.
func usage(c *cobra.Command) string {
	if c.HasSubCommands() {
		return c.CommandPath() + " COMMAND [flags]"
	}
	_, arguments, _ := strings.Cut(c.Use, " ")
	text := strings.TrimSpace(c.CommandPath() + " " + arguments)
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if isRequired(flag) {
			text += " --" + flag.Name + shownValue(flag)
		}
	})
	return text + " [flags]"
}

// typed is a flag as it is typed.
func typed(c *cobra.Command, flag *pflag.Flag) string {
	if c.Flags().Lookup("no-"+flag.Name) != nil || c.InheritedFlags().Lookup("no-"+flag.Name) != nil {
		return "--[no-]" + flag.Name
	}
	return "--" + flag.Name + shownValue(flag)
}

// leaves are the commands below one that have none below them.
func leaves(c *cobra.Command) (all []*cobra.Command) {
	for _, sub := range c.Commands() {
		switch {
		case sub.HasSubCommands():
			all = append(all, leaves(sub)...)
		case !sub.Hidden:
			all = append(all, sub)
		}
	}
	return all
}

// The width of help, and of the left column from which on the right one begins in the
// next line.
const (
	helpWidth = 80
	leftWidth = 32
)

// columns sets rows in two columns. A row without a second one is a heading.
func columns(rows [][2]string) string {
	left := 0
	for _, row := range rows {
		if n := utf8.RuneCountInString(row[0]); n <= leftWidth {
			left = max(left, n)
		}
	}
	indent := strings.Repeat(" ", 2+left+2)
	var b strings.Builder
	for _, row := range rows {
		if row[1] == "" {
			b.WriteString("\n  " + row[0] + ":\n")
			continue
		}
		b.WriteString("  " + row[0])
		lines := lines(row[1], helpWidth-len(indent))
		if n := utf8.RuneCountInString(row[0]); n <= left {
			b.WriteString(strings.Repeat(" ", left-n+2) + lines[0] + "\n")
			lines = lines[1:]
		} else {
			b.WriteString("\n")
		}
		for _, line := range lines {
			b.WriteString(indent + line + "\n")
		}
	}
	return b.String()
}

// wrapped is a text whose paragraphs fit the help. Those that begin with a space stay as
// they are.
func wrapped(text string) string {
	var paragraphs []string
	for paragraph := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n\n") {
		set := strings.Split(paragraph, "\n")
		if !strings.HasPrefix(paragraph, " ") {
			set = lines(paragraph, helpWidth)
		}
		for i, line := range set {
			set[i] = strings.TrimRight(line, " ")
		}
		paragraphs = append(paragraphs, strings.Join(set, "\n"))
	}
	return strings.Join(paragraphs, "\n\n") + "\n"
}

// lines breaks a text into lines of at most a width.
func lines(text string, width int) (all []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			all, line = append(all, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(all, line)
}
