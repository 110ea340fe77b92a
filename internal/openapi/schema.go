package openapi

import (
	"slices"

	"github.com/go-json-experiment/json"
)

// Schema is a JSON Schema (2020-12).
type Schema struct {
	Ref         string       `json:"$ref,omitzero"`
	Type        Types        `json:"type,omitempty"`
	Format      string       `json:"format,omitzero"`
	Enum        []any        `json:"enum,omitempty"`
	Const       any          `json:"const,omitempty"`
	Pattern     string       `json:"pattern,omitzero"`
	MinLength   int          `json:"minLength,omitzero"`
	MaxLength   int          `json:"maxLength,omitzero"`
	Minimum     *int         `json:"minimum,omitzero"`
	Maximum     *int         `json:"maximum,omitzero"`
	Default     any          `json:"default,omitempty"`
	Items       *Schema      `json:"items,omitzero"`
	MinItems    int          `json:"minItems,omitzero"`
	MaxItems    int          `json:"maxItems,omitzero"`
	UniqueItems bool         `json:"uniqueItems,omitzero"`
	Properties  Map[*Schema] `json:"properties,omitempty"`
	Required    []string     `json:"required,omitempty"`
	// Values describes members that are not in Properties.
	Values      *Schema   `json:"additionalProperties,omitzero"`
	AnyOf       []*Schema `json:"anyOf,omitempty"`
	OneOf       []*Schema `json:"oneOf,omitempty"`
	Description string    `json:"description,omitzero"`
}

// Types lists the types that a value may have.
type Types []string

// MarshalJSON writes a single type as a string, several as an array.
func (t Types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

// null is the name of null's type.
const null = "null"

// Nullable returns a copy of the schema that also allows null.
func (s *Schema) Nullable() *Schema {
	if s.Ref != "" {
		return &Schema{OneOf: []*Schema{s, {Type: Types{null}}}}
	}
	c := *s
	if s.AllowsNull() {
		return &c
	}
	c.Type = append(slices.Clone(s.Type), null)
	if c.Enum != nil {
		c.Enum = append(slices.Clone(s.Enum), nil)
	}
	return &c
}

// AllowsNull reports whether the schema allows null.
func (s *Schema) AllowsNull() bool {
	return slices.Contains(s.Type, null) || slices.ContainsFunc(slices.Concat(s.OneOf, s.AnyOf), (*Schema).AllowsNull)
}

// As returns a copy of the schema with a description.
func (s *Schema) As(description string) *Schema {
	c := *s
	c.Description = description
	return &c
}

// Or returns a copy of the schema with a default.
func (s *Schema) Or(otherwise any) *Schema {
	c := *s
	c.Default = otherwise
	return &c
}

// Object describes an object with the members.
func Object(members ...Member) *Schema {
	s := &Schema{Type: Types{"object"}}
	for _, m := range members {
		s.Properties.Add(m.Name, m.Schema)
		if m.Required {
			s.Required = append(s.Required, m.Name)
		}
	}
	return s
}

// Member is a member of an object.
type Member struct {
	Name     string
	Required bool
	Schema   *Schema
}

// Need returns a required member.
func Need(name string, s *Schema) Member { return Member{name, true, s} }

// May returns an optional member.
func May(name string, s *Schema) Member { return Member{name, false, s} }

// Text describes a string of at most max characters; 0 means no bound.
func Text(max int) *Schema { return &Schema{Type: Types{"string"}, MaxLength: max} }

// Label describes a string of 1 to max characters, not all white space.
func Label(max int) *Schema {
	return &Schema{Type: Types{"string"}, MinLength: 1, MaxLength: max, Pattern: `\S`}
}

// Format describes a string of a standard format.
func Format(format string, max int) *Schema {
	return &Schema{Type: Types{"string"}, Format: format, MaxLength: max}
}

// Time describes a timestamp.
func Time() *Schema { return Format("date-time", 0) }

// Int describes an integer from least to most.
func Int(least, most int) *Schema {
	return &Schema{Type: Types{"integer"}, Minimum: &least, Maximum: &most}
}

// Bool describes a boolean.
func Bool() *Schema { return &Schema{Type: Types{"boolean"}} }

// Array describes an array of at most max items; 0 means no bound.
func Array(items *Schema, max int) *Schema {
	return &Schema{Type: Types{"array"}, Items: items, MaxItems: max}
}

// OneOf describes a string that is one of the words.
func OneOf[T ~string](words ...T) *Schema {
	s := &Schema{Type: Types{"string"}}
	for _, w := range words {
		s.Enum = append(s.Enum, string(w))
	}
	return s
}

// Any describes a value of one of the types.
func Any(types ...string) *Schema {
	s := &Schema{}
	for _, t := range types {
		s.AnyOf = append(s.AnyOf, &Schema{Type: Types{t}})
	}
	return s
}
