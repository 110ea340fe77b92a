package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// document is the OpenAPI document of a form. Every answer of REST v1 and of a
// channel's endpoints is checked against it: it must have the operation and the
// status, and the body must fit its schema, without members that the schema does
// not name.
type document struct {
	routes []route
	whole  any

	mu       sync.Mutex
	compiled map[string]*jsonschema.Schema
}

// route is a path of the document with its methods.
type route struct {
	pattern *regexp.Regexp
	path    string
	// wild is the number of wildcards: the matching path with the fewest is used.
	wild    int
	methods map[string]operation
}

type operation struct {
	ID        string                          `json:"operationId"`
	Responses map[string]struct{ Ref string } `json:"responses"`
}

// documentOf reads the committed document; a test of package rest compares it with
// the served one.
var documentOf = map[string]func() (*document, error){
	"A": sync.OnceValues(func() (*document, error) { return readDocument("../../docs/openapi-a.json") }),
	"B": sync.OnceValues(func() (*document, error) { return readDocument("../../docs/openapi-b.json") }),
}

var wildcard = regexp.MustCompile(`\{\w+\}`)

func readDocument(file string) (*document, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var outline struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	if err := json.Unmarshal(text, &outline); err != nil {
		return nil, err
	}
	d := &document{compiled: map[string]*jsonschema.Schema{}}
	for path, methods := range outline.Paths {
		pattern := regexp.MustCompile("^" + wildcard.ReplaceAllString(path, "[^/]+") + "$")
		d.routes = append(d.routes, route{pattern, path, strings.Count(path, "{"), methods})
	}
	sort.Slice(d.routes, func(i, j int) bool { return d.routes[i].wild < d.routes[j].wild })
	// Clients must accept unknown members; here they are an error.
	strict := bytes.ReplaceAll(text, []byte(`"properties": {`), []byte(`"additionalProperties": false, "properties": {`))
	d.whole, err = jsonschema.UnmarshalJSON(bytes.NewReader(strict))
	return d, err
}

// check reports what is wrong with an answer; nil for one that the document
// describes. path is below the workspace.
func (d *document) check(method, path string, res response) error {
	path, _, _ = strings.Cut(path, "?")
	if method == http.MethodHead {
		method = http.MethodGet
	}
	name := strings.ToLower(method)
	schema := "#/components/schemas/Error"
	if at, op, found := d.find(name, path); found {
		status := strconv.Itoa(res.status)
		if _, known := op.Responses[status]; !known {
			return fmt.Errorf("the document of the form does not say that %s can answer %s", op.ID, status)
		}
		if res.status < 300 {
			schema = "#/paths/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(at) + "/" + name + "/responses/" + status + "/content/application~1json/schema"
		}
	} else if res.status < 400 {
		return fmt.Errorf("the document of the form has no %s %s, which answers %d", method, path, res.status)
	}
	if len(res.body) == 0 {
		return nil // of HEAD
	}
	if strings.HasPrefix(res.header.Get("Content-Type"), "text/plain") {
		return nil // of the inbound endpoint: only its status matters
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(res.body))
	if err != nil {
		return fmt.Errorf("the answer is no JSON: %w", err)
	}
	compiled, err := d.compile(schema)
	if err != nil {
		return err
	}
	if err := compiled.Validate(value); err != nil {
		return fmt.Errorf("the answer of %s %s is not as the document of the form says: %w", method, path, err)
	}
	return nil
}

func (d *document) find(method, path string) (string, operation, bool) {
	for _, r := range d.routes {
		if op, found := r.methods[method]; found && r.pattern.MatchString(path) {
			return r.path, op, true
		}
	}
	return "", operation{}, false
}

func (d *document) compile(at string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if made := d.compiled[at]; made != nil {
		return made, nil
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("openapi.json", d.whole); err != nil {
		return nil, err
	}
	made, err := compiler.Compile("openapi.json" + at)
	if err == nil {
		d.compiled[at] = made
	}
	return made, err
}

// documented checks the last answer, if it is of REST v1 or of a channel, against
// the document of the workspace's form, or of either form if the script created the
// workspace or changes forms.
func (w *fixture) documented(method, path string) error {
	below, ofV1 := strings.CutPrefix(path, "/api/v1/")
	org, below, _ := strings.Cut(below, "/")
	channels := strings.HasPrefix(path, "/api/webhooks/custom/")
	switch {
	case ofV1:
		path = "/" + below
	case channels:
		// A workspace whose form is known, not one that the script created.
		org, path = "acme", strings.TrimPrefix(path, "/api")
	default:
		return nil
	}
	forms := []string{w.form}
	if w.formChanges || org != "acme" && org != "other" {
		forms = []string{"A", "B"}
	}
	var fault error
	for _, form := range forms {
		d, err := documentOf[form]()
		if err != nil {
			return err
		}
		if fault = d.check(method, path, w.last); fault == nil {
			return nil
		}
	}
	return fault
}
