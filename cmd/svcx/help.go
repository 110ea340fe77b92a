package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// configuration is the group of the flags for settings, which every command has.
const configuration = "Configuration"

// usualSettings are the settings in the help of a command. The help of serve has all of
// them; elsewhere they would hide what the command is about.
var usualSettings = []string{"config", "data-dir", "database-url"}

// printLinks are the commands that print addresses of the service.
var printLinks = []string{"workspace create", "login-link", "channel create", "channel list", "channel show", "channel set", "channel pause", "channel resume", "member add"}

// ownSettings are the settings in the help of commands that need others.
var ownSettings = map[string][]string{
	"ai eval":           {"config", "data-dir", "database-url", "ai-base-url", "ai-api-key", "ai-model"},
	"demo":              {"config", "addr", "data-dir"},
	"rotate-master-key": {"config", "data-dir", "database-url", "master-key", "master-key-file", "next-master-key"},
	"version":           {},
	"help":              {},
}

// ownFolder are the commands that use a new folder unless one is given.
var ownFolder = []string{"bench inbound", "bench read", "bench pages", "bench deliver", "bench desk", "bench bodies", "bench answers"}

// helpCmd is only for the list of commands: see asHelpFlag.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command."`
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

// printHelp prints the default help with the settings that matter for the command.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	command := ""
	if selected := ctx.Selected(); selected != nil {
		command, _, _ = strings.Cut(selected.Path(), " <")
		command = strings.TrimPrefix(command, ctx.Model.Name+" ")
	}
	for _, flag := range ctx.Model.Flags {
		if flag.Name == "version" && command != "" {
			flag.Hidden = true
		}
	}
	if command == "serve" {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	shown, own := ownSettings[command]
	if !own {
		shown = usualSettings
	}
	if slices.Contains(printLinks, command) {
		shown = append(slices.Clone(shown), "base-url")
	}
	for _, flag := range ctx.Model.Flags {
		if command == "demo" && flag.Name == "data-dir" {
			// The default differs for the demo.
			flag.HasDefault, flag.Default, flag.PlaceHolder = false, "", "DIR"
			flag.Help = "Folder to keep the demo's data in; a temporary one if not given."
		}
		if slices.Contains(ownFolder, command) && flag.Name == "data-dir" {
			flag.HasDefault, flag.Default, flag.PlaceHolder = false, "", "DIR"
			flag.Help = "Folder of the measured store, which is kept; a new one, removed at the end, if not given."
		}
		if flag.Name == "base-url" {
			flag.Help = "Public address of the service; that of the running server if not given."
		}
		if flag.Group != nil && flag.Group.Key == configuration && !slices.Contains(shown, flag.Name) {
			flag.Hidden = true
		}
	}
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil || len(shown) == 0 {
		return err
	}
	_, err := fmt.Fprintln(ctx.Stdout, "\nEvery command takes all settings: svcx serve --help lists them.")
	return err
}
