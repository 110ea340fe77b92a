package contract

import (
	"net/http"
	"os"
	"regexp"
	"slices"
	"testing"
)

// Fault 1.2: a switch covered one of two paths. hook-switches-b.txtar lists every
// setting of a channel with the paths that it governs; this fails for a new
// setting that is not listed.
func TestScriptListsThePathsOfEverySetting(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("scripts/hook-switches-b.txtar")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# path: (\S+): \S`).FindAllSubmatch(script, -1) {
		named[string(m[1])] = true
	}
	var missing []string
	for _, name := range settingNames(t) {
		if !named[name] {
			missing = append(missing, name)
		}
		delete(named, name)
	}
	if slices.Sort(missing); len(missing)+len(named) > 0 {
		t.Errorf("settings without a path: %q; paths of no setting: %v", missing, named)
	}
}

// settingNames are the settings that a channel shows, those of the platform as
// platformConstraints.NAME.
func settingNames(t *testing.T) (names []string) {
	t.Helper()
	w, err := newFixture(t, "B", sqlite, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.close)
	cookie, err := w.cookie(admin)
	if err != nil {
		t.Fatal(err)
	}
	res, err := w.send(request{"GET", "/api/acme/channels/" + text(w.saved["channel"]), http.Header{"Cookie": {cookie}}, nil})
	if err != nil {
		t.Fatal(err)
	}
	channel, err := parseJSON(res.body)
	if err != nil {
		t.Fatal(err)
	}
	settings, _ := member(t, channel, "data.settings").(map[string]any)
	platform, _ := settings["platformConstraints"].(map[string]any)
	delete(settings, "platformConstraints")
	for name := range settings {
		names = append(names, name)
	}
	for name := range platform {
		names = append(names, "platformConstraints."+name)
	}
	return names
}
