package contract

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"svcx"
	"svcx/internal/form"
)

// Fault 1.2: a switch covered one of two paths. hook-switches-b.txtar lists every
// setting of a channel with the paths that it governs; this fails for a new
// setting that is not listed.
func TestSwitches(t *testing.T) {
	script, err := os.ReadFile("scripts/hook-switches-b.txtar")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# path: (\S+): \S`).FindAllSubmatch(script, -1) {
		named[string(m[1])] = true
	}
	encoded, err := form.Encode(form.EncodeSettings(svcx.DefaultSettings()))
	if err != nil {
		t.Fatal(err)
	}
	var settings map[string]json.RawMessage
	if err := json.Unmarshal(encoded, &settings); err != nil {
		t.Fatal(err)
	}
	var platform map[string]json.RawMessage
	if err := json.Unmarshal(settings["platformConstraints"], &platform); err != nil {
		t.Fatal(err)
	}
	delete(settings, "platformConstraints")
	for name := range platform {
		settings["platformConstraints."+name] = nil
	}
	var missing []string
	for name := range settings {
		if !named[name] {
			missing = append(missing, name)
		}
		delete(named, name)
	}
	if slices.Sort(missing); len(missing)+len(named) > 0 {
		t.Errorf("settings without a path: %q; paths of no setting: %v", missing, named)
	}
}
