// Package setting has the settings of a program: each is a flag, an environment variable
// and a line of a configuration file.
package setting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Setting is one setting.
type Setting struct {
	Flag    string // without hyphens
	Env     string // the environment variable, also its name in a configuration file
	Default string // "" for none
	// Placeholder stands for the value in help where there is no default. FILE and DIR
	// also say what a shell completes.
	Placeholder string
	Help        string
	// Hidden leaves the flag, not the variable, out of the help.
	Hidden bool
	// To is where the value goes: a *string, *bool, *int, *time.Duration, *[]string
	// (separated by commas), or a pflag.Value.
	To any
}

// Group is settings about one thing, for the reference.
type Group struct {
	Title    string
	Settings []Setting
}

// String is how errors name the setting, whichever way it was set.
func (s Setting) String() string { return s.Env + " (--" + s.Flag + ")" }

// Set is the settings of a program in the order of its help, with what is known of
// them so far.
type Set struct {
	groups []Group
	values map[string]*value
}

// New returns settings at their defaults.
func New(groups ...Group) *Set {
	s := &Set{groups: groups, values: make(map[string]*value)}
	for _, one := range s.All() {
		v := &value{Value: valueOf(one.To), emptyIsUnset: true}
		if _, text := one.To.(*string); text {
			// Empty is a value of such a setting: it wins over the environment.
			v.emptyIsUnset = one.Default != ""
		}
		if one.Default != "" {
			if err := v.Value.Set(one.Default); err != nil {
				panic(fmt.Sprintf("the default of %s: %v", one, err))
			}
		}
		s.values[one.Flag] = v
	}
	return s
}

// Groups are the settings in their groups.
func (s *Set) Groups() []Group { return s.groups }

// All are the settings.
func (s *Set) All() []Setting {
	var all []Setting
	for _, g := range s.groups {
		all = append(all, g.Settings...)
	}
	return all
}

// ByFlag returns the setting with a flag.
func (s *Set) ByFlag(flag string) (one Setting, found bool) {
	for _, one := range s.All() {
		if one.Flag == flag {
			return one, true
		}
	}
	return Setting{}, false
}

// GroupOf is the title of the group of the setting with a flag; "" for none.
func (s *Set) GroupOf(flag string) string {
	for _, g := range s.groups {
		if slices.ContainsFunc(g.Settings, func(one Setting) bool { return one.Flag == flag }) {
			return g.Title
		}
	}
	return ""
}

// Given reports whether the setting with a flag was set, by any means.
func (s *Set) Given(flag string) bool {
	v := s.values[flag]
	return v != nil && v.given
}

// AddTo adds the flags.
func (s *Set) AddTo(flags *pflag.FlagSet) {
	for _, one := range s.All() {
		flag := flags.VarPF(s.values[one.Flag], one.Flag, "", one.Help)
		flag.DefValue, flag.Hidden = one.Default, one.Hidden
		if _, isBool := one.To.(*bool); isBool {
			flag.NoOptDefVal = "true"
			if one.Default == "true" {
				Negatable(flags, one.Flag)
			}
		}
	}
}

// Read reads the settings that are not given yet from the texts that lookup returns for
// the names of their variables; an empty text sets nothing. What is read first wins.
func (s *Set) Read(lookup func(env string) string) error {
	for _, one := range s.All() {
		v := s.values[one.Flag]
		text := lookup(one.Env)
		if v.given || text == "" {
			continue
		}
		if err := v.Set(text); err != nil {
			return Refused(one.String(), v.Type(), text, err)
		}
	}
	return nil
}

// Negatable adds --no-NAME, which sets --NAME to false. It is not in the help.
func Negatable(flags *pflag.FlagSet, name string) {
	flag := flags.Lookup(name)
	no := "no-" + name
	flags.BoolFunc(no, "Turns --"+name+" off.", func(text string) error {
		off, err := strconv.ParseBool(text)
		if err != nil {
			return err
		}
		return flag.Value.Set(strconv.FormatBool(!off))
	})
	flags.Lookup(no).Hidden = true
}

// Refused is the error of a text that is no value of a flag or setting of a type, as
// pflag names them. It says which there are.
func Refused(name, typ, text string, err error) error {
	expected := map[string]string{
		"bool":     "true or false",
		"int":      "a whole number",
		"uint64":   "a whole number",
		"intSlice": "whole numbers, separated by commas",
		"duration": "a duration such as 30s, 5m or 720h",
		"size":     "a size such as 64KiB or 1MiB",
	}[typ]
	switch {
	case expected == "" && strings.HasPrefix(err.Error(), "must "):
		return fmt.Errorf("%s %w", name, err)
	case expected == "":
		return fmt.Errorf("%s: %w", name, err)
	}
	return fmt.Errorf("%s must be %s, not %q", name, expected, text)
}

// value is the value of a setting, and whether it was given.
type value struct {
	pflag.Value
	// emptyIsUnset takes an empty text as not set.
	emptyIsUnset bool
	given        bool
}

func (v *value) Set(text string) error {
	if text == "" && v.emptyIsUnset {
		return nil
	}
	v.given = true
	return v.Value.Set(text)
}

// valueOf makes pflag's value for a variable.
func valueOf(to any) pflag.Value {
	if v, ok := to.(pflag.Value); ok {
		return v
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	switch to := to.(type) {
	case *string:
		flags.StringVar(to, "value", *to, "")
	case *bool:
		flags.BoolVar(to, "value", *to, "")
	case *int:
		flags.IntVar(to, "value", *to, "")
	case *time.Duration:
		flags.DurationVar(to, "value", *to, "")
	case *[]string:
		flags.StringSliceVar(to, "value", *to, "")
	default:
		panic(fmt.Sprintf("a setting cannot be a %T", to))
	}
	return flags.Lookup("value").Value
}
