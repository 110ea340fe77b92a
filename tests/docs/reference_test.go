package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	tagged   = regexp.MustCompile(`href="(/docs/api/[a-z-]+)"`)
	commands = regexp.MustCompile(`(?s)<pre id="(\w+)-(\d+)"[^>]*><code>(.*?)</code></pre>`)
	elements = regexp.MustCompile(`<[^>]*>`)
)

// The commands of the reference make the recorded calls, whose answers stand below them: the
// shell reads them as they are meant.
func TestReferenceCommands(t *testing.T) {
	d := newDesk(t, "B")
	for _, form := range []string{"a", "b"} {
		recorded := d.recorded(form)
		pages := map[string]bool{}
		for _, m := range tagged.FindAllStringSubmatch(d.get("/docs/api?form="+form), -1) {
			pages[m[1]] = true
		}
		if len(pages) < 5 {
			t.Fatalf("only %v", pages)
		}
		seen := 0
		for page := range pages {
			body := d.get(page + "?form=" + form + "&workspace=" + workspace)
			for _, m := range commands.FindAllStringSubmatch(body, -1) {
				command := html.UnescapeString(elements.ReplaceAllString(m[3], ""))
				call := d.read(command)
				if !slices.ContainsFunc(recorded[m[1]], call.is) {
					t.Errorf("form %s, %s: %+v was not recorded, but %+v", form, m[1], call, recorded[m[1]])
				}
				seen++
			}
		}
		if seen < len(recorded) {
			t.Errorf("form %s: %d commands for %d operations", form, seen, len(recorded))
		}
	}
}

// call is a call of the API.
type call struct {
	method, path string
	body         any
	headers      []string
}

func (c call) is(other call) bool {
	return c.method == other.method && c.path == other.path && reflect.DeepEqual(c.body, other.body)
}

// recorded are the calls of a form's document, by operation.
func (d *desk) recorded(form string) map[string][]call {
	type media struct {
		Examples map[string]struct {
			Summary string
			Value   any
		}
	}
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			RequestBody struct{ Content map[string]media }
			Responses   map[string]struct{ Content map[string]media }
		}
	}
	if err := json.Unmarshal([]byte(d.get("/openapi-"+form+".json")), &document); err != nil {
		d.Fatal(err)
	}
	all := map[string][]call{}
	add := func(operation, summary string, body any) {
		method, path, _ := strings.Cut(summary, " ")
		all[operation] = append(all[operation], call{method: method, path: path, body: body})
	}
	for _, methods := range document.Paths {
		for _, o := range methods {
			for _, m := range o.RequestBody.Content {
				for _, e := range m.Examples {
					add(o.OperationID, e.Summary, e.Value)
				}
			}
			for _, r := range o.Responses {
				for _, m := range r.Content {
					for _, e := range m.Examples {
						add(o.OperationID, e.Summary, nil)
					}
				}
			}
		}
	}
	return all
}

func (d *desk) get(path string) string {
	d.Helper()
	answer, err := http.Get(d.base + path)
	if err != nil {
		d.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		d.Fatalf("%s: %d %v", path, answer.StatusCode, err)
	}
	return string(body)
}

// read reads a command as the shell and curl do.
func (d *desk) read(command string) call {
	d.Helper()
	c := exec.Command("bash", "-c", `curl() { printf '%s\0' "$@"; }; `+command)
	c.Env = append(d.env, "API_KEY=key", "CHANNEL_KEY=key", "SESSION=session")
	var failed bytes.Buffer
	c.Stderr = &failed
	out, err := c.Output()
	if err != nil || failed.Len() > 0 {
		d.Fatalf("%s: %v %s", command, err, failed.String())
	}
	arguments := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	read := call{method: "GET"}
	for i := 0; i < len(arguments); i++ {
		next := func() string { i++; return arguments[i] }
		switch arguments[i] {
		case "-X":
			read.method = next()
		case "-H":
			read.headers = append(read.headers, next())
		case "-d":
			if read.method == "GET" {
				read.method = "POST"
			}
			if err := json.Unmarshal([]byte(next()), &read.body); err != nil {
				d.Errorf("%s: %v", command, err)
			}
		default:
			read.path = strings.TrimPrefix(strings.TrimPrefix(arguments[i], d.base), fmt.Sprintf("/api/v1/%s", workspace))
		}
	}
	if read.body != nil && !slices.Contains(read.headers, "Content-Type: application/json") {
		d.Errorf("%s: a body without its type", command)
	}
	return read
}
