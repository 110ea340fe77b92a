package page

import (
	"slices"
	"strings"
	"time"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/texts"
)

// FieldPrefix begins the names of fields in forms; their keys follow.
const FieldPrefix = "field."

// FieldInput is a field in a form.
type FieldInput struct {
	*texts.Printer
	// Place begins ids: a field may be in several forms of a page.
	Place string
	Field *svcx.Field
	Value string
	// Stored is the value that the conversation has.
	Stored string
	// Command is what leads to the field in the command menu; "" for nothing.
	Command string
	// Problem is what is wrong with the value; "" for nothing.
	Problem string
}

func (f FieldInput) id() string   { return f.Place + "-" + f.Field.Key }
func (f FieldInput) name() string { return FieldPrefix + f.Field.Key }

// Label is what the field is called.
func (f FieldInput) Label() string { return richtext.Name(f.Field.Name) }

// describedBy is the id of what is said about the field; "" for nothing.
func (f FieldInput) describedBy() string {
	if f.Problem == "" {
		return ""
	}
	return f.id() + "-problem"
}

func (f FieldInput) isNumber() bool { return f.Field.Type == svcx.FieldNumber }

// isDate reports whether a browser's own control for dates can show the value.
func (f FieldInput) isDate() bool {
	_, err := time.Parse(time.DateOnly, f.Value)
	return f.Field.Type == svcx.FieldDate && (f.Value == "" || err == nil)
}

// IsLong reports whether a value has several lines, which a line would join.
func IsLong(value string) bool { return strings.Contains(value, "\n") }

// was is a digest of the stored value as the form shows it.
func (f FieldInput) was() string { return Digest(ShownAs(f.Stored, !IsLong(f.Stored))) }

// options are what may be chosen; nil if the value is typed.
func (f FieldInput) options() (all []Option) {
	switch f.Field.Type {
	case svcx.FieldBoolean:
		all = []Option{{Value: "true", Name: f.T("field.true")}, {Value: "false", Name: f.T("field.false")}}
	case svcx.FieldSelect:
		for _, one := range f.Field.Options {
			all = append(all, Option{Value: one, Name: one})
		}
		if f.Value != "" && !slices.Contains(f.Field.Options, f.Value) {
			all = append(all, Option{Value: f.Value, Name: f.Value})
		}
	default:
		return nil
	}
	return Chosen(all, f.Value)
}
