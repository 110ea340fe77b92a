package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"svcx"
)

// object is a record as it was read. Its members are taken by name and type: one of another type
// counts as absent, since nothing that is optional may keep a conversation from being imported,
// and rest then has what was not taken.
type object map[string]json.RawMessage

func decodeObject(value []byte) (object, error) {
	var o object
	if err := json.Unmarshal(value, &o); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, errors.New("is not JSON: " + syntax.Error())
		}
		return nil, errors.New("is no JSON object")
	}
	return o, nil
}

// take removes a member and returns it; nil if it is absent or null.
func (o object) take(name string) json.RawMessage {
	value, ok := o[name]
	delete(o, name)
	if !ok || string(value) == "null" {
		return nil
	}
	return value
}

// text takes a text; numbers and booleans are texts, too.
func (o object) text(name string) string { return asText(o.take(name)) }

func asText(value json.RawMessage) (text string) {
	if len(value) == 0 {
		return ""
	}
	switch value[0] {
	case '"':
		if json.Unmarshal(value, &text) != nil {
			return ""
		}
		return clean(text)
	case '{', '[':
		return ""
	}
	return string(value)
}

// id takes an id: a whole number or a text; "" if there is none.
func (o object) id(name string) string { return asID(o.take(name)) }

func asID(value json.RawMessage) string {
	text := strings.TrimSpace(asText(value))
	if len(value) > 0 && value[0] != '"' {
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			return ""
		}
	}
	return text
}

// truth takes a boolean; otherwise it returns the default.
func (o object) truth(name string, otherwise bool) bool {
	switch string(o.take(name)) {
	case "true":
		return true
	case "false":
		return false
	}
	return otherwise
}

// object takes an object; an empty one if there is none.
func (o object) object(name string) object {
	inner, err := decodeObject(o.take(name))
	if err != nil || inner == nil {
		return object{}
	}
	return inner
}

// objects takes the objects of an array.
func (o object) objects(name string) (all []object) {
	for _, value := range o.list(name) {
		if inner, err := decodeObject(value); err == nil && inner != nil {
			all = append(all, inner)
		}
	}
	return all
}

// texts takes the texts of an array.
func (o object) texts(name string) (all []string) {
	for _, value := range o.list(name) {
		if text := asText(value); text != "" {
			all = append(all, text)
		}
	}
	return all
}

func (o object) list(name string) (values []json.RawMessage) {
	if json.Unmarshal(o.take(name), &values) != nil {
		return nil
	}
	return values
}

// moment takes a time: in ISO 8601, or in seconds since 1970, which are milliseconds if they
// could not be seconds. nil if it is neither.
func (o object) moment(name string) *svcx.Time { return asTime(o.take(name)) }

// Seconds from 1970 to 2286; greater numbers are milliseconds.
const maxSeconds = 1e10

func asTime(value json.RawMessage) *svcx.Time {
	text := strings.TrimSpace(asText(value))
	if t, err := parseTime(text); err == nil {
		return &t
	}
	n, err := strconv.ParseFloat(text, 64)
	if err == nil && n < maxSeconds {
		n *= 1000
	}
	if err != nil || !(n > 0 && n < maxSeconds*1000) {
		return nil
	}
	t := svcx.Time(math.Round(n))
	return &t
}

// parseTime reads the times that exports have: ISO 8601, also with a blank in the middle or at
// the end of the seconds, and with UTC in letters.
func parseTime(text string) (svcx.Time, error) {
	if zone, ok := strings.CutSuffix(text, " UTC"); ok {
		text = zone + "Z"
	}
	if len(text) > 11 && text[10] == ' ' {
		text = text[:10] + "T" + text[11:]
	}
	if before, offset, ok := strings.Cut(text, " "); ok {
		text = before + offset
	}
	return svcx.ParseTime(text)
}

// input is a value for a field.
func input(value json.RawMessage) svcx.FieldInput {
	if len(value) == 0 {
		return svcx.FieldInput{}
	}
	switch value[0] {
	case '"':
		return svcx.FieldInput{Kind: svcx.FieldInputString, Text: asText(value)}
	case 't', 'f':
		return svcx.FieldInput{Kind: svcx.FieldInputBool, Text: string(value)}
	case 'n':
		return svcx.FieldInput{}
	case '{':
		return svcx.FieldInput{Kind: svcx.FieldInputOther}
	case '[':
		// Several choices are one text.
		var texts []string
		if err := json.Unmarshal(value, &texts); err != nil {
			return svcx.FieldInput{Kind: svcx.FieldInputOther}
		}
		return svcx.FieldInput{Kind: svcx.FieldInputString, Text: clean(strings.Join(texts, ", "))}
	}
	return svcx.FieldInput{Kind: svcx.FieldInputNumber, Text: string(value)}
}

// rest are the names of members that were not taken and say something, sorted.
func (o object) rest(without ...string) (names []string) {
	for name, value := range o {
		if !slices.Contains(without, name) && says(value) {
			names = append(names, clean(name))
		}
	}
	slices.Sort(names)
	return names
}

// says reports whether a value is more than a default.
func says(value json.RawMessage) bool {
	switch string(bytes.TrimSpace(value)) {
	case "null", `""`, "[]", "{}", "false", "0", "":
		return false
	}
	return true
}

// clean makes a text storable, as those of requests are: invalid UTF-8 becomes U+FFFD, and NUL is
// removed (D 2).
func clean(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ReplaceAll(s, "\x00", "")
}
