package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// folder has the articles.
const folder = "../../internal/web/docs/content"

// block is a block of code of an article.
type block struct {
	line     int
	language string
	marks    []string
	text     string
}

// is reports whether a block has a mark.
func (b block) is(mark string) bool {
	for _, m := range b.marks {
		if m == mark {
			return true
		}
	}
	return false
}

// file is the name under which the reader saves the block; "" if they do not.
func (b block) file() string {
	for _, m := range b.marks {
		if name, is := strings.CutPrefix(m, "file="); is {
			return name
		}
	}
	return ""
}

var opening = regexp.MustCompile("^```(\\w+)(.*)$")

// blocksOf reads the blocks of an article that are for a form.
func blocksOf(t *testing.T, name, form string) (all []block) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	only, open := "", false
	for i, line := range strings.Split(string(text), "\n") {
		switch m := opening.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "<!-- form "):
			only = strings.ToUpper(strings.Fields(line)[2])
		case strings.HasPrefix(line, "<!-- both"):
			only = ""
		case only != "" && only != form:
		case !open && m != nil:
			all, open = append(all, block{line: i + 1, language: m[1], marks: strings.Fields(m[2])}), true
		case open && line == "```":
			open = false
		case open:
			all[len(all)-1].text += line + "\n"
		}
	}
	return all
}

// articles are the names of the articles' files.
func articles(t *testing.T) (names []string) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	if len(names) < 10 {
		t.Fatalf("only %v", names)
	}
	return names
}

// A command that is not run says why, here.
var unrun = map[string]string{
	"basics.md: export SVCX":             "sets the variables that the test has set",
	"tutorial.md: go build":              "starts the server that the test has started",
	"tutorial.md: export PATH":           "the test creates the workspace of its form",
	"tutorial.md: export INBOUND_URL":    "has the key of an example; the test sets the real one",
	"tutorial.md: export API_KEY":        "likewise",
	"tutorial.md: export SIGNING_SECRET": "likewise",
	"catching-up.md: curl -X POST":       "needs a failed delivery; the call is recorded in the reference",
	"confirmation.md: svcx channel set":  "names a receiver that does not exist, which is refused where only loopback is allowed",
}

// Every command is run, or it is said why not.
func TestEveryCommandIsRun(t *testing.T) {
	used := map[string]bool{}
	for _, name := range articles(t) {
		for _, form := range []string{"A", "B"} {
			for _, b := range blocksOf(t, name, form) {
				if b.language != "sh" || b.is("run") || b.is("background") {
					continue
				}
				excused := false
				for start := range unrun {
					if strings.HasPrefix(name+": "+b.text, start) {
						used[start], excused = true, true
					}
				}
				if !excused {
					t.Errorf("%s:%d is not run", name, b.line)
				}
			}
		}
	}
	for start := range unrun {
		if !used[start] {
			t.Errorf("there is no %s", start)
		}
	}
}
