package richtext

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"svcx/internal/richtext/vectors"
)

// places finds words as a search does, well enough for these tests.
func places(words string) func(string) [][2]int {
	find := regexp.MustCompile(`(?i)\b(` + words + `)`)
	return func(text string) (all [][2]int) {
		for _, at := range find.FindAllStringIndex(text, -1) {
			all = append(all, [2]int{at[0], at[1]})
		}
		return all
	}
}

func TestMarks(t *testing.T) {
	const open, end = `<mark class="hit">`, `</mark>`
	for _, c := range []struct {
		shown Markup
		want  string
	}{
		{Text("My kettle\n& KETTLES").Body, "My " + open + "kettle" + end + "<br/>&amp; " + open + "KETTLE" + end + "S"},
		{HTML(`<p title="kettle">The <mark>old</mark> <a href="https://example.com/kettle">kettle</a></p>`, nil).Body, ""},
		{"", ""},
	} {
		got := string(Marks(c.shown, places("kettle")))
		if c.want == "" && c.shown != "" {
			c.want = strings.Replace(string(c.shown), ">kettle</a>", ">"+open+"kettle"+end+"</a>", 1)
		}
		if strings.ReplaceAll(got, "\n", "<br/>") != c.want && got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.shown, got, c.want)
		}
	}
}

// Marks open no way for markup: without them it is what it was before.
func TestMarksOfAttacks(t *testing.T) {
	find := places("script|alert|img|src|svg|a|x|1|needle")
	for _, v := range vectors.All() {
		for _, shown := range []Markup{Text("needle " + v.Payload).Body, HTML("needle "+v.Payload+" needle", nil).Body, Markdown("needle "+v.Payload, nil).Body} {
			marked := string(Marks(shown, find))
			if !strings.Contains(marked, OpenHit) {
				t.Errorf("nothing is marked: %.300s", marked)
			}
			// Marks of their author have no class.
			bare := regexp.MustCompile(`<mark class="hit">([^<]*)</mark>`).ReplaceAllString(marked, "$1")
			if bare != string(Marks(shown, func(string) [][2]int { return nil })) || strings.Contains(bare, OpenHit) {
				t.Errorf("%.200s\n%.300s", shown, marked)
			}
		}
	}
}

// A line is cut so that what was found in it is seen.
func TestAround(t *testing.T) {
	long := strings.Repeat("filler words ", 40)
	for _, c := range []struct{ line, words, want string }{
		{"My kettle whistles", "kettle", "My kettle whistles"},
		{long + "and my kettle whistles", "kettle", "…words and my kettle whistles"},
		{long + "kettle " + long + "my kettle whistles", "kettle|whist", "…filler words my kettle whistles"}, // where more of them are
		{"kettle " + long, "kettle", "kettle " + long[:113] + "…"},
		{strings.Repeat("山", 300) + "kettle", "kettle", ""},
		{strings.Repeat("e\u0301", 300) + " kettle", "kettle", "…kettle"},
	} {
		at := places(c.words)(c.line)
		if c.words == "kettle" && len(at) == 0 {
			at = [][2]int{{strings.Index(c.line, "kettle"), strings.Index(c.line, "kettle") + 6}}
		}
		got := Around(c.line, at, 20, 120)
		if c.want == "" {
			c.want = "…" + strings.Repeat("山", 20) + "kettle"
		}
		if got != c.want {
			t.Errorf("%.40s:\n got %s\nwant %s", c.line, got, c.want)
		}
		if n := utf8.RuneCountInString(got); n > 122 {
			t.Errorf("%d characters", n)
		}
	}
}

// What is quoted is in the whole line, and not in that of what the author wrote.
func TestWholeLine(t *testing.T) {
	for _, c := range []struct {
		text            string
		isHTML, isMarks bool
		want            string
	}{
		{"Yes\n\n> is it a kettle?", false, false, "Yes > is it a kettle?"},
		{"<style>p{}</style><p>Yes</p><blockquote>is it a <b>kettle</b>?</blockquote>", true, false, "Yes is it a kettle?"},
		{"**Yes**\n\n> is it a kettle?", false, true, "Yes is it a kettle?"},
		{"a\u202ee\u200b b", false, false, "ae b"},
	} {
		if got := WholeLine(c.text, c.isHTML, c.isMarks, 1000); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
