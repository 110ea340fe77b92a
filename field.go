package svcx

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FieldID identifies a custom field definition.
type FieldID int64

// FieldType is the type of a custom field (R 2.7).
type FieldType string

// The field types.
const (
	FieldText    FieldType = "text"
	FieldNumber  FieldType = "number"
	FieldSelect  FieldType = "select"
	FieldBoolean FieldType = "boolean"
	FieldDate    FieldType = "date"
)

// FieldTypes lists them, the default first.
var FieldTypes = []FieldType{FieldText, FieldNumber, FieldSelect, FieldBoolean, FieldDate}

// Field is the definition of a custom field, for the conversations of one category
// or, if Category is nil, for all. Key and Type never change (R 2.7).
type Field struct {
	ID        FieldID
	Workspace WorkspaceID
	Key       string
	Name      string
	Type      FieldType
	Category  *CategoryID
	Required  bool
	Options   []string // of a select, otherwise nil
	Position  int
}

// Bounds of field definitions and values, in characters or items.
const (
	MaxFieldKey   = 64
	MaxFieldValue = 10000
	MaxOptions    = 200
	MaxOption     = 255
	// MaxFields bounds the fields of a workspace, as MaxCategories does categories,
	// and MaxOptionBytes the options of all of them.
	MaxFields      = 1000
	MaxOptionBytes = 1 << 20
	// MaxFieldValueBytes bounds all values of a conversation together, which are read
	// together, and those of a channel's defaults.
	MaxFieldValueBytes = 1 << 20
)

// AppliesTo reports whether conversations of the category, nil for none, have the
// field.
func (f *Field) AppliesTo(category *CategoryID) bool {
	return f.Category == nil || category != nil && *f.Category == *category
}

// FieldKeyPattern is what a field's key must match (R 2.7).
const FieldKeyPattern = `^[a-z][a-z0-9_]*$`

var fieldKeyPattern = regexp.MustCompile(FieldKeyPattern)

// IsFieldKey reports whether s can be a field's key (R 2.7).
func IsFieldKey(s string) bool { return len(s) <= MaxFieldKey && fieldKeyPattern.MatchString(s) }

// FieldDraft is the input for a new field.
type FieldDraft struct {
	Key, Name string
	Type      FieldType
	Category  *CategoryID
	Required  bool
	Options   []string
}

// FieldPatch changes what is set.
type FieldPatch struct {
	Name     *string
	Options  *[]string
	Required *bool
	Position *int
}

// FieldInputKind is the JSON type of a field's input.
type FieldInputKind uint8

// The kinds. FieldInputOther is an array or object, which no field accepts.
const (
	FieldInputNull FieldInputKind = iota
	FieldInputString
	FieldInputNumber
	FieldInputBool
	FieldInputOther
)

// FieldInput is a value for a field as it was received.
type FieldInput struct {
	Kind FieldInputKind
	Text string
	// Was, if set, is the value that the input was made from, "" for none: if the field has
	// another one, it is a validation error.
	Was *string
}

// FieldInputs are inputs by field key.
type FieldInputs map[string]FieldInput

// ManyFieldInputs stands for inputs with more keys than a workspace can have fields.
// It reads the request's body and returns only the inputs whose key is known, so
// that those that are ignored take no memory.
type ManyFieldInputs func(known func(key string) bool) FieldInputs

// FieldValue is a field with its value in a conversation; Set is false if it has
// none. Value is the canonical text: a number as in JSON, true or false, a date as
// YYYY-MM-DD or a timestamp.
type FieldValue struct {
	Field *Field
	Value string
	Set   bool
}

// FieldValuesFit reports whether no values of the fields can exceed
// MaxFieldValueBytes together.
func FieldValuesFit(fields []*Field) bool {
	most := 0
	for _, f := range fields {
		if f.Type == FieldText {
			most += MaxFieldValue * utf8.UTFMax
		} else {
			most += MaxOption * utf8.UTFMax // numbers and dates have fewer
		}
	}
	return most <= MaxFieldValueBytes
}

// FieldRoom is how many of the MaxFieldValueBytes are used.
type FieldRoom int

// Replace replaces was bytes with now bytes. A value that grows beyond the bound is
// refused. Values from before there was a bound may still shrink. The error
// continues "<member> …".
func (r *FieldRoom) Replace(was, now int) error {
	after := *r + FieldRoom(now-was)
	if now > was && after > MaxFieldValueBytes {
		return Invalid("", "must have at most %d KiB together with the values of the other fields", MaxFieldValueBytes>>10)
	}
	*r = after
	return nil
}

