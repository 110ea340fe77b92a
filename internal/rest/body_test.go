package rest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"svcx"
	"svcx/internal/openapi"
	"svcx/internal/rest"
)

// The documented schemas of bodies match the decoders: for each member, a value that
// the schema rejects is a validation error naming it, and a value at its bounds is
// accepted.
func TestBodiesAreAsDocumented(t *testing.T) {
	eachRow(t, func(s *fixture, t tenant, row rest.Row) {
		if !rest.TakesBody(row.Name) {
			return
		}
		if s.do(t, "GET", "/conversations/1", "").Code != 200 {
			s.populate(t)
		}
		p := &prober{fixture: s, tenant: t, row: row}
		p.schema, p.base = p.documented()
		for _, member := range p.schema.Properties {
			p.probe(member.Name, member.Value)
		}
	})
}

// prober sends bodies in which one member differs from the base.
type prober struct {
	*fixture
	tenant tenant
	row    rest.Row
	schema *openapi.Schema
	// base has the required members, as in the recorded example.
	base map[string]any
}

func (p *prober) documented() (*openapi.Schema, map[string]any) {
	for _, path := range rest.Describe(testForms.Of(p.tenant.Form)).Paths {
		o := path.Value.Get(strings.ToLower(p.row.Method))
		if o == nil || o.ID != p.row.Name {
			continue
		}
		media := o.RequestBody.Content.Get("application/json")
		example := map[string]any{}
		p.must(json.Unmarshal(media.Examples[0].Value.Value, &example))
		for name := range example {
			if !slices.Contains(media.Schema.Required, name) {
				delete(example, name)
			}
		}
		return media.Schema, example
	}
	p.Fatalf("%s is not in the document", p.row.Name)
	return nil, nil
}

func (p *prober) probe(name string, schema *openapi.Schema) {
	if slices.Contains(p.schema.Required, name) {
		p.refuses(name, absent{})
		p.refuses(name, nil)
	}
	if schema.AllowsNull() {
		p.takes(name, nil)
	}
	switch {
	case len(schema.Type) == 0:
	case schema.Type[0] == "object":
		p.refuses(name, 17)
		p.refuses(name, "x")
	default:
		p.refuses(name, map[string]any{"x": 1})
	}
	if len(schema.Type) > 0 && schema.Type[0] == "string" && schema.Enum == nil {
		p.refuses(name, true)
	}
	p.probeBounds(name, schema)
}

func (p *prober) probeBounds(name string, schema *openapi.Schema) {
	if schema.MaxLength > 0 {
		p.refuses(name, strings.Repeat("é", schema.MaxLength+1))
		if schema.Format == "" && schema.Enum == nil && schema.Pattern != svcx.FieldKeyPattern {
			p.takes(name, strings.Repeat("é", schema.MaxLength))
		}
	}
	if schema.MinLength > 0 {
		p.refuses(name, "")
		p.refuses(name, " \t")
	}
	if schema.Enum != nil {
		p.refuses(name, "no such word")
		for _, word := range schema.Enum {
			p.takes(name, word)
		}
	}
	if schema.Minimum != nil && schema.Maximum != nil {
		p.refuses(name, *schema.Minimum-1)
		p.refuses(name, *schema.Maximum+1)
		p.takes(name, *schema.Minimum)
		p.takes(name, *schema.Maximum)
	}
	if schema.MaxItems > 0 && len(schema.Items.Type) == 1 && schema.Items.Enum == nil {
		p.probeItems(name, schema)
	}
	if schema.MinItems > 0 && schema.Type[0] == "array" {
		p.refuses(name, []any{})
	}
	if schema.Items != nil && schema.Items.Enum != nil {
		p.refuses(name, []string{"no such word"})
		p.takes(name, schema.Items.Enum)
	}
	for _, inner := range schema.Properties {
		p.refuses(name, p.inside(schema, inner.Name, map[string]any{"x": 1}))
	}
}

// probeItems sends too many items, the maximum, and invalid ones.
func (p *prober) probeItems(name string, schema *openapi.Schema) {
	var many []any
	for i := range schema.MaxItems + 1 {
		if items, ok := p.base[name].([]any); ok && schema.Items.Type[0] == "object" {
			many = append(many, items[0])
			continue
		}
		many = append(many, fmt.Sprint("item", i))
	}
	p.refuses(name, many)
	p.takes(name, many[1:])
	switch {
	case schema.Items.Type[0] == "string":
		p.refuses(name, []string{strings.Repeat("é", schema.Items.MaxLength+1)})
	case !p.row.Bulk: // bulk operations count invalid items
		for _, member := range schema.Items.Properties {
			p.refuses(name, []any{p.inside(schema.Items, member.Name, map[string]any{"x": 1})})
		}
	}
}

// inside returns an object with its required members and an invalid one.
func (p *prober) inside(schema *openapi.Schema, member string, wrong any) map[string]any {
	object := map[string]any{}
	for _, required := range schema.Required {
		object[required] = "https://example.com/x"
	}
	object[member] = wrong
	return object
}

// absent stands for a member that is left out.
type absent struct{}

// send reports whether the member was refused by its path.
func (p *prober) send(name string, value any) (refused bool, answer string) {
	p.Helper()
	body := map[string]any{}
	for member, v := range p.base {
		body[member] = v
	}
	body[name] = value
	if name == "options" && p.schema.Properties.Get("type") != nil {
		body["type"] = string(svcx.FieldSelect) // the only type with options
	}
	if isAbsent(value) {
		delete(body, name)
	}
	text, err := json.Marshal(body)
	p.must(err)
	w := p.doRow(p.tenant, p.row, p.row.Path, string(text))
	status, _ := testForms.Of(p.tenant.Form).ErrorCode(svcx.KindValidation)
	message, _ := strings.CutPrefix(w.Body.String(), `{"error":{"code":"VALIDATION","message":"`)
	tail, named := strings.CutPrefix(message, name)
	clash := strings.Contains(message, "must be unique")
	return w.Code == status && named && !clash && strings.ContainsAny(tail[:1], " .["), fmt.Sprintf("%d %.200s", w.Code, w.Body)
}

func (p *prober) refuses(name string, value any) {
	p.Helper()
	if refused, answer := p.send(name, value); !refused {
		p.Errorf("form %s, %s: %s as %.60v is documented as invalid, but: %s", p.tenant.Form, p.row.Name, name, value, answer)
	}
}

// takes checks that the member is accepted. Errors of other members, such as a select
// without options or an unknown id, do not count.
func (p *prober) takes(name string, value any) {
	p.Helper()
	if refused, answer := p.send(name, value); refused {
		p.Errorf("form %s, %s: %s as %.60v is documented as valid, but: %s", p.tenant.Form, p.row.Name, name, value, answer)
	}
}

func isAbsent(value any) bool {
	_, is := value.(absent)
	return is
}
