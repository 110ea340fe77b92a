package main

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
)

// The errors that kong returns for the value of a flag.
var (
	missingValue   = regexp.MustCompile(`^(--[a-z-]+): expected .+ value but got `)
	malformedValue = regexp.MustCompile(`^(--[a-z-]+): `)
)

// explain is the text of an error in the command line. A setting whose value does
// not parse is named by its variable too, whether it comes from a flag, the
// environment or the file.
func explain(err error) string {
	text := err.Error()
	if parts := missingValue.FindStringSubmatch(text); parts != nil {
		return parts[1] + " needs a value"
	}
	if rest, ok := strings.CutPrefix(text, "unexpected argument "); ok && awaitsCommand(err) {
		return "unknown command " + rest
	}
	parts := malformedValue.FindStringSubmatch(text)
	if parts == nil {
		return text
	}
	var failed *kong.ParseError
	if !errors.As(err, &failed) || failed.Context == nil {
		return text
	}
	for _, flag := range failed.Context.Flags() {
		if "--"+flag.Name == parts[1] {
			if expected := expectedValue(flag.Target.Type()); expected != "" {
				return settingName(flag) + " must be " + expected + shownValue(text)
			}
		}
	}
	return text
}

// awaitsCommand reports whether parsing ended where one of several commands was
// expected.
func awaitsCommand(err error) bool {
	var failed *kong.ParseError
	if !errors.As(err, &failed) || failed.Context == nil {
		return false
	}
	node := failed.Context.Selected()
	return node == nil || len(node.Children) > 0
}

// settingName is a flag as errors name it: by its variable, where it has one.
func settingName(flag *kong.Flag) string {
	if len(flag.Envs) == 0 {
		return "--" + flag.Name
	}
	return flag.Envs[0] + " (--" + flag.Name + ")"
}

// expectedValue describes the values of a type that a text may fail to be.
func expectedValue(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a duration such as 30s, 5m or 720h"
	case t == reflect.TypeFor[app.Bytes]():
		return "a size such as 64KiB or 1MiB"
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return "" // its own error says so
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Int:
		return "whole numbers, separated by commas"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		return "a whole number"
	}
	return ""
}

// quotedValue is the value in an error of kong's, or of a size.
var quotedValue = regexp.MustCompile(`^--[a-z-]+: (?:.*but got )?("(?:[^"\\]|\\.)*")`)

func shownValue(text string) string {
	if parts := quotedValue.FindStringSubmatch(text); parts != nil {
		return ", not " + parts[1]
	}
	return ""
}

// similar finds the name that another one was most likely meant to be; "" if none
// is near.
func similar(name string, names []string) string {
	best, least := "", len(name)/4+1
	for _, candidate := range names {
		if d := editDistance(name, candidate); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// editDistance is how many characters must be inserted, deleted or replaced to get
// from a to b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, cost)
		}
	}
	return row[len(b)]
}

// flagged replaces the field that an error is about, or a list of which it is
// about one item, by the flag that it came with.
func flagged(err error, flags map[string]string) error {
	var refused *svcx.Error
	if !errors.As(err, &refused) {
		return err
	}
	field, _, _ := strings.Cut(refused.Field, "[")
	if flag := flags[field]; flag != "" {
		refused.Field = flag
	}
	return err
}

// keyFlagged is flagged for an API key, and shows the scope that is refused.
func keyFlagged(err error, scopes []svcx.Scope) error {
	var refused *svcx.Error
	if errors.As(err, &refused) {
		var i int
		if _, no := fmt.Sscanf(refused.Field, "scopes[%d]", &i); no == nil && i < len(scopes) {
			refused.Field = fmt.Sprintf("--scopes: %q", string(scopes[i]))
		}
	}
	return flagged(err, map[string]string{"name": "--name", "scopes": "--scopes", "expiresAt": "--expires"})
}

// missing says of an id that was not found whose it is, and which command lists
// those that there are.
func missing[ID ~int64](err error, what string, id ID, w *svcx.Workspace) error {
	var refused *svcx.Error
	if errors.As(err, &refused) && refused.Kind == svcx.KindNotFound && refused.Message == what+" not found" {
		return fmt.Errorf("%s %d not found in workspace %s (svcx %s list --workspace %[3]s)", what, id, w.Slug, what)
	}
	return err
}

// noWorkspace is the error for a slug that no workspace has.
func noWorkspace(slug string) error {
	return fmt.Errorf("there is no workspace %s (svcx workspace list)", svcx.OneLine(slug))
}

// dottedSetting refuses the name of a setting within another one that is written
// with a dot, and says how it is written.
func dottedSetting(settings string) error {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(settings), &members) != nil {
		return nil // that is reported with its place
	}
	known, err := form.SettingList()
	if err != nil {
		return err
	}
	for name, value := range members {
		outer, inner, dotted := strings.Cut(name, ".")
		if !dotted || !slices.ContainsFunc(known, func(s form.SettingInfo) bool { return s.Name == outer && len(s.Members) > 0 }) {
			continue
		}
		key, err := json.Marshal(inner)
		if err != nil {
			return err
		}
		return fmt.Errorf(`--settings: %s is written {"%s":{%s:%s}}`, svcx.OneLine(name), outer, key, value)
	}
	return nil
}
