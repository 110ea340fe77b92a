package contract

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"svcx/tests/contract/coverage"
)

// TestScripts runs every script in its forms and on both databases, each with a
// server of its own.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("scripts/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no scripts: %v", err)
	}
	t.Parallel()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := coverage.ReadScript(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, form := range script.Forms {
				t.Run(form, func(t *testing.T) {
					for _, database := range script.Databases {
						t.Run(database, func(t *testing.T) {
							t.Parallel()
							runScript(t, file, form, database)
						})
					}
				})
			}
		})
	}
}

func runScript(t *testing.T, file, form, database string) {
	params := testscript.Params{
		Files: []string{file},
		Cmds:  commands,
		Condition: func(name string) (bool, error) {
			switch name {
			case "A", "B":
				return name == form, nil
			case sqlite, postgres:
				return name == database, nil
			}
			return false, fmt.Errorf("there is no condition %s", name)
		},
		Setup: func(env *testscript.Env) error {
			w, err := newFixture(t, form, database, env.WorkDir)
			if err != nil {
				return err
			}
			env.Defer(w.close)
			env.Values[fixtureKey{}] = w
			for name, value := range w.saved {
				env.Setenv(name, text(value))
			}
			for name, value := range w.settings {
				env.Setenv(name, value)
			}
			return nil
		},
	}
	if deadline, ok := t.Deadline(); ok {
		params.Deadline = deadline
	}
	testscript.RunT(shell{t}, params)
}

// fixtureKey is the key of a script's fixture in its environment.
type fixtureKey struct{}

// shell runs a script in the current test instead of in a subtest.
type shell struct{ *testing.T }

func (s shell) Run(_ string, run func(testscript.T)) { run(s) }
func (s shell) Parallel()                            {}
func (s shell) Verbose() bool                        { return testing.Verbose() }
