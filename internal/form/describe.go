package form

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"svcx"
	"svcx/internal/openapi"
)

// Schemas describes wire values: each struct once, under the name of its type,
// and by a reference from wherever it occurs.
type Schemas struct {
	form *Form
	All  openapi.Map[*openapi.Schema]
}

// Schemas starts a collection for the form.
func (f *Form) Schemas() *Schemas { return &Schemas{form: f} }

// Of is the schema of what a Form's function returned, told from its Go type:
// a pointer may be null, a member is required unless its tag says omitzero or
// omitempty, a string whose name ends in At is a time. Where the type does not
// say it all, a member has the tag api: id, which is what the form makes of
// one; null beside it; bounds as 1..5; or the words that it may be, see wireWords.
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
		panic(fmt.Sprintf("nothing says how to describe a %s: give the member %q a tag api", t, member))
	}
}

// object describes a struct and keeps it under its name.
func (s *Schemas) object(t reflect.Type) *openapi.Schema {
	name, _, _ := strings.Cut(t.Name(), "[")
	name = string(unicode.ToUpper(rune(name[0]))) + name[1:]
	if s.All.Get(name) == nil {
		s.All.Add(name, openapi.Object(s.members(t, nil)...))
	}
	return &openapi.Schema{Ref: refTo + name}
}

// Members are those of an envelope, without data, which is the caller's to
// describe.
func (s *Schemas) Members(wire any) []openapi.Member { return s.members(reflect.TypeOf(wire), nil) }

// Name keeps a schema under a name and returns a reference to it.
func (s *Schemas) Name(name string, schema *openapi.Schema) *openapi.Schema {
	if s.All.Get(name) == nil {
		s.All.Add(name, schema)
	}
	return &openapi.Schema{Ref: refTo + name}
}

// refTo is what a reference to a schema starts with.
const refTo = "#/components/schemas/"

// members are those of a struct; own has the schemas that the types do not tell, by
// the members' names.
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

// idMembers are the members that hold ids, in the form that has them as text.
var idMembers = map[string]bool{"id": true, "conversationId": true, "contactId": true, "assignedTo": true}

// typeWords are the words of the types that have some.
var typeWords = map[reflect.Type][]string{
	reflect.TypeFor[svcx.Status]():          {string(svcx.StatusOpen), string(svcx.StatusResolved), string(svcx.StatusClosed)},
	reflect.TypeFor[svcx.ContentType]():     {string(svcx.ContentText), string(svcx.ContentHTML)},
	reflect.TypeFor[svcx.ChannelType]():     {string(svcx.ChannelTypeCustom), string(svcx.ChannelTypeAPI)},
	reflect.TypeFor[svcx.AuthorType]():      {string(svcx.AuthorCustomer), string(svcx.AuthorAgent), string(svcx.AuthorBot), string(svcx.AuthorAPI), string(svcx.AuthorSystem)},
	reflect.TypeFor[svcx.FieldType]():       plain(svcx.FieldTypes),
	reflect.TypeFor[svcx.ParticipantRole](): {string(svcx.RolePrimary), string(svcx.RoleCC), string(svcx.RoleObserver)},
}

// wireWords are lists that members of type string name in their tag.
var wireWords = map[string][]string{
	"color":    svcx.Colors,
	"priority": {string(svcx.PriorityLow), string(svcx.PriorityNormal), string(svcx.PriorityHigh), string(svcx.PriorityUrgent)},
}

func plain[T ~string](words []T) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return all
}

// oneOf is the schema of words that a decoder takes.
func oneOf[T any](words []Word[T]) *openapi.Schema { return OneOf(words) }

// OneOf is the schema of words that a form's decoder takes.
func OneOf[T any](words []Word[T]) *openapi.Schema {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.Text
	}
	return openapi.OneOf(all...)
}
