package main

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// loadEnvFile reads a --config file: lines of SVCX_NAME=value, blank lines and
// comments that begin with #. A value is taken literally, to the end of its line:
// passwords contain $, # and backslashes, which readers of .env files expand, cut
// off or drop. A pair of quotes around the whole value is removed, as systemd does.
//
// The environment wins over the file. A name that no flag has is an error: it is
// more likely a slip than meant for another program.
func loadEnvFile(r io.Reader) (kong.Resolver, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration file: %w", err)
	}
	values := make(envFile)
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		if !ok {
			// The line is not shown: it may be the rest of a password.
			return nil, fmt.Errorf("line %d of the configuration file is not SVCX_NAME=value", number)
		}
		name = strings.TrimSpace(name)
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("line %d of the configuration file sets %s again", number, name)
		}
		values[name] = unquoted(strings.TrimSpace(value))
	}
	return values, nil
}

func unquoted(s string) string {
	if len(s) >= 2 && s[0] == s[len(s)-1] && (s[0] == '"' || s[0] == '\'') {
		return s[1 : len(s)-1]
	}
	return s
}

type envFile map[string]string

// Validate refuses unknown names.
func (f envFile) Validate(a *kong.Application) error {
	for name := range f {
		known := slices.ContainsFunc(a.Flags, func(flag *kong.Flag) bool { return slices.Contains(flag.Envs, name) })
		if !known {
			return fmt.Errorf("the configuration file sets %s, but %s", name, noSuchSetting(a.Flags, name))
		}
	}
	return nil
}

// dropEmpty unsets the variables that are empty: a line "SVCX_RATE_LIMIT=" of a
// compose file means that the setting is not set.
func dropEmpty(flags []*kong.Flag) error {
	for _, flag := range flags {
		for _, name := range flag.Envs {
			if value, set := os.LookupEnv(name); !set || value != "" {
				continue
			}
			if err := os.Unsetenv(name); err != nil {
				return fmt.Errorf("clearing %s: %w", name, err)
			}
		}
	}
	return nil
}

// dropEmptyFlags removes settings with an empty value from the command line, which
// then count as not set, as in the environment and the configuration file. Texts
// without a default stay: for them empty is a value that the program understands,
// and wins over the environment.
func dropEmptyFlags(flags []*kong.Flag, args []string) []string {
	kept := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(kept, args[i:]...)
		}
		name, value, joined := strings.Cut(args[i], "=")
		j := slices.IndexFunc(flags, func(flag *kong.Flag) bool {
			return "--"+flag.Name == name && flag.Group != nil && flag.Group.Key == configuration &&
				(flag.HasDefault || flag.Name == "config" || flag.Target.Kind() != reflect.String)
		})
		switch {
		case j >= 0 && joined && value == "":
		case j >= 0 && !joined && !flags[j].IsBool() && i+1 < len(args) && args[i+1] == "":
			i++
		default:
			kept = append(kept, args[i])
		}
	}
	return kept
}

// noSuchSetting says of a variable that svcx does not have it, and which one was
// probably meant.
func noSuchSetting(flags []*kong.Flag, name string) string {
	var names []string
	for _, flag := range flags {
		names = append(names, flag.Envs...)
	}
	text := "svcx has no such setting"
	if near := similar(name, names); near != "" {
		text += ", did you mean " + near + "?"
	}
	return text + " (svcx serve --help lists them)"
}

// unknownVariables are the SVCX_ variables in the environment that no flag has,
// except for those that the tests use.
func unknownVariables(flags []*kong.Flag) (names []string) {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "SVCX_") || strings.HasPrefix(name, "SVCX_TEST_") || strings.HasPrefix(name, "SVCX_REQUIRE_") {
			continue
		}
		if !slices.ContainsFunc(flags, func(flag *kong.Flag) bool { return slices.Contains(flag.Envs, name) }) {
			names = append(names, name)
		}
	}
	return names
}

// Resolve returns a flag's value in the file; an empty one counts as not set.
func (f envFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
		if value := f[name]; value != "" {
			return value, nil
		}
	}
	return nil, nil
}
