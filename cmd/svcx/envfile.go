package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// loadEnvFile reads a --config file: lines of SVCX_NAME=value, blank ones and
// those that begin with #. A value is what stands there, to the end of its line:
// passwords have $, # and backslashes in them, which readers of .env files expand,
// cut off or drop. A pair of quotes around it all is taken off, as systemd does.
//
// What the environment sets wins. A name that no flag has is an error: more likely
// a slip than something to pass over.
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
			// The line itself may be the rest of a password.
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
			return fmt.Errorf("the configuration file sets %s, which is no variable of svcx", name)
		}
	}
	return nil
}

// dropEmpty makes a variable of the environment that is set to nothing one that
// is not set: that is what a line "SVCX_RATE_LIMIT=" of a compose file means.
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

// unknownVariables are those of the environment that begin like ours and that no
// flag has: slips, but for those that tests are run with.
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

// Resolve gives a flag its value of the file; an empty one is none.
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
