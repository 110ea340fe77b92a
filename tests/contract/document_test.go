package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// parseJSON reads one JSON value and keeps numbers as they are written.
func parseJSON(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the JSON value")
	}
	return v, nil
}

// lookUp finds the value at a path such as data.0.id; a negative index counts
// from the end, "." is the whole document. A path with * gives all values that
// match, and many is true.
func lookUp(v any, path string) (found []any, many bool) {
	found = []any{v}
	if path == "." {
		return found, false
	}
	for step := range strings.SplitSeq(path, ".") {
		var next []any
		for _, v := range found {
			switch v := v.(type) {
			case map[string]any:
				if member, ok := v[step]; ok {
					next = append(next, member)
				} else if step == "*" {
					for _, name := range slices.Sorted(maps.Keys(v)) {
						next = append(next, v[name])
					}
				}
			case []any:
				if step == "*" {
					next = append(next, v...)
				} else if i, err := strconv.Atoi(step); err == nil {
					if i < 0 {
						i += len(v)
					}
					if i >= 0 && i < len(v) {
						next = append(next, v[i])
					}
				}
			}
		}
		many = many || step == "*"
		found = next
	}
	return found, many
}

// text is a value as scripts write it: strings without quotes, the rest as JSON.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		panic(err) // it was parsed from JSON
	}
	return string(encoded)
}

// check describes how the value at path differs from the claim; "" if it does not.
// The operators are described in README.md.
func check(document any, form string, args []string) string {
	if len(args) == 2 && args[1] == "absent" {
		if found, _ := lookUp(document, args[0]); len(found) > 0 {
			return fmt.Sprintf("%s is %s, and should not be there", args[0], text(found[0]))
		}
		return ""
	}
	if len(args) < 3 {
		return "a check is written: path operator value"
	}
	path, operator, want := args[0], args[1], args[2]
	found, many := lookUp(document, path)
	if len(found) == 0 && !many {
		return fmt.Sprintf("there is no %s in %s", path, text(document))
	}
	if many && (operator == "==" || operator == "!=") {
		texts := make([]string, len(found))
		for i, v := range found {
			texts[i] = text(v)
		}
		found = []any{strings.Join(texts, " ")}
	}
	if len(found) == 0 {
		return fmt.Sprintf("there is no %s in %s", path, text(document))
	}
	for _, v := range found {
		if fault := checkOne(v, form, operator, want, args[3:]); fault != "" {
			return fmt.Sprintf("%s is %s: %s", path, text(v), fault)
		}
	}
	return ""
}

func checkOne(v any, form, operator, want string, more []string) string {
	switch operator {
	case "==":
		if text(v) != want || want == "null" && v != nil {
			return "should be " + want
		}
	case "!=":
		if text(v) == want {
			return "should not be that"
		}
	case "~":
		if !regexp.MustCompile(want).MatchString(text(v)) {
			return "should match " + want
		}
	case "is":
		if !kinds[want](v, form) {
			return "should be of kind " + want
		}
	case "len":
		if n, err := strconv.Atoi(want); err != nil || length(v) != n {
			return fmt.Sprintf("has length %d, not %s", length(v), want)
		}
	case "keys":
		return checkKeys(v, append([]string{want}, more...))
	default:
		return "there is no operator " + operator
	}
	return ""
}

func length(v any) int {
	switch v := v.(type) {
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	case string:
		return len([]rune(v))
	}
	return -1
}

// checkKeys expects exactly these members.
func checkKeys(v any, want []string) string {
	object, _ := v.(map[string]any)
	var got []string
	for name := range object {
		got = append(got, name)
	}
	sort.Strings(got)
	want = slices.Clone(want)
	sort.Strings(want)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("has the members %v, not %v", got, want)
	}
	return ""
}

var (
	timePattern    = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)
	idPattern      = regexp.MustCompile(`^[1-9]\d*$`)
	integerPattern = regexp.MustCompile(`^-?(0|[1-9]\d*)$`)
	uuidPattern    = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
)

// kinds are the arguments of the operator "is". An id depends on the form (R 9); a
// time has the one format of R 2.
var kinds = map[string]func(v any, form string) bool{
	"string":  func(v any, _ string) bool { return isText(v, nil) },
	"time":    func(v any, _ string) bool { return isText(v, timePattern) },
	"uuid":    func(v any, _ string) bool { return isText(v, uuidPattern) },
	"integer": func(v any, _ string) bool { return isNumber(v, integerPattern) },
	"boolean": func(v any, _ string) bool { _, ok := v.(bool); return ok },
	"array":   func(v any, _ string) bool { _, ok := v.([]any); return ok },
	"object":  func(v any, _ string) bool { _, ok := v.(map[string]any); return ok },
	"null":    func(v any, _ string) bool { return v == nil },
	"id": func(v any, form string) bool {
		if form == "A" {
			return isText(v, idPattern)
		}
		return isNumber(v, idPattern)
	},
}

func isText(v any, pattern *regexp.Regexp) bool {
	s, ok := v.(string)
	return ok && (pattern == nil || pattern.MatchString(s))
}

func isNumber(v any, pattern *regexp.Regexp) bool {
	n, ok := v.(json.Number)
	return ok && pattern.MatchString(n.String())
}
