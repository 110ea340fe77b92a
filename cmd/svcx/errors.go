package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/setting"
)

// explain is the text of an error in the flags of a command line. A setting whose value
// does not parse is named by its variable too.
func (p *program) explain(c *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		without *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.Is(err, errVersion):
		return errVersion
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &without):
		return needsValue(without.GetFlag())
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		name := "--" + flag.Name
		if s, found := p.settings.ByFlag(flag.Name); found {
			name = s.String()
		}
		return setting.Refused(name, flag.Value.Type(), invalid.GetValue(), invalid.Unwrap())
	}
	return err
}

// unknownFlag is the error of a flag that the command does not have.
func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	if short := unknown.GetSpecifiedShortnames(); short != "" {
		return fmt.Errorf("unknown flag -%s", unknown.GetSpecifiedName())
	}
	name := "--" + unknown.GetSpecifiedName()
	var names []string
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, "--"+flag.Name)
		}
	})
	return fmt.Errorf("unknown flag %s%s", name, didYouMean(name, names))
}

// forgottenValue finds a flag without its value that is followed by another flag, which
// would be taken for the value.
func (p *program) forgottenValue(args []string) (command *cobra.Command, err error) {
	command, _, err = p.root.Find(args)
	if err != nil {
		return command, err
	}
	flag := func(arg string) *pflag.Flag {
		name, long := strings.CutPrefix(arg, "--")
		if !long {
			return nil
		}
		return command.Flag(name)
	}
	for i := 0; i+1 < len(args) && args[i] != "--"; i++ {
		f := flag(args[i])
		if f == nil || f.NoOptDefVal != "" {
			continue
		}
		if i++; flag(args[i]) != nil {
			return command, needsValue(f)
		}
	}
	return command, nil
}

func needsValue(flag *pflag.Flag) error { return fmt.Errorf("--%s needs a value", flag.Name) }

// didYouMean asks whether a name that is near was meant; "" if none is.
func didYouMean(name string, names []string) string {
	near := similar(name, names)
	if near == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", near)
}

// similar finds the name that another one was most likely meant to be; "" if none
// is near.
func similar(name string, names []string) string {
	best, least := "", max(len(name)/4+1, min(len(name)/2+1, 3))
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
