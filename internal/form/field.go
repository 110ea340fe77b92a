package form

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
	"svcx/internal/openapi"
)

// definition is a custom field in discovery (W 2.6): categoryId is null for a global
// field, options for all types but select.
type definition struct {
	ID         any            `json:"id" api:"id"`
	Key        string         `json:"key"`
	Name       string         `json:"name"`
	Type       svcx.FieldType `json:"type"`
	CategoryID any            `json:"categoryId" api:"id null"`
	Required   bool           `json:"required"`
	Options    *[]string      `json:"options"`
}

// field is a custom field in the REST API (R 2.7).
type field struct {
	definition
	Position int `json:"position"`
}

func newDefinition(id func(int64) any, f *svcx.Field) definition {
	d := definition{ID: id(int64(f.ID)), Key: f.Key, Name: f.Name, Type: f.Type, Required: f.Required}
	if f.Category != nil {
		d.CategoryID = id(int64(*f.Category))
	}
	if f.Type == svcx.FieldSelect {
		d.Options = &f.Options
	}
	return d
}

// Field encodes a custom field: {id, key, name, type, categoryId, required, options,
// position} (R 2.7).
func (f *Form) Field(d *svcx.Field) any { return field{newDefinition(f.ID, d), d.Position} }

// discovery is the answer to field discovery (W 4.6).
type discovery struct {
	Categories []category   `json:"categories"`
	Fields     []definition `json:"fields"`
}

// Discovery encodes the answer to field discovery (W 4.6): all categories and fields
// of the workspace, ordered by position. Ids are integers in both forms (W 2.6).
func Discovery(categories []*svcx.Category, fields []*svcx.Field) any {
	integer := func(id int64) any { return id }
	d := discovery{make([]category, len(categories)), make([]definition, len(fields))}
	for i, c := range categories {
		d.Categories[i] = newCategory(integer(int64(c.ID)), c)
	}
	for i, f := range fields {
		d.Fields[i] = newDefinition(integer, f)
	}
	return d
}

// fieldValue is a conversation's value of a field (R 2.7).
type fieldValue struct {
	FieldID any            `json:"fieldId" api:"id"`
	Key     string         `json:"key"`
	Name    string         `json:"name"`
	Type    svcx.FieldType `json:"type"`
	Value   any            `json:"value" api:"value"`
}

// FieldValue encodes a value: {fieldId, key, name, type, value}. value is a number or
// a boolean for fields of those types, otherwise a string; null if it is not set
// (D 5).
func (f *Form) FieldValue(v svcx.FieldValue) any {
	return fieldValue{f.ID(int64(v.Field.ID)), v.Field.Key, v.Field.Name, v.Field.Type, typedValue(v)}
}

// typedValue gives a stored value its JSON type. svcx.Field.Read has made stored
// values canonical, and a field's type never changes, so the text of a number is
// valid JSON.
func typedValue(v svcx.FieldValue) any {
	switch {
	case !v.Set:
		return nil
	case v.Field.Type == svcx.FieldNumber:
		return jsontext.Value(v.Value)
	case v.Field.Type == svcx.FieldBoolean:
		return v.Value == "true"
	default:
		return v.Value
	}
}

// fieldTypes are the words of a field's type (R 2.7).
var fieldTypes = func() []Word[svcx.FieldType] {
	words := make([]Word[svcx.FieldType], len(svcx.FieldTypes))
	for i, t := range svcx.FieldTypes {
		words[i] = Word[svcx.FieldType]{string(t), t}
	}
	return words
}()

// DecodeField reads the body of POST /fields (R 4.6, D 5): {key, name,
// type?, options?, required?, categoryId?}.
//
// key matches ^[a-z][a-z0-9_]*$ and has at most 64 characters; name has 1 to 255
// characters, not all white space; type is text by default, required false. A select
// needs options, an array of 1 to 200 different strings of 1 to 255 characters;
// whether the type has options is not checked here.
func (f *Form) DecodeField(body []byte) (svcx.FieldDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.FieldDraft{}, err
	}
	draft := o.field()
	draft.Category = OptionalID[svcx.CategoryID](o, "categoryId", f.ReadID)
	return checked(o, draft)
}

// DecodeCategoryField is DecodeField for POST /categories/{id}/fields, where the
// category is in the path.
func (f *Form) DecodeCategoryField(body []byte) (svcx.FieldDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.FieldDraft{}, err
	}
	return checked(o, o.field())
}

func (o *Object) field() svcx.FieldDraft {
	return svcx.FieldDraft{
		Key:      o.fieldKey(),
		Name:     o.Label("name", svcx.MaxName),
		Type:     OptionalEnum(o, "type", svcx.FieldText, fieldTypes),
		Required: o.OptionalBool("required", false),
		Options:  o.options(),
	}
}

