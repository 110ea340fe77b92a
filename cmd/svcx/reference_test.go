package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"svcx/internal/setting"
)

var update = flag.Bool("update", false, "write the man pages and docs/configuration.md")

// The man pages and the reference of settings are made from the program: a flag that is
// added or changed is in them.
func TestReferenceIsThatOfTheProgram(t *testing.T) {
	want := map[string][]byte{"configuration.md": configurationReference()}
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		// Of a program for each page, since its settings are those of one command.
		want[filepath.Join("man", strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")] = manPage(t, name(c))
		for _, sub := range c.Commands() {
			if sub.Name() != "help" {
				add(sub)
			}
		}
	}
	add(newProgram().root)
	docs := filepath.Join("..", "..", "docs")
	if *update {
		if err := os.RemoveAll(filepath.Join(docs, "man")); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(docs, "man"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range want {
		path := filepath.Join(docs, name)
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is not that of the program (%v): go generate ./cmd/svcx", path, err)
		}
	}
	pages, err := filepath.Glob(filepath.Join(docs, "man", "*"))
	if err != nil || len(pages) != len(want)-1 {
		t.Errorf("%d man pages, want %d (%v): go generate ./cmd/svcx", len(pages), len(want)-1, err)
	}
}

// configurationReference is docs/configuration.md.
func configurationReference() []byte {
	var b bytes.Buffer
	b.WriteString(`# Configuration

Made from the program by ` + "`go generate ./cmd/svcx`" + `: edit internal/app/settings.go.

Each setting is an environment variable, a flag, and a line ` + "`SVCX_NAME=value`" + ` of the file that ` + "`--config`" + ` or ` + "`SVCX_CONFIG`" + ` names. A flag
wins over the environment, and the environment over the file. Every command takes all settings, and reads them at its start
only. An empty value counts as not set. A value that cannot be right is refused, with exit code 2, before anything is opened
or created. Sizes are written ` + "`64KiB`, `1MiB`" + `, times ` + "`30s`, `5m`, `720h`" + `, several values with commas between them.
`)
	for _, group := range newProgram().settings.Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n| variable | flag | default | |\n|---|---|---|---|\n", group.Title)
		for _, s := range group.Settings {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", s.Env, settingFlag(s), settingDefault(s), strings.ReplaceAll(s.Help, "|", "\\|"))
		}
	}
	return b.Bytes()
}

func settingFlag(s setting.Setting) string {
	if s.Env == "SVCX_ADMIN_EMAIL" {
		return "serve --admin-email"
	}
	return "--" + s.Flag
}

func settingDefault(s setting.Setting) string {
	if _, isBool := s.To.(*bool); isBool && s.Default == "" {
		return "`false`"
	}
	if s.Default == "" {
		return ""
	}
	return "`" + s.Default + "`"
}

// manPage is the man page of a command, with the flags that its help has.
func manPage(t *testing.T, command string) []byte {
	p := newProgram()
	c, _, err := p.root.Find(strings.Fields(command))
	if err != nil {
		t.Fatal(err)
	}
	shown := p.helpSettings(name(c))
	p.root.PersistentFlags().VisitAll(func(flag *pflag.Flag) { flag.Hidden = true })
	for _, flag := range shown {
		flag.Hidden, flag.Usage = false, p.settingHelp(flag)
	}
	// Cobra's page has a default for every flag, and no placeholders, and a flag and its
	// text in one line.
	describe := func(flag *pflag.Flag) {
		flag.DefValue = strings.TrimPrefix(shownValue(flag), "=")
		flag.NoOptDefVal = ""
	}
	synopsis := usage(c)
	c.InheritedFlags().VisitAll(describe)
	c.LocalFlags().VisitAll(describe)
	c.Use = strings.TrimPrefix(synopsis, strings.TrimSuffix(c.CommandPath(), c.Name()))
	c.DisableAutoGenTag = true
	c.Long = c.Short + "\n\n" + regexp.MustCompile(`(?m)^ +.`).ReplaceAllString(c.Long, "  $0") // four spaces are code
	c.Short = strings.TrimSuffix(c.Short, ".")
	var b bytes.Buffer
	if err := doc.GenMan(c, &doc.GenManHeader{Source: "svcx", Manual: "svcx", Date: new(time.Time)}, &b); err != nil {
		t.Fatal(err)
	}
	page := strings.NewReplacer(`"Jan 0001"`, `""`, "OPTIONS INHERITED FROM PARENT COMMANDS", "CONFIGURATION").Replace(b.String())
	page = regexp.MustCompile(`(?m)(\\fB--[a-z-]+\\fP)=$`).ReplaceAllString(page, "$1")
	page = regexp.MustCompile(`(?m)(\\fB--[a-z-]+\\fP=)"(.*)"$`).ReplaceAllString(page, "$1$2")
	page = regexp.MustCompile(`(?m)^(?:\.PP\n)?(\\fB--.*)\n\t(.*)$`).ReplaceAllString(page, ".TP\n$1\n$2")
	page = regexp.MustCompile(`(?m) +$`).ReplaceAllString(page, "")
	return []byte(page)
}
