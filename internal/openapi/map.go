package openapi

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Map is a JSON object whose members keep their order, for readers of the document.
type Map[V any] []Entry[V]

// Entry is a member of a Map.
type Entry[V any] struct {
	Name  string
	Value V
}

// Get returns the member with the name, or the zero value.
func (m Map[V]) Get(name string) (v V) {
	for _, e := range m {
		if e.Name == name {
			return e.Value
		}
	}
	return v
}

// Add adds a member at the end.
func (m *Map[V]) Add(name string, v V) { *m = append(*m, Entry[V]{name, v}) }

// MarshalJSONTo writes the object.
func (m Map[V]) MarshalJSONTo(to *jsontext.Encoder) error {
	if err := to.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, e := range m {
		if err := to.WriteToken(jsontext.String(e.Name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(to, e.Value); err != nil {
			return err
		}
	}
	return to.WriteToken(jsontext.EndObject)
}