func (o *Object) fieldKey() string {
	v := o.Value("key")
	if v.isText() {
		if key := v.text(); svcx.IsFieldKey(key) {
			return key
		}
	}
	v.Refuse("must be 1 to %d lower-case letters, digits and underscores, a letter first", svcx.MaxFieldKey)
	return ""
}

// options reads a field's options: an array of at most 200 different strings of 1 to
// 255 characters; nil if absent or null. Whether they are required is not checked
// here.
func (o *Object) options() []string {
	v := o.Value("options")
	if !v.Given() {
		return nil
	}
	elements := v.Elements(svcx.MaxOptions)
	options := make([]string, 0, len(elements))
	seen := make(map[string]bool, len(elements))
	for _, e := range elements {
		option := e.FilledText(svcx.MaxOption)
		if seen[option] {
			e.Refuse("must be different from the options before it")
		}
		seen[option] = true
		options = append(options, option)
	}
	return options
}

// DecodeFieldPatch reads the body of PATCH /fields/{id} (R 4.6): any of {name,
// options, required, position}. key and type never change: a body with one of them
// is refused, whatever its value (D 5). Only options can be null, which a select
// does not accept.
func (f *Form) DecodeFieldPatch(body []byte) (svcx.FieldPatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.FieldPatch{}, err
	}
	for _, fixed := range [...]string{"key", "type"} {
		if o.Value(fixed).present() {
			o.Refuse(fixed, "must be left out: it never changes")
		}
	}
	patch := svcx.FieldPatch{Name: o.LabelPatch("name", svcx.MaxName), Position: o.positionPatch()}
	if v := o.Value("required"); v.present() {
		required := v.Bool()
		patch.Required = &required
	}
	if o.Value("options").present() {
		options := o.options()
		patch.Options = &options
	}
	return checked(o, patch)
}

// DecodeFieldValues reads the body of PATCH /conversations/{id}/fields (R 4.6):
// {fields}, an object of values by field key. Whether the fields exist and the
// values fit is not checked here.
func (f *Form) DecodeFieldValues(body []byte) (svcx.FieldInputs, error) {
	o, err := ReadObject(body)
	if err != nil {
		return nil, err
	}
	v := o.Value("fields")
	if !v.Given() {
		v.Refuse("must be an object of field keys and values")
	}
	return checked(o, v.FieldInputs())
}

// All returns the members in the order of the body, including repeats. Looking up
// each of them with Value would take quadratic time.
func (o *Object) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for i := range o.members {
			m := &o.members[i]
			name := unquote(o.raw[m.nameStart:m.nameEnd])
			if !yield(name, Value{parent: o.path, name: name, raw: o.raw[m.valueStart:m.valueEnd], fail: o.fail, reads: o.reads}) {
				return
			}
		}
	}
}

// FieldBody describes what DecodeField reads.
func (f *Form) FieldBody() *openapi.Schema {
	s := f.CategoryFieldBody()
	s.Properties.Add("categoryId", f.IDSchema().As("The category whose conversations have the field. Without it, all conversations have it."))
	return s
}

// CategoryFieldBody describes what DecodeCategoryField reads.
func (f *Form) CategoryFieldBody() *openapi.Schema {
	key := openapi.Text(svcx.MaxFieldKey).As("Unique in the workspace; cannot be changed.")
	key.Pattern, key.MinLength = svcx.FieldKeyPattern, 1
	return openapi.Object(
		openapi.Need("key", key),
		openapi.Need("name", openapi.Label(svcx.MaxName)),
		openapi.May("type", oneOf(fieldTypes).Or(string(svcx.FieldText)).As("Cannot be changed.")),
		openapi.May("required", openapi.Bool().Or(false)),
		openapi.May("options", optionsSchema().As("The options of a select: required for that type, not allowed for others.")),
	)
}

// FieldPatchBody describes what DecodeFieldPatch reads.
func (f *Form) FieldPatchBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("name", openapi.Label(svcx.MaxName)),
		openapi.May("options", optionsSchema()),
		openapi.May("required", openapi.Bool()),
		openapi.May("position", openapi.Int(0, svcx.MaxPosition)),
	)
}

func optionsSchema() *openapi.Schema {
	option := openapi.Text(svcx.MaxOption)
	option.MinLength = 1
	s := openapi.Array(option, svcx.MaxOptions)
	s.MinItems, s.UniqueItems = 1, true
	return s
}

// FieldValuesBody describes what DecodeFieldValues reads.
func (f *Form) FieldValuesBody() *openapi.Schema {
	values := &openapi.Schema{Type: openapi.Types{"object"}, Values: openapi.Any("string", "number", "boolean", "null")}
	return openapi.Object(openapi.Need("fields", values.As("Values by field key. null clears a value; unknown keys are ignored.")))
}
