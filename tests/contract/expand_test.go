package contract

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// reference is $name or ${…} in an argument.
var reference = regexp.MustCompile(`\$(\w+|\{[^}]*\})`)

// expand replaces the references of an argument with their values: a saved value,
// ${x*255} for 255 times x, ${now-1h} for a time by the server's clock, ${bytes ff00}
// for bytes that a script cannot contain.
func (w *fixture) expand(arg string) (string, error) {
	return w.replace(arg, func(_ int, v any) string { return text(v) })
}

// expandQuoted does so in a regular expression.
func (w *fixture) expandQuoted(arg string) (string, error) {
	return w.replace(arg, func(_ int, v any) string { return regexp.QuoteMeta(text(v)) })
}

// expandJSON does so in JSON text, where a reference outside of a string is replaced
// by the value as JSON: an id is a string in form A and a number in form B.
func (w *fixture) expandJSON(arg string) (string, error) {
	return w.replace(arg, func(at int, v any) string {
		encoded, err := json.Marshal(v)
		if err != nil {
			panic(err) // saved values were parsed from JSON
		}
		if !insideString(arg[:at]) {
			return string(encoded)
		}
		if _, ok := v.(string); ok {
			return string(encoded[1 : len(encoded)-1])
		}
		return string(encoded)
	})
}

func (w *fixture) replace(arg string, write func(at int, v any) string) (string, error) {
	var out strings.Builder
	rest := 0
	for _, at := range reference.FindAllStringIndex(arg, -1) {
		name := strings.Trim(arg[at[0]+1:at[1]], "{}")
		v, err := w.value(name)
		if err != nil {
			return "", err
		}
		out.WriteString(arg[rest:at[0]])
		out.WriteString(write(at[0], v))
		rest = at[1]
	}
	out.WriteString(arg[rest:])
	return out.String(), nil
}

// insideString reports whether this beginning of JSON text ends inside a string.
func insideString(before string) bool {
	inside := false
	for i := 0; i < len(before); i++ {
		switch {
		case before[i] == '\\' && inside:
			i++
		case before[i] == '"':
			inside = !inside
		}
	}
	return inside
}

// value is the value of a reference.
func (w *fixture) value(name string) (any, error) {
	if v, ok := w.saved[name]; ok {
		return v, nil
	}
	if moment, ok := strings.CutPrefix(name, "now"); ok {
		if moment == "" {
			moment = "+0s"
		}
		d, err := time.ParseDuration(moment)
		if err != nil {
			return nil, fmt.Errorf("$%s: %w", name, err)
		}
		return w.now().Add(d).UTC().Format("2006-01-02T15:04:05.000Z"), nil
	}
	if digits, ok := strings.CutPrefix(name, "bytes "); ok {
		raw, err := hex.DecodeString(digits)
		return string(raw), err
	}
	if text, times, ok := strings.Cut(name, "*"); ok {
		n, err := strconv.Atoi(times)
		if err != nil {
			return nil, fmt.Errorf("$%s: %w", name, err)
		}
		return strings.Repeat(text, n), nil
	}
	return nil, fmt.Errorf("nothing was saved as %s", name)
}