// Read validates an input and returns its canonical text; ok is false for null,
// which clears. The error continues "<member> …" (D 2).
func (f *Field) Read(in FieldInput) (value string, ok bool, err error) {
	if in.Kind == FieldInputNull {
		return "", false, nil
	}
	switch f.Type {
	case FieldNumber:
		value, err = readNumber(in)
	case FieldBoolean:
		value, err = readBoolean(in)
	case FieldDate:
		value, err = readDate(in)
	case FieldSelect:
		if value = in.Text; in.Kind != FieldInputString || !slices.Contains(f.Options, in.Text) {
			err = Invalid("", "must be one of: %s", strings.Join(f.Options, ", "))
		}
	default:
		if value = in.Text; in.Kind == FieldInputOther {
			err = Invalid("", "must be a string")
		} else {
			err = CheckLength("", value, MaxFieldValue)
		}
	}
	return value, err == nil, err
}

func readNumber(in FieldInput) (string, error) {
	m := numberPattern.FindStringSubmatch(strings.TrimSpace(in.Text))
	if in.Kind != FieldInputNumber && in.Kind != FieldInputString || m == nil || m[2]+m[3] == "" {
		return "", Invalid("", "must be a number")
	}
	text, ok := canonicalNumber(m[1], m[2], m[3], m[4])
	if !ok {
		return "", Invalid("", "must be a number of at most %d digits and below 1e%d", maxNumberDigits, maxNumberExponent+1)
	}
	return text, nil
}

// maxNumberDigits bounds the digits of a number without leading and trailing zeros.
// The exponents are those of the largest and the smallest double: most JSON parsers
// cannot read numbers beyond these.
const (
	maxNumberDigits   = 100
	maxNumberExponent = 308
	minNumberExponent = -324
)

// numberPattern accepts what JSON allows and what people type: "+5", ".5".
var numberPattern = regexp.MustCompile(`^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$`)

// canonicalNumber returns the one spelling of a decimal number and keeps all its
// digits: order numbers and amounts exceed the precision of a double. 1.50e3 is
// 1500; very large and very small numbers are written like 1.5e+40. It returns false
// for numbers out of bounds.
func canonicalNumber(sign, whole, fraction, power string) (string, bool) {
	exponent := 0
	if power != "" {
		var err error
		if exponent, err = strconv.Atoi(power); err != nil || exponent > math.MaxInt32 || exponent < math.MinInt32 {
			return "", false
		}
	}
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(trimmed)
	if trimmed == "" {
		return "0", true // also -0.0
	}
	// first is the exponent of the first digit.
	first := exponent + len(trimmed) - 1
	if len(trimmed) > maxNumberDigits || first > maxNumberExponent || first < minNumberExponent {
		return "", false
	}
	return strings.TrimPrefix(sign, "+") + plainNumber(trimmed, exponent, first), true
}

// plainNumber writes digits × 10^exponent.
func plainNumber(digits string, exponent, first int) string {
	switch {
	case first > 30 && exponent > 0 || first < -7:
		text := digits[:1]
		if len(digits) > 1 {
			text += "." + digits[1:]
		}
		return fmt.Sprintf("%se%+03d", text, first)
	case exponent >= 0:
		return digits + strings.Repeat("0", exponent)
	case first < 0:
		return "0." + strings.Repeat("0", -first-1) + digits
	default:
		return digits[:first+1] + "." + digits[first+1:]
	}
}

func readBoolean(in FieldInput) (string, error) {
	if (in.Kind == FieldInputBool || in.Kind == FieldInputString) && (in.Text == "true" || in.Text == "false") {
		return in.Text, nil
	}
	return "", Invalid("", "must be true or false")
}

func readDate(in FieldInput) (string, error) {
	if in.Kind != FieldInputString {
		return "", Invalid("", "must be a date such as 2026-11-27")
	}
	t, err := ParseTime(in.Text)
	if err != nil {
		return "", Invalid("", "must be a date such as 2026-11-27 or an ISO 8601 timestamp")
	}
	if len(in.Text) == len("2026-11-27") {
		return in.Text, nil
	}
	return t.String(), nil
}
