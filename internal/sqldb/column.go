package sqldb

import (
	"database/sql"
	"reflect"
)

// Column is a column of a row, with its value.
type Column struct {
	name string
	// value points to a field of the row, or is an Encoding, other or computed.
	value any
}

// Field is a column with the value of a field. p points to it: to a text, a boolean,
// an integer or bytes, or to a pointer to one of them. Nil pointers and nil bytes
// are NULL.
func Field(name string, p any) Column { return Column{name, p} }

// Nullable is a column with a text that is NULL if empty.
func Nullable(name string, p *string) Column { return Column{name, nullable{p}} }

// List is a column with a list, as JSON. A nil list is stored as an empty one.
func List[E any](name string, p *[]E) Column { return Column{name, list[E]{p}} }

// JSON is a column with a value as JSON.
func JSON[V any](name string, p *V) Column { return Column{name, document[V]{p}} }

// Encoded is a column with a text of a form of its own.
func Encoded(name string, v Encoding) Column { return Column{name, v} }

// Computed is a column whose value follows from others of the row. It is written and
// not read.
func Computed[V any](name string, value func() V) Column {
	return Column{name, computation[V]{value: value}}
}

// ComputedFrom is Computed for a value that follows from the column source alone. An
// update that leaves source as it is leaves this column as it is too.
func ComputedFrom[V any](name, source string, value func() V) Column {
	return Column{name, dependent{computation[V]{value: value}, source}}
}

// Other is a column of which the row has no value. Statements of their own read and
// write it. An insert leaves it at its default, or is given a value (InsertWith).
func Other[V any](name string) Column { return Column{name, typed[V]{}} }

// An Encoding is a value that is stored as a text.
type Encoding interface {
	// Encode returns the text to store, nil for NULL.
	Encode() *string
	// Decode sets the value to that of a stored text.
	Decode(text sql.NullString) error
}

type nullable struct{ p *string }

func (v nullable) Encode() *string {
	if *v.p == "" {
		return nil
	}
	return v.p
}

func (v nullable) Decode(text sql.NullString) error {
	*v.p = text.String
	return nil
}

type list[E any] struct{ p *[]E }

var emptyList = "[]"

func (v list[E]) Encode() *string {
	if *v.p == nil {
		return &emptyList
	}
	return document[[]E](v).Encode()
}

// Decode does without JSON for the empty list, which most lists are.
func (v list[E]) Decode(text sql.NullString) error {
	if text.String == emptyList {
		*v.p = []E{}
		return nil
	}
	return document[[]E](v).Decode(text)
}

type document[V any] struct{ p *V }

func (v document[V]) Encode() *string {
	text := EncodeJSON(*v.p)
	return &text
}

func (v document[V]) Decode(text sql.NullString) error { return DecodeJSON(text.String, v.p) }

// other is a value that is not read with the row, computed one that is written.
type (
	other    interface{ typeOf() reflect.Type }
	computed interface {
		other
		compute() any
	}
)

type typed[V any] struct{}

func (typed[V]) typeOf() reflect.Type { return reflect.TypeFor[V]() }

type computation[V any] struct {
	typed[V]
	value func() V
}

func (c computation[V]) compute() any {
	v := c.value()
	return plain(&v)
}

type dependent struct {
	computed
	source string
}

// typeOf is the Go type of a value that is not encoded.
func (c Column) typeOf() reflect.Type {
	if v, ok := c.value.(other); ok {
		return v.typeOf()
	}
	return reflect.TypeOf(c.value).Elem()
}

// kind is the column's type, as PostgreSQL names it; "" for a Go type that is not
// stored.
func (c Column) kind() string {
	if _, ok := c.value.(Encoding); ok {
		return "text"
	}
	t := c.typeOf()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		return "bigint"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytea"
		}
	}
	return ""
}

// nullable reports whether the column can be NULL.
func (c Column) nullable() bool {
	if v, ok := c.value.(Encoding); ok {
		return v.Encode() == nil
	}
	return c.typeOf().Kind() == reflect.Pointer || c.kind() == "bytea"
}

// write returns the value as a driver takes it: nil is NULL.
func (c *Column) write() any {
	switch v := c.value.(type) {
	case computed:
		return v.compute()
	case Encoding:
		if text := v.Encode(); text != nil {
			return *text
		}
		return nil
	default:
		return plain(v)
	}
}

// plain is the value that p points to, as a driver takes it.
func plain(p any) any {
	switch p := p.(type) {
	case *string:
		return *p
	case *bool:
		return *p
	case *[]byte:
		if *p == nil {
			return nil
		}
		return *p
	}
	v := reflect.ValueOf(p).Elem()
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	default:
		return v.Int()
	}
}
