package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Every command of every article does what stands below it, in both forms.
func TestArticles(t *testing.T) {
	for _, name := range articles(t) {
		for _, form := range []string{"A", "B"} {
			blocks := blocksOf(t, name, form)
			if !slices.ContainsFunc(blocks, func(b block) bool { return b.is("run") }) {
				continue
			}
			t.Run(strings.TrimSuffix(name, ".md")+"/"+form, func(t *testing.T) {
				t.Parallel()
				r := &reading{desk: newDesk(t, form)}
				if name != "tutorial.md" {
					r.given()
				}
				r.shell = r.newShell()
				for i, b := range blocks {
					r.do(b, blocks[i+1:])
				}
			})
		}
	}
}

// reading is a reader who does what an article says.
type reading struct {
	*desk
	shell    *shell
	receiver *background
	printed  string
}

func (r *reading) do(b block, rest []block) {
	r.Helper()
	switch {
	case b.file() != "":
		if err := os.WriteFile(filepath.Join(r.dir, b.file()), []byte(r.text(b)), 0o600); err != nil {
			r.Fatal(err)
		}
	case b.is("receiver"): // TestReceivers has the receivers
		r.env = append(r.env, "SIGNING_SECRET="+secret)
		r.receiver = r.start("python3", "receiver.py")
		r.printed = r.shell.run(r.text(b))
	case b.is("background"):
		words := strings.Fields(r.text(b))
		r.receiver = r.start(words[0], words[1:]...)
	case b.is("run"):
		r.printed = r.shell.run(r.text(b))
		r.remember()
		if len(rest) > 0 && !rest[0].is("answer") && strings.Contains(b.text, "curl") {
			r.Errorf("line %d: no answer stands below this", b.line)
		}
	case b.is("prints"):
		r.waitFor(b)
	case b.is("answer"):
		r.compare(b)
	}
}

// remember sets what a reader copies from an answer into a variable.
func (r *reading) remember() {
	var answer struct{ Key, Secret, InboundURL string }
	if json.Unmarshal([]byte(r.printed), &answer) != nil {
		return
	}
	set := func(name, value string) {
		r.env = append(r.env, name+"="+value)
		r.shell.run("export " + name + "='" + value + "'")
	}
	switch {
	case answer.InboundURL != "":
		set("INBOUND_URL", answer.InboundURL)
		set("CHANNEL_KEY", answer.Key)
	case answer.Key != "":
		set("API_KEY", answer.Key)
	case answer.Secret != "":
		set("SIGNING_SECRET", answer.Secret)
	}
}

// waitFor waits until the receiver has printed the line.
func (r *reading) waitFor(b block) {
	r.Helper()
	want := alike(strings.TrimSpace(r.text(b)))
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		for line := range strings.Lines(r.receiver.text()) {
			if alike(strings.TrimSpace(line)) == want {
				return
			}
		}
		if time.Since(begun) > patience {
			r.Fatalf("line %d: this was not printed: %s\nbut: %s", b.line, want, r.receiver.text())
		}
	}
}

func (r *reading) compare(b block) {
	r.Helper()
	want, got := strings.TrimSpace(r.text(b)), strings.TrimSpace(r.printed)
	if b.language != "json" {
		if alike(want) != alike(got) {
			r.Errorf("line %d: this was printed: %s", b.line, got)
		}
		return
	}
	var wanted, printed any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		r.Fatalf("line %d: %v", b.line, err)
	}
	if err := json.Unmarshal([]byte(got), &printed); err != nil {
		r.Fatalf("line %d: %v: %s", b.line, err, got)
	}
	if fault := differ(wanted, printed, "", b.is("part")); fault != "" {
		var indented bytes.Buffer
		json.Indent(&indented, []byte(got), "", "  ")
		r.Errorf("line %d: %s, in\n%s", b.line, fault, indented.String())
	}
}

// differ describes how what was printed differs from what stands in the article; "" if it
// does not. With part there may be more members.
func differ(want, got any, at string, part bool) string {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			value, has := object[name]
			if !has {
				return fmt.Sprintf("there is no %s.%s", at, name)
			}
			if fault := differ(want[name], value, at+"."+name, part); fault != "" {
				return fault
			}
		}
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if _, known := want[name]; !known && !part {
				return fmt.Sprintf("%s.%s does not stand in the article", at, name)
			}
		}
		return ""
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for i := range want {
			if fault := differ(want[i], list[i], fmt.Sprintf("%s[%d]", at, i), part); fault != "" {
				return fault
			}
		}
		return ""
	case string:
		if text, ok := got.(string); !ok || alike(text) != alike(want) {
			return fmt.Sprintf("%s is %v", at, got)
		}
		return ""
	default:
		if got != want {
			return fmt.Sprintf("%s is %v", at, got)
		}
		return ""
	}
}

// varying is what differs from run to run.
var varying = []*regexp.Regexp{
	regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`), regexp.MustCompile(`msg_[0-9a-f]{32}`), regexp.MustCompile(`svcx_(sk_)?[0-9a-f]{32,64}`),
	regexp.MustCompile(`\b\d\d:\d\d:\d\d\b`), regexp.MustCompile(`whsec_[A-Za-z0-9+/=]+`), regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`),
}

// alike replaces what differs from run to run.
func alike(text string) string {
	for i, pattern := range varying {
		text = pattern.ReplaceAllString(text, fmt.Sprintf("<%d>", i))
	}
	return text
}
