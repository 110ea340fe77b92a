package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// category is a category on the wire (R 2.6, W 2.6). description may be null.
type category struct {
	ID          any     `json:"id" api:"id"`
	Name        string  `json:"name"`
	Color       string  `json:"color" api:"color"`
	Description *string `json:"description"`
	Position    int     `json:"position"`
}

func newCategory(id any, c *svcx.Category) category {
	return category{id, c.Name, c.Color, OptionalString(c.Description), c.Position}
}

// Category encodes a category: {id, name, color, description, position} (R 2.6).
func (f *Form) Category(c *svcx.Category) any { return newCategory(f.ID(int64(c.ID)), c) }

// colors are the words of a category's color (R 2.6).
var colors = func() []Word[string] {
	words := make([]Word[string], len(svcx.Colors))
	for i, c := range svcx.Colors {
		words[i] = Word[string]{c, c}
	}
	return words
}()

// DecodeCategory reads the body of POST /categories (R 4.6): {name, color?,
// description?}. name has 1 to 255 characters, not all white space; color is one of
// svcx.Colors, by default slate; description has at most 2,000 characters, and a
// blank one counts as absent.
func (f *Form) DecodeCategory(body []byte) (svcx.CategoryDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.CategoryDraft{}, err
	}
	draft := svcx.CategoryDraft{
		Name:        o.Label("name", svcx.MaxName),
		Color:       OptionalEnum(o, "color", svcx.DefaultColor, colors),
		Description: o.OptionalLabel("description", svcx.MaxDescription),
	}
	return checked(o, draft)
}

// DecodeCategoryPatch reads the body of PATCH /categories/{id} (R 4.6): any of
// {name, color, description, position}. Only description can be null, which clears
// it (D 5); position is an integer of at least 0.
func (f *Form) DecodeCategoryPatch(body []byte) (svcx.CategoryPatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.CategoryPatch{}, err
	}
	patch := svcx.CategoryPatch{
		Name:        o.LabelPatch("name", svcx.MaxName),
		Description: o.TextPatch("description", svcx.MaxDescription),
		Position:    o.positionPatch(),
	}
	if v := o.Value("color"); v.present() {
		color := Enum(v, colors)
		patch.Color = &color
	}
	return checked(o, patch)
}

// LabelPatch is Label for a member of a PATCH body that cannot be cleared: nil
// if absent, an error for null.
func (o *Object) LabelPatch(name string, max int) *string {
	if !o.Value(name).present() {
		return nil
	}
	s := o.Label(name, max)
	return &s
}

// positionPatch reads position in a PATCH body.
func (o *Object) positionPatch() *int {
	v := o.Value("position")
	if !v.present() {
		return nil
	}
	n := int(v.IntBetween(0, svcx.MaxPosition))
	return &n
}

// present reports whether the value is present, even if it is null.
func (v Value) present() bool { return v.raw != nil }

// checked returns read, or the object's error if there is one.
func checked[T any](o *Object, read T) (T, error) {
	if err := o.Err(); err != nil {
		var none T
		return none, err
	}
	return read, nil
}

// CategoryBody describes what DecodeCategory reads.
func (f *Form) CategoryBody() *openapi.Schema {
	return openapi.Object(
		openapi.Need("name", openapi.Label(svcx.MaxName).As("Unique in the workspace.")),
		openapi.May("color", oneOf(colors).Or(svcx.DefaultColor)),
		openapi.May("description", openapi.Text(svcx.MaxDescription)),
	)
}

// CategoryPatchBody describes what DecodeCategoryPatch reads.
func (f *Form) CategoryPatchBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("name", openapi.Label(svcx.MaxName)),
		openapi.May("color", oneOf(colors)),
		openapi.May("description", openapi.Text(svcx.MaxDescription).Nullable()),
		openapi.May("position", openapi.Int(0, svcx.MaxPosition)),
	)
}
