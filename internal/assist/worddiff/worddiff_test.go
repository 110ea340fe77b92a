package worddiff

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func marked(parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		switch p.Kind {
		case Removed:
			fmt.Fprintf(&b, "[-%s-]", p.Text)
		case Added:
			fmt.Fprintf(&b, "{+%s+}", p.Text)
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// Words are changed as a whole, never letters in them, and words between changes that are few are part of them.
func TestWordsAreCompared(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"", "", ""},
		{"same", "same", "same"},
		{"", "new", "{+new+}"},
		{"old", "", "[-old-]"},
		{"we shipped it today", "We have shipped it today", "[-we-]{+We have+} shipped it today"},
		{"It comes tomorow.", "It comes tomorrow.", "It comes [-tomorow-]{+tomorrow+}."},
		{"don't", "do not", "[-don't-]{+do not+}"},
		{"one\ntwo", "one\n\ntwo", "one\n{+\n+}two"},
		{"die Größe paßt", "die Größe passt", "die Größe [-paßt-]{+passt+}"},
		{"明日届きます", "明後日届きます", "明{+後+}日届きます"},
		{"see https://a.example/x?y=1 now", "see https://a.example/x?y=1 today", "see https://a.example/x?y=1 [-now-]{+today+}"},
	} {
		if got := marked(Of(c.before, c.after)); got != c.want {
			t.Errorf("%q to %q: %s, not %s", c.before, c.after, got, c.want)
		}
	}
}

func TestShareThatIsKept(t *testing.T) {
	for _, c := range []struct {
		before, after string
		least, most   float64
	}{
		{"", "", 1, 1}, {"one two three four", "one two three five", 0.7, 0.8}, {"Guten Tag, die Ware kommt", "Hello, goods arrive", 0, 0.2},
	} {
		if got := Kept(Of(c.before, c.after)); got < c.least || got > c.most {
			t.Errorf("%q to %q: %.2f", c.before, c.after, got)
		}
	}
}

// Whatever the texts are, the parts are both of them.
func TestPartsAreBothTexts(t *testing.T) {
	text := rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOf(rapid.OneOf(rapid.SampledFrom([]string{"a", "the", " ", "\n", ".", "é", "日本", "{{x}}", "\U000F0000", "\u202e"}), rapid.String())).Draw(t, "words")
		return strings.ToValidUTF8(strings.Join(words, " "), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		var was, is strings.Builder
		for _, p := range Of(before, after) {
			if p.Text == "" {
				t.Error("an empty part")
			}
			if p.Kind != Added {
				was.WriteString(p.Text)
			}
			if p.Kind != Removed {
				is.WriteString(p.Text)
			}
		}
		if was.String() != before || is.String() != after || !utf8.ValidString(is.String()) {
			t.Errorf("%q to %q: %q to %q", before, after, was.String(), is.String())
		}
	})
}

// Two long texts without a word in common cost a bounded time.
func TestLongTexts(t *testing.T) {
	var a, b strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&a, "a%d ", i%3001)
		fmt.Fprintf(&b, "b%d ", i%2003)
	}
	if got := Kept(Of(a.String(), b.String())); got > 0.01 {
		t.Errorf("kept %.2f", got)
	}
}
