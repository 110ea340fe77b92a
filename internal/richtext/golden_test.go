package richtext

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// Mails as people's programs write them, and what is shown of them.
func TestMails(t *testing.T) {
	for _, path := range mails(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := golden(path, string(text))
			if *update {
				if err := os.WriteFile(path+".golden", []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
			if err := wrong(string(text)); err != nil {
				t.Error(err)
			}
		})
	}
}

func mails(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, ending := range []string{"html", "txt", "md"} {
		some, err := filepath.Glob("testdata/mail/*." + ending)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	if len(all) < 20 {
		t.Fatalf("only %d mails", len(all))
	}
	return all
}

// golden is all that is shown of a mail, with a line for each line and block.
func golden(path, text string) string {
	var shown Shown
	var line string
	switch filepath.Ext(path) {
	case ".html":
		shown, line = HTML(text, media), HTMLLine(text, 80)
	case ".md":
		shown, line = Markdown(text, media), MarkdownLine(text, 80)
	default:
		shown, line = Text(text), TextLine(text, 80)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "== line\n%s\n== body\n%s\n== quoted\n%s\n== removed\n", line, broken(shown.Body), broken(shown.Quoted))
	for _, r := range shown.Removed {
		fmt.Fprintf(&b, "%s %d %s\n", r.Kind, r.Count, strings.Join(r.Hosts, " "))
	}
	return b.String()
}

func broken(m Markup) string {
	s := strings.ReplaceAll(string(m), ` rel="noopener noreferrer nofollow" target="_blank"`, " …")
	for _, tag := range []string{"<br/>", "</p>", "</div>", "</li>", "</tr>", "</blockquote>"} {
		s = strings.ReplaceAll(s, tag, tag+"\n")
	}
	return s
}
