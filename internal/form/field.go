package form

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
	"svcx/internal/openapi"
)

// definition is a custom field on the wire as discovery shows it (W 2.6):
// categoryId is null for a global field, options for all types but select.
type definition struct {
	ID         any            `json:"id" api:"id"`
	Key        string         `json:"key"`
	Name       string         `json:"name"`
	Type       svcx.FieldType `json:"type"`
	CategoryID any            `json:"categoryId" api:"id null"`
	Required   bool           `json:"required"`
	Options    *[]string      `json:"options"`
}

// field is a custom field as REST shows it (R 2.7).
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

// Field is a custom field on the wire: {id, key, name, type, categoryId,
// required, options, position} (R 2.7).
func (f *Form) Field(d *svcx.Field) any { return field{newDefinition(f.ID, d), d.Position} }

// discovery is the answer of field discovery (W 4.6).
type discovery struct {
	Categories []category   `json:"categories"`
	Fields     []definition `json:"fields"`
}

// Discovery is the answer of field discovery (W 4.6): all categories and fields
// of the workspace, each by position. Ids are integers in both forms (W 2.6).
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

// fieldValue is what a conversation has in a field (R 2.7).
type fieldValue struct {
	FieldID any            `json:"fieldId" api:"id"`
	Key     string         `json:"key"`
	Name    string         `json:"name"`
	Type    svcx.FieldType `json:"type"`
	Value   any            `json:"value" api:"value"`
}

// FieldValue is a value on the wire: {fieldId, key, name, type, value}. value is
// a number or a boolean for fields of those types, else a string; null where
// there is none (decisions 5).
func (f *Form) FieldValue(v svcx.FieldValue) any {
	return fieldValue{f.ID(int64(v.Field.ID)), v.Field.Key, v.Field.Name, v.Field.Type, typedValue(v)}
}

// typedValue gives a stored value its JSON type. What is stored was made
// canonical by svcx.Field.Read, and a field's type never changes: so a number's
// text is JSON.
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

// DecodeField reads the body of POST /fields (R 4.6, decisions 5): {key, name,
// type?, options?, required?, categoryId?}.
//
// key matches ^[a-z][a-z0-9_]*$ and has at most 64 characters; name is 1 to 255
// characters, not all white space; type is text unless given; required false.
// A select needs options, an array of 1 to 200 different strings of 1 to 255
// characters; whether the type takes any is not checked here.
func (f *Form) DecodeField(body []byte) (svcx.FieldDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.FieldDraft{}, err
	}
	draft := o.field()
	draft.Category = OptionalID[svcx.CategoryID](o, "categoryId", f.ReadID)
	return checked(o, draft)
}

// DecodeCategoryField is the same for POST /categories/{id}/fields, where the
// path says of which category it is.
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

// options are a field's options: an array of at most 200 different strings of 1
// to 255 characters; nil if absent or null. Who needs any is not known here.
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

// DecodeFieldPatch reads the body of PATCH /fields/{id} (R 4.6): any of
// {name, options, required, position}. key and type never change: a body that
// has one of them is refused, whatever it says (decisions 5). Nothing but
// options can be null, which no select takes.
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
// {fields}, an object of field key to value. Which keys there are, and what
// fits them, is not known here.
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

// All are the members in the order of the body, repeats included. Asking for
// each of many by its name would take the square of their number.
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

// FieldBody is what DecodeField reads.
func (f *Form) FieldBody() *openapi.Schema {
	s := f.CategoryFieldBody()
	s.Properties.Add("categoryId", f.IDSchema().As("The category whose conversations have the field; without it all have it."))
	return s
}

// CategoryFieldBody is what DecodeCategoryField reads.
func (f *Form) CategoryFieldBody() *openapi.Schema {
	key := openapi.Text(svcx.MaxFieldKey).As("Unique in the workspace; never changes.")
	key.Pattern, key.MinLength = svcx.FieldKeyPattern, 1
	return openapi.Object(
		openapi.Need("key", key),
		openapi.Need("name", openapi.Label(svcx.MaxName)),
		openapi.May("type", oneOf(fieldTypes).Or(string(svcx.FieldText)).As("Never changes.")),
		openapi.May("required", openapi.Bool().Or(false)),
		openapi.May("options", optionsSchema().As("What a select offers: needed for that type, refused for the others.")),
	)
}

// FieldPatchBody is what DecodeFieldPatch reads.
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

// FieldValuesBody is what DecodeFieldValues reads.
func (f *Form) FieldValuesBody() *openapi.Schema {
	values := &openapi.Schema{Type: openapi.Types{"object"}, Values: openapi.Any("string", "number", "boolean", "null")}
	return openapi.Object(openapi.Need("fields", values.As("Values by field key; null clears one, unknown keys are ignored.")))
}
