package svcx

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// FieldID identifies a custom field definition.
type FieldID int64

// FieldType is what a custom field holds (R 2.7).
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

// Field is the definition of a custom field: of one category, or of every
// conversation where Category is nil. Key and Type never change (R 2.7).
type Field struct {
	ID        FieldID
	Workspace WorkspaceID
	Key       string
	Name      string
	Type      FieldType
	Category  *CategoryID
	Required  bool
	Options   []string // of a select, else nil
	Position  int
}

// Bounds of field definitions and values, in characters and pieces.
const (
	MaxFieldKey   = 64
	MaxFieldValue = 10000
	MaxOptions    = 200
	MaxOption     = 255
	// MaxFields bounds those of a workspace, as MaxCategories does categories.
	MaxFields = 1000
)

// AppliesTo reports whether conversations of the category, nil is none, have the
// field: its own category's or any at all.
func (f *Field) AppliesTo(category *CategoryID) bool {
	return f.Category == nil || category != nil && *f.Category == *category
}

// FieldKeyPattern is what a field's key must match (R 2.7).
const FieldKeyPattern = `^[a-z][a-z0-9_]*$`

var fieldKeyPattern = regexp.MustCompile(FieldKeyPattern)

// IsFieldKey reports whether s can be a field's key (R 2.7).
func IsFieldKey(s string) bool { return len(s) <= MaxFieldKey && fieldKeyPattern.MatchString(s) }

// FieldDraft is what a field is made from.
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

// FieldInputKind is the type that a field's value came in.
type FieldInputKind uint8

// The kinds. FieldInputOther is an array or object, which fits no field.
const (
	FieldInputNull FieldInputKind = iota
	FieldInputString
	FieldInputNumber
	FieldInputBool
	FieldInputOther
)

// FieldInput is a value for a field as it came: its kind and its text.
type FieldInput struct {
	Kind FieldInputKind
	Text string
}

// FieldInputs are values by field key, in no order.
type FieldInputs map[string]FieldInput

// FieldValue is a field with what a conversation has in it; Set is false where
// it has nothing. Value is the canonical text: a number as JSON writes it, true
// or false, a date as YYYY-MM-DD or a timestamp.
type FieldValue struct {
	Field *Field
	Value string
	Set   bool
}

// Read checks a value against the definition and makes it canonical; ok is
// false for null, which clears. The error continues "<member> …"
// (decisions 2).
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
	text := strings.TrimSpace(in.Text)
	n, err := strconv.ParseFloat(text, 64)
	if in.Kind != FieldInputNumber && in.Kind != FieldInputString || err != nil || math.IsNaN(n) || math.IsInf(n, 0) || strings.ContainsAny(text, "xXpP_") {
		return "", Invalid("", "must be a number")
	}
	// Whole numbers keep every digit that they came with.
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(i, 10), nil
	}
	if n == 0 {
		return "0", nil // also -0.0, which would otherwise come back as another
	}
	return strconv.FormatFloat(n, 'g', -1, 64), nil
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
