package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"svcx/internal/setting"
)

// fileVariable names the file of --config where the flag does not.
const fileVariable = "SVCX_CONFIG"

// readFile reads the file of --config. A name that no setting has is an error: it is more
// likely a slip than meant for another program.
func (p *program) readFile() (map[string]string, error) {
	file, err := os.Open(p.file)
	if err != nil {
		return nil, fmt.Errorf("--config (%s): %w", fileVariable, err)
	}
	defer file.Close()
	values, err := parseEnvFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.file, err)
	}
	for name := range values {
		if !slices.ContainsFunc(p.settings.All(), func(s setting.Setting) bool { return s.Env == name }) {
			return nil, fmt.Errorf("%s: it sets %s, but %s", p.file, name, p.noSuchSetting(name))
		}
	}
	return values, nil
}

// parseEnvFile reads a --config file: lines of SVCX_NAME=value, blank lines and
// comments that begin with #. A value is taken literally, to the end of its line:
// passwords contain $, # and backslashes, which readers of .env files expand, cut
// off or drop. A pair of quotes around the whole value is removed, as systemd does.
func parseEnvFile(r io.Reader) (map[string]string, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading it: %w", err)
	}
	values := make(map[string]string)
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
			return nil, fmt.Errorf("line %d is not SVCX_NAME=value", number)
		}
		name = strings.TrimSpace(name)
		if _, twice := values[name]; twice {
			return nil, fmt.Errorf("line %d sets %s again", number, name)
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

// noSuchSetting says of a variable that svcx does not have it, and which one was
// probably meant.
func (p *program) noSuchSetting(name string) string {
	var names []string
	for _, s := range p.settings.All() {
		names = append(names, s.Env)
	}
	text := "svcx has no such setting"
	if near := similar(name, names); near != "" {
		text += ", did you mean " + near + "?"
	}
	return text + " (svcx serve --help lists them)"
}

// reportUnknown prints the variables that are no settings.
func (p *program) reportUnknown() {
	for _, name := range p.unknownVariables() {
		fmt.Fprintf(os.Stderr, "svcx: %s is set, but %s\n", name, p.noSuchSetting(name))
	}
}

// unknownVariables are the SVCX_ variables in the environment that are no settings,
// except for those that the tests use.
func (p *program) unknownVariables() (names []string) {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "SVCX_") || name == fileVariable || strings.HasPrefix(name, "SVCX_TEST_") || strings.HasPrefix(name, "SVCX_REQUIRE_") {
			continue
		}
		if !slices.ContainsFunc(p.settings.All(), func(s setting.Setting) bool { return s.Env == name }) {
			names = append(names, name)
		}
	}
	return names
}
