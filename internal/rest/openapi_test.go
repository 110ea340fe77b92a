package rest_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
	"svcx/internal/rest"
)

// documents maps the paths of the documents in git to their forms.
var documents = map[string]*form.Form{
	"../../docs/openapi-a.json": testForms.A,
	"../../docs/openapi-b.json": testForms.B,
}

// Each row is documented, with its request and response, and only existing rows are.
func TestEveryOperationIsDocumented(t *testing.T) {
	rows := rest.Rows()
	for _, name := range rest.Documented() {
		if !slices.ContainsFunc(rows, func(r rest.Row) bool { return r.Name == name }) {
			t.Errorf("docs has %s, which is not an operation", name)
		}
	}
	for _, f := range documents {
		d := rest.Describe(f)
		for _, row := range rows {
			if !slices.Contains(row.Forms, f.Name) {
				continue
			}
			found := false
			for _, path := range d.Paths {
				o := path.Value.Get(strings.ToLower(row.Method))
				if o == nil || o.ID != row.Name {
					continue
				}
				found = true
				success := o.Responses[0].Value.Content.Get("application/json")
				switch {
				case o.Summary == "":
					t.Errorf("%s has no documentation: add it to docs in documentation.go", row.Name)
				case success.Schema == nil:
					t.Errorf("%s: its documentation has no response", row.Name)
				case len(success.Examples) == 0:
					t.Errorf("%s has no example in form %s: add a call to the tour", row.Name, f.Name)
				case o.RequestBody != nil && o.RequestBody.Content.Get("application/json").Schema == nil:
					t.Errorf("%s has no schema of its body in form %s", row.Name, f.Name)
				}
			}
			if !found {
				t.Errorf("%s is not in the document of form %s", row.Name, f.Name)
			}
		}
	}
}

// Fault 2.3: every operation of the session API is listed with a description and its
// role.
func TestEverySessionOperationIsListed(t *testing.T) {
	for _, name := range rest.Listed() {
		if !slices.Contains(rest.Names(), name) {
			t.Errorf("there is a line for %s, which is not an operation", name)
		}
	}
	wild := regexp.MustCompile(`\{\w+\}`)
	for _, f := range documents {
		listed := map[string]*openapi.Operation{}
		for _, path := range rest.DescribeSession(f).Paths {
			for _, method := range *path.Value {
				listed[strings.ToUpper(method.Name)+" "+wild.ReplaceAllString(path.Name, "1")] = method.Value
			}
		}
		for under, rows := range map[string][]rest.Row{"/api/1": rest.MemberRows(), "/api/auth": rest.UserRows(), "/api/admin": rest.OperatorRows()} {
			for _, row := range rows {
				call := row.Method + " " + under + row.Path
				switch o := listed[call]; {
				case !slices.Contains(row.Forms, f.Name):
					if o != nil {
						t.Errorf("form %s does not have %s", f.Name, call)
					}
				case o == nil:
					t.Errorf("form %s: %s is not listed", f.Name, call)
				case o.Summary == "" || o.Role == "":
					t.Errorf("%s has no description or role: add a line to sessiondocumentation.go", row.Name)
				}
			}
		}
	}
}

// Fault 2.8: both paths of key management had the same summaries, by which readers
// tell operations apart.
func TestSummariesTellOperationsApart(t *testing.T) {
	for _, f := range documents {
		seen := map[string]string{}
		d := rest.Describe(f)
		for _, path := range slices.Concat(d.Paths, d.Webhooks) {
			for _, method := range *path.Value {
				o := method.Value
				if other := seen[o.Summary]; other != "" {
					t.Errorf("form %s: %s and %s both have the summary %q", f.Name, other, o.ID, o.Summary)
				}
				seen[o.Summary] = o.ID
			}
		}
	}
}

// The recorded examples match their schemas and have no undocumented members.
func TestExamplesFitTheirSchemas(t *testing.T) {
	for _, f := range documents {
		c := newChecker(t, rest.Describe(f))
		for _, path := range slices.Concat(c.document.Paths, c.document.Webhooks) {
			for _, method := range *path.Value {
				o := method.Value
				if o.RequestBody != nil {
					c.examples(o.ID+" request", o.RequestBody.Content[0].Value)
				}
				for _, r := range o.Responses {
					for _, content := range r.Value.Content {
						c.examples(o.ID+" "+r.Name, content.Value)
					}
				}
			}
		}
		for _, r := range c.document.Components.Responses {
			c.examples(r.Name, r.Value.Content[0].Value)
		}
	}
}

// Every event that the form sends, and every call that is no event, is among the webhooks.
func TestEveryCallIsAWebhook(t *testing.T) {
	for _, f := range documents {
		d := rest.Describe(f)
		want := []string{"ping", "intent.confirm", "content.resolve", "query.contact.avatar", "query.contact.info", "query.message.content", "query.conversation.metadata"}
		for _, e := range svcx.EventTypes {
			if f.Sends(e) {
				want = append(want, string(e))
			}
		}
		for _, name := range want {
			item := d.Webhooks.Get(name)
			if item == nil || item.Get("post") == nil || item.Get("post").Summary == "" {
				t.Errorf("form %s does not describe %s", f.Name, name)
			}
		}
		if len(d.Webhooks) != len(want) {
			t.Errorf("form %s describes %d calls, want %d", f.Name, len(d.Webhooks), len(want))
		}
	}
}

// The Postman collections in git are those that the program serves. They have a request for
// each operation, whose parts fit together, and no example has a secret.
func TestPostmanCollections(t *testing.T) {
	type value struct{ Key, Value string }
	for path, f := range documents {
		d := rest.Describe(f)
		text, err := d.Postman()
		if err != nil {
			t.Fatal(err)
		}
		golden(t, strings.Replace(path, "openapi", "postman", 1), text)
		var c struct {
			Info     struct{ Name, Schema string }
			Variable []value
			Item     []struct {
				Name string
				Item []struct {
					Name    string
					Request struct {
						Method string
						URL    struct {
							Raw        string
							Host, Path []string
							Variable   []value
						}
						Body *struct{ Mode, Raw string }
					}
				}
			}
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, folder := range c.Item {
			for _, item := range folder.Item {
				names[item.Name] = true
				u := item.Request.URL
				if raw, _, _ := strings.Cut(u.Raw, "?"); raw != strings.Join(slices.Concat(u.Host, u.Path), "/") {
					t.Errorf("%s: the address %s is not %v %v", item.Name, u.Raw, u.Host, u.Path)
				}
				for _, segment := range u.Path {
					if name, is := strings.CutPrefix(segment, ":"); is && !slices.ContainsFunc(u.Variable, func(v value) bool { return v.Key == name && v.Value != "" }) {
						t.Errorf("%s: there is no value of %s", item.Name, name)
					}
				}
				if b := item.Request.Body; b != nil && (b.Mode != "raw" || !json.Valid([]byte(b.Raw))) {
					t.Errorf("%s: the body is %+v", item.Name, b)
				}
			}
		}
		for _, p := range d.Paths {
			for _, method := range *p.Value {
				if !names[method.Value.Summary] {
					t.Errorf("form %s has no %s", f.Name, method.Value.Summary)
				}
			}
		}
		for _, used := range regexp.MustCompile(`\{\{(\w+)\}\}`).FindAllSubmatch(text, -1) {
			if !slices.ContainsFunc(c.Variable, func(v value) bool { return v.Key == string(used[1]) }) {
				t.Errorf("form %s: there is no variable %s", f.Name, used[1])
			}
		}
	}
}
