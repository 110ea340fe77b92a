package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// group returns a command that only has commands below it.
func group(name, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: awaitsCommand, RunE: func(*cobra.Command, []string) error { return nil }}
	c.AddCommand(commands...)
	return c
}

// placeholderOf is the annotation of a flag with what stands for its value in help.
const placeholderOf = "svcx_placeholder"

// describe adds to a flag what stands for its value in help, and how a shell completes it.
func describe(c *cobra.Command, flag *pflag.Flag, placeholder string) {
	flag.Annotations = map[string][]string{placeholderOf: {placeholder}}
	directive := cobra.ShellCompDirectiveNoFileComp
	switch placeholder {
	case "FILE", "FILE.svg":
		directive = cobra.ShellCompDirectiveDefault
	case "DIR":
		directive = cobra.ShellCompDirectiveFilterDirs
	}
	must(c.RegisterFlagCompletionFunc(flag.Name, cobra.FixedCompletions(nil, directive)))
}

// text adds a flag with a text that is "" if it is not given.
func text(c *cobra.Command, to *string, name, placeholder, help string) {
	c.Flags().StringVar(to, name, *to, help)
	describe(c, c.Flags().Lookup(name), placeholder)
}

// texts adds a flag with several texts, separated by commas.
func texts(c *cobra.Command, to *[]string, name, placeholder, help string) {
	c.Flags().StringSliceVar(to, name, nil, help)
	describe(c, c.Flags().Lookup(name), placeholder)
}

// optional adds a flag that is nil if it is not given: "" is a value.
func optional(c *cobra.Command, to **string, name, placeholder, help string) {
	c.Flags().Var(&word{set: func(text string) { *to = &text }}, name, help)
	describe(c, c.Flags().Lookup(name), placeholder)
}

// choice adds a flag with one of some words; the present one is the default.
func choice(c *cobra.Command, to *string, name string, words []string, help string) {
	addWord(c, &word{text: *to, words: words, set: func(text string) { *to = text }}, name, help)
}

// optionalChoice is choice for a flag that is nil if it is not given.
func optionalChoice(c *cobra.Command, to **string, name string, words []string, help string) {
	addWord(c, &word{words: words, set: func(text string) { *to = &text }}, name, help)
}

func addWord(c *cobra.Command, value *word, name, help string) {
	c.Flags().Var(value, name, help)
	c.Flags().Lookup(name).Annotations = map[string][]string{placeholderOf: {strings.Join(value.words, "|")}}
	must(c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(value.words, cobra.ShellCompDirectiveNoFileComp)))
}

// record adds a flag with the id of a record.
func record(c *cobra.Command, to *recordID, name, placeholder, help string) {
	c.Flags().Var(to, name, help)
	describe(c, c.Flags().Lookup(name), placeholder)
}

// required says that a command needs flags.
func required(c *cobra.Command, names ...string) {
	for _, name := range names {
		must(c.MarkFlagRequired(name))
	}
}

// must reports a mistake in how a command is written, which its first run shows.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// word is the value of a flag that takes a text.
type word struct {
	text  string
	words []string // nil for any text
	set   func(text string)
}

// Set takes one of the words.
func (w *word) Set(text string) error {
	if w.words != nil && !slices.Contains(w.words, text) {
		last := len(w.words) - 1
		return fmt.Errorf("must be %s or %s, not %q", strings.Join(w.words[:last], ", "), w.words[last], text)
	}
	w.text = text
	w.set(text)
	return nil
}

// String is the word.
func (w *word) String() string { return w.text }

// Type is the name of the type in a command line.
func (*word) Type() string { return "word" }

// versionFlag is the value of --version, which ends the command line like --help.
type versionFlag struct{}

var errVersion = errors.New("the version was asked for")

// Set asks for the version.
func (versionFlag) Set(text string) error {
	if text == "true" {
		return errVersion
	}
	return nil
}

// String is the default.
func (versionFlag) String() string { return "false" }

// Type is that of a flag without a value.
func (versionFlag) Type() string { return "bool" }

// isRequired reports whether a command needs a flag.
func isRequired(flag *pflag.Flag) bool {
	return len(flag.Annotations[cobra.BashCompOneRequiredFlag]) > 0
}

// shownValue is a flag's value in help: its default, or what stands for it, after an
// equals sign; "" for a flag without a value.
func shownValue(flag *pflag.Flag) string {
	value := flag.DefValue
	switch flag.Value.Type() {
	case "bool":
		return ""
	case "word":
		value = ""
	case "duration":
		value = strings.TrimSuffix(value, "m0s")
		if value != flag.DefValue {
			value = strings.TrimSuffix(value+"m", "h0m")
			if !strings.HasSuffix(value, "m") {
				value += "h"
			}
		}
	case "intSlice", "stringSlice":
		value = strings.Trim(value, "[]")
	}
	if placeholders := flag.Annotations[placeholderOf]; value == "" && len(placeholders) > 0 {
		value = placeholders[0]
		if flag.Value.Type() == "stringSlice" && value != "" {
			value += ",..."
		}
	}
	if value == "" {
		return ""
	}
	return "=" + value
}

// missingFlags is the error of a command line that lacks flags which the command needs.
func missingFlags(c *cobra.Command) error {
	var missing []string
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if isRequired(flag) && !flag.Changed {
			missing = append(missing, "--"+flag.Name+shownValue(flag))
		}
	})
	if missing == nil {
		return nil
	}
	return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
}

// noArguments refuses arguments that are no flags.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %s", args[0])
	}
	return nil
}

// awaitsCommand is the error where the name of a command was expected.
func awaitsCommand(c *cobra.Command, args []string) error {
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	if len(args) > 0 {
		return fmt.Errorf("unknown command %s%s", args[0], didYouMean(args[0], names))
	}
	if len(names) == 1 {
		return fmt.Errorf("expected %q", names[0])
	}
	var shown []string
	for _, name := range names[:min(5, len(names))] {
		shown = append(shown, fmt.Sprintf("%q", name))
	}
	if len(names) > len(shown) {
		shown = append(shown, "...")
	}
	return fmt.Errorf("expected one of %s", strings.Join(shown, ", "))
}
