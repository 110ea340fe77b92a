package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/joho/godotenv"
)

// loadEnvFile reads a --config file: lines of SVCX_NAME=value, as in a .env
// file. What the environment sets wins. A name that no flag has is an error:
// more likely a slip than something to pass over.
func loadEnvFile(r io.Reader) (kong.Resolver, error) {
	values, err := godotenv.Parse(r)
	if err != nil {
		return nil, fmt.Errorf("reading the configuration file: %w", err)
	}
	return envFile(values), nil
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
