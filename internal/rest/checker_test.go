package rest_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"svcx/internal/openapi"
)

// checker validates values against the schemas of a document with a third-party
// implementation of JSON Schema. An answer must not have members that its schema does
// not name.
type checker struct {
	*testing.T
	document *openapi.Document
	compiled map[*openapi.Schema]*jsonschema.Schema
}

func newChecker(t *testing.T, d *openapi.Document) *checker {
	return &checker{T: t, document: d, compiled: map[*openapi.Schema]*jsonschema.Schema{}}
}

// examples checks the examples of a body.
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

// fits returns nil if the schema allows the value.
func (c *checker) fits(schema *openapi.Schema, value []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return err
	}
	return c.compile(schema).Validate(v)
}

func (c *checker) compile(schema *openapi.Schema) *jsonschema.Schema {
	c.Helper()
	if compiled := c.compiled[schema]; compiled != nil {
		return compiled
	}
	text, err := json.Marshal(map[string]any{"root": schema, "components": map[string]any{"schemas": c.document.Components.Schemas}}, json.Deterministic(true))
	if err != nil {
		c.Fatal(err)
	}
	// An object with named members has no others.
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
	compiled, err := compiler.Compile("doc.json#/root")
	if err != nil {
		c.Fatal(err)
	}
	c.compiled[schema] = compiled
	return compiled
}
