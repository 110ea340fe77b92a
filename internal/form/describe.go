package form

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"svcx"
	"svcx/internal/openapi"
)

// Schemas collects the schemas of wire values. Each struct is described once, under
// the name of its type, and referred to where it occurs.
type Schemas struct {
	form *Form
	All  openapi.Map[*openapi.Schema]
}

// Schemas returns an empty collection for the form.
func (f *Form) Schemas() *Schemas { return &Schemas{form: f} }

// Of returns the schema of a value that a Form's function returned, derived from
// its Go type: a pointer may be null, a member is required unless its tag has
// omitzero or omitempty, and a string whose name ends in At is a time. Where the
// type is not enough, a member has the tag api: "id" for an id as the form encodes
// it, with " null" appended if it may be null; bounds such as 1..5; or its possible
// values, see wireWords.
func (s *Schemas) Of(wire any) *openapi.Schema { return s.of(reflect.TypeOf(wire), "", "") }

func (s *Schemas) of(t reflect.Type, member, tag string) *openapi.Schema {
	switch {
	case t.Kind() == reflect.Pointer:
		return s.of(t.Elem(), member, tag).Nullable()
	case tag != "":
		return s.tagged(tag)
	case typeWords[t] != nil:
		return s.Name(t.Name(), openapi.OneOf(typeWords[t]...))
	}
	switch t.Kind() {
	case reflect.Struct:
		return s.object(t)
	case reflect.Slice:
		return openapi.Array(s.of(t.Elem(), "", ""), 0)
	case reflect.Bool:
		return openapi.Bool()
	case reflect.Int:
		return &openapi.Schema{Type: openapi.Types{"integer"}}
	case reflect.Int64:
		return s.form.IDSchema()
	case reflect.String:
		switch {
		case strings.HasSuffix(member, "At"):
			return openapi.Time()
		case idMembers[member]:
			return s.form.IDSchema()
		}
		return openapi.Text(0)
	default:
		panic(fmt.Sprintf("cannot describe a %s: give the member %q a tag api", t, member))
	}
}

// object describes a struct and adds it under its name.
func (s *Schemas) object(t reflect.Type) *openapi.Schema {
	name, _, _ := strings.Cut(t.Name(), "[")
	name = string(unicode.ToUpper(rune(name[0]))) + name[1:]
	if s.All.Get(name) == nil {
		s.All.Add(name, openapi.Object(s.members(t, nil)...))
	}
	return &openapi.Schema{Ref: refTo + name}
}

// Members describes the members of an envelope except data, which is left to the
// caller.
func (s *Schemas) Members(wire any) []openapi.Member { return s.members(reflect.TypeOf(wire), nil) }

// Name adds a schema under a name and returns a reference to it.
func (s *Schemas) Name(name string, schema *openapi.Schema) *openapi.Schema {
	if s.All.Get(name) == nil {
		s.All.Add(name, schema)
	}
	return &openapi.Schema{Ref: refTo + name}
}

// refTo is the prefix of a reference to a schema.
const refTo = "#/components/schemas/"

// members describes the members of a struct; own overrides the schemas of members
// by name.
func (s *Schemas) members(t reflect.Type, own map[string]*openapi.Schema) (all []openapi.Member) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			all = append(all, s.members(f.Type, own)...)
			continue
		}
		if f.Type == reflect.TypeFor[[]any]() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		schema := own[name]
		if schema == nil {
			schema = s.of(f.Type, name, f.Tag.Get("api"))
		}
		all = append(all, openapi.Member{Name: name, Required: !strings.Contains(options, "omit"), Schema: schema})
	}
	return all
}

func (s *Schemas) tagged(tag string) *openapi.Schema {
	what, null := strings.CutSuffix(tag, " null")
	var schema *openapi.Schema
	switch {
	case what == "id":
		schema = s.form.IDSchema()
	case what == "value":
		return openapi.Any("string", "number", "boolean", "null")
	case strings.Contains(what, ".."):
		var least, most int
		fmt.Sscanf(what, "%d..%d", &least, &most)
		schema = openapi.Int(least, most)
	case wireWords[what] != nil:
		schema = openapi.OneOf(wireWords[what]...)
	default:
		schema = openapi.OneOf(strings.Split(what, "|")...)
	}
	if null {
		schema = schema.Nullable()
	}
	return schema
}

// idMembers are the string members that hold ids, in form A.
var idMembers = map[string]bool{"id": true, "conversationId": true, "contactId": true, "assignedTo": true}

// typeWords lists the values of enumerated types.
var typeWords = map[reflect.Type][]string{
	reflect.TypeFor[svcx.Status]():          {string(svcx.StatusOpen), string(svcx.StatusResolved), string(svcx.StatusClosed)},
	reflect.TypeFor[svcx.ContentType]():     {string(svcx.ContentText), string(svcx.ContentHTML)},
	reflect.TypeFor[svcx.ChannelType]():     {string(svcx.ChannelTypeCustom), string(svcx.ChannelTypeAPI)},
	reflect.TypeFor[svcx.AuthorType]():      {string(svcx.AuthorCustomer), string(svcx.AuthorAgent), string(svcx.AuthorBot), string(svcx.AuthorAPI), string(svcx.AuthorSystem)},
	reflect.TypeFor[svcx.FieldType]():       toStrings(svcx.FieldTypes),
	reflect.TypeFor[svcx.ParticipantRole](): {string(svcx.RolePrimary), string(svcx.RoleCC), string(svcx.RoleObserver)},
}

// wireWords lists the values of string members by the name in their tag.
var wireWords = map[string][]string{
	"color":    svcx.Colors,
	"priority": {string(svcx.PriorityLow), string(svcx.PriorityNormal), string(svcx.PriorityHigh), string(svcx.PriorityUrgent)},
}

func toStrings[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

// oneOf is OneOf, for use in this package.
func oneOf[T any](words []Word[T]) *openapi.Schema { return OneOf(words) }

// OneOf returns the schema of the words that a decoder accepts.
func OneOf[T any](words []Word[T]) *openapi.Schema {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.Text
	}
	return openapi.OneOf(all...)
}
