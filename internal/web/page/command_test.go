package page

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// keysOfPages are the keys of the inbox, as its users learn them. Other scripts than keys.js
// may have some: Enter opens a link by itself.
var keysOfPages = []string{
	"j", "k", "o", "u", "J", "K", "r", "n", "Ctrl+Enter", "Ctrl+Shift+Enter", "e", "E", "a", "m", "c", "p", "t", "s", "/",
	"g m", "g u", "g o", "g r", "g c", "g s", "[", "]", "?",
}

// Each key does something, stands in the dialog of keys, and is named in the command menu.
func TestEveryKeyIsACommand(t *testing.T) {
	content, err := os.ReadFile("scripts/keys.js")
	if err != nil {
		t.Fatal(err)
	}
	script := string(content)
	between := func(from, to string) string {
		_, rest, found := strings.Cut(script, from)
		part, _, ended := strings.Cut(rest, to)
		if !found || !ended {
			t.Fatalf("keys.js has no %q", from)
		}
		return part
	}
	single := regexp.MustCompile(`(?m)^  (?:'([^']+)'|([a-zA-Z])): `)
	has := map[string]bool{"?": strings.Contains(script, "commands['?'] = ")}
	for _, m := range single.FindAllStringSubmatch(between("const commands = {", "\n};"), -1) {
		has[m[1]+m[2]] = true
	}
	for _, m := range regexp.MustCompile(`(?:^|[ {])([a-z]): `).FindAllStringSubmatch(between("const places = {", "};"), -1) {
		has["g "+m[1]] = true
	}
	listed := make(map[string]bool)
	for _, c := range commands {
		if !has[c.Key] {
			t.Errorf("%q is offered and keys.js does not have it", c.Key)
		}
		listed[c.Key] = true
	}
	for _, key := range keysOfPages {
		if !listed[key] {
			t.Errorf("%q is not in the command menu", key)
		}
	}
	for key := range has {
		if !listed[key] {
			t.Errorf("keys.js has %q, which is not in the command menu", key)
		}
	}
}
