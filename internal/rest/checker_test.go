package rest_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"svcx/internal/openapi"
)

// checker holds values to the schemas of a document, with an implementation of
// JSON Schema that is not ours. An answer may have no member that its schema
// does not name: what is added must be documented.
type checker struct {
	*testing.T
	document *openapi.Document
	compiled map[*openapi.Schema]*jsonschema.Schema
}

func newChecker(t *testing.T, d *openapi.Document) *checker {
	return &checker{T: t, document: d, compiled: map[*openapi.Schema]*jsonschema.Schema{}}
}

// examples checks those of a body.
func (c *checker) examples(what string, m *openapi.Media) {
	c.Helper()
	if len(m.Examples) == 0 {
		c.Logf("%s has no examples", what)
	}
	for _, e := range m.Examples {
		if err := c.fits(m.Schema, e.Value.Value); err != nil {
			c.Errorf("%s: %s of %s does not fit: %v", what, e.Value.Value, e.Value.Summary, err)
		}
	}
}

// fits is nil for a value that the schema allows.
func (c *checker) fits(schema *openapi.Schema, value []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return err
	}
	return c.compile(schema).Validate(v)
}

func (c *checker) compile(schema *openapi.Schema) *jsonschema.Schema {
	c.Helper()
	if made := c.compiled[schema]; made != nil {
		return made
	}
	text, err := json.Marshal(map[string]any{"root": schema, "components": map[string]any{"schemas": c.document.Components.Schemas}}, json.Deterministic(true))
	if err != nil {
		c.Fatal(err)
	}
	// What has named members has no others.
	whole := strings.ReplaceAll(string(text), `"properties":{`, `"additionalProperties":false,"properties":{`)
	resource, err := jsonschema.UnmarshalJSON(strings.NewReader(whole))
	if err != nil {
		c.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("doc.json", resource); err != nil {
		c.Fatal(err)
	}
	made, err := compiler.Compile("doc.json#/root")
	if err != nil {
		c.Fatal(err)
	}
	c.compiled[schema] = made
	return made
}
