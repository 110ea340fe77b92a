package texts

import (
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/text/feature/plural"
)

// text is a text in its plural forms; one without has Other alone.
type text map[plural.Form]pattern

// forms are the plural forms by their names in a file.
var forms = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// UnmarshalJSON reads a string, or an object of one for each plural form.
func (t *text) UnmarshalJSON(data []byte) error {
	*t = make(text)
	var only string
	if json.Unmarshal(data, &only) == nil {
		pattern, err := parse(only)
		(*t)[plural.Other] = pattern
		return err
	}
	var all map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for name, source := range all {
		form, known := forms[name]
		if !known {
			return fmt.Errorf("%q is no plural form", name)
		}
		pattern, err := parse(source)
		if err != nil {
			return err
		}
		(*t)[form] = pattern
	}
	if _, has := (*t)[plural.Other]; !has {
		return fmt.Errorf("the plural form \"other\" is missing")
	}
	return nil
}

// pattern is a text with the places of what is filled in. {{.Name}} is the value called Name.
//
// Package text/template would do, but its templates call methods by name: a program that has them
// keeps every method of every type, and is a tenth larger.
type pattern struct {
	start string
	rest  []place
}

// place is a value by its name, and the text after it.
type place struct{ name, after string }

func parse(source string) (p pattern, err error) {
	p.start, source, _ = strings.Cut(source, "{{.")
	for source != "" {
		name, after, closed := strings.Cut(source, "}}")
		if !closed || strings.ContainsAny(name, " {.") {
			return p, fmt.Errorf("{{.%s is not {{.Name}}", source)
		}
		after, source, _ = strings.Cut(after, "{{.")
		p.rest = append(p.rest, place{name, after})
	}
	return p, nil
}

// fill writes the text with the values of args, which are names and values. A value that is missing
// shows as its place does in the file.
func (p pattern) fill(args []any) string {
	if len(p.rest) == 0 {
		return p.start
	}
	var b strings.Builder
	b.WriteString(p.start)
	for _, place := range p.rest {
		b.WriteString(value(args, place.name))
		b.WriteString(place.after)
	}
	return b.String()
}

func value(args []any, name string) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return fmt.Sprint(args[i+1])
		}
	}
	return "{{." + name + "}}"
}
