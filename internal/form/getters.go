package form

import "svcx"

// The getters of an Object by member name, for decoders.

// FilledText reads a required string of 1 to max characters.
func (o *Object) FilledText(name string, max int) string { return o.Value(name).FilledText(max) }

// OptionalText reads a string of at most max characters; "" if absent or null.
func (o *Object) OptionalText(name string, max int) string {
	if v := o.Value(name); v.Given() {
		return v.Text(max)
	}
	return ""
}

// OptionalLabel is OptionalText for names and subjects: white space only becomes "".
// Other strings are kept byte for byte.
func (o *Object) OptionalLabel(name string, max int) string {
	if s := o.OptionalText(name, max); !svcx.Blank(s) {
		return s
	}
	return ""
}

// Label reads a required string of 1 to max characters, not all white space.
func (o *Object) Label(name string, max int) string {
	v := o.Value(name)
	if v.isText() {
		if s := v.text(); !svcx.Blank(s) && svcx.CheckLength("", s, max) == nil {
			return s
		}
	}
	v.Refuse("must be a string of 1 to %d characters, not all white space", max)
	return ""
}

// TextPatch reads a string in a PATCH body: nil if absent (unchanged), "" for null
// or white space (cleared), otherwise the string (D 5).
func (o *Object) TextPatch(name string, max int) *string {
	v := o.Value(name)
	if v.raw == nil {
		return nil
	}
	s := o.OptionalLabel(name, max)
	return &s
}

// OptionalEmail reads an e-mail address; "" if absent, null or blank. Any other
// string that is not an address is an error (D 5).
func (o *Object) OptionalEmail(name string) string {
	s := o.OptionalLabel(name, svcx.MaxEmail)
	if s != "" && !svcx.IsEmail(s) {
		o.Refuse(name, "must be an e-mail address")
		return ""
	}
	return s
}

// EmailPatch is TextPatch for an e-mail address.
func (o *Object) EmailPatch(name string) *string {
	if o.Value(name).raw == nil {
		return nil
	}
	s := o.OptionalEmail(name)
	return &s
}

// OptionalBool reads a boolean; absent is its value if it is absent or null.
func (o *Object) OptionalBool(name string, absent bool) bool {
	if v := o.Value(name); v.Given() {
		return v.Bool()
	}
	return absent
}

// OptionalEnum reads one of the words; absent is its value if it is absent or null.
func OptionalEnum[T any](o *Object, name string, absent T, words []Word[T]) T {
	if v := o.Value(name); v.Given() {
		return Enum(v, words)
	}
	return absent
}

// OptionalID reads an id with the form's getter; nil if absent or null.
func OptionalID[T ~int64](o *Object, name string, read func(Value) int64) *T {
	v := o.Value(name)
	if !v.Given() {
		return nil
	}
	id := T(read(v))
	return &id
}

// contentTypes are the words of contentType (W 2.1, R 4.2).
var contentTypes = []Word[svcx.ContentType]{
	{"text", svcx.ContentText},
	{"html", svcx.ContentHTML},
}

// ContentType reads contentType; text if absent.
func (o *Object) ContentType() svcx.ContentType {
	return OptionalEnum(o, "contentType", svcx.ContentText, contentTypes)
}
