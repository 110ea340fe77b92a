package richtext

import (
	"runtime"
	"strings"
	"testing"
)

// hostile are texts that cost careless programs the square of their length.
var hostile = map[string]string{
	"open elements":                  "<div>",
	"open formatting":                "<b>",
	"open different":                 "<b><i><u><em><code>",
	"open formatting and paragraphs": "<font color=a><font color=b><font color=c><p>x",
	"paragraphs":                     "<p>",
	"formatting across paragraphs":   "<b><p></b>x",
	"links in links":                 "<a href=https://a.example>x",
	"tables":                         "<table><tr><td>",
	"text in tables":                 "<table>x",
	"end tags":                       "</b>",
	"end of paragraphs":              "</p>",
	"misnested":                      "<a><b></a></b>",
	"lists":                          "<ul><li>",
	"items":                          "<li>",
	"cells":                          "<td>x",
	"options":                        "<select><option>",
	"quotes":                         "<blockquote>x",
	"quotes, closed":                 "<blockquote>x</blockquote>",
	"cited":                          "<blockquote type=cite>x</blockquote>",
	"breaks":                         "<br>",
	"breaks and headers":             "<br><i>From:</i>",
	"spans":                          "<span>x</span>",
	"attributes":                     " a=b",
	"entities":                       "&amp;",
	"long entities":                  "&CounterClockwiseContourIntegral;",
	"open entities":                  "&#x",
	"comments":                       "<!--",
	"bogus comments":                 "<!",
	"svg":                            "<svg><p>",
	"foreign":                        "<svg><foreignObject><math><mtext>",
	"templates":                      "<template>",
	"images":                         `<img src="https://a.example/1.png">`,
	"embedded":                       `<img src="data:image/png;base64,AAAA">`,
	"hidden":                         `<div style="display:none">x`,
	"styles":                         `<p style="a:url(https://a.example/x)">`,
	"brackets":                       "[a](",
	"open brackets":                  "[",
	"close brackets":                 "]",
	"images in Markdown":             "![",
	"references":                     "[a]: b\n",
	"emphasis":                       "*a **a ",
	"underscores":                    "_a__",
	"strikethrough":                  "~~a~",
	"backticks":                      "`a``",
	"growing backticks":              "`",
	"quoted":                         "> ",
	"quoted lines":                   "> x\n",
	"nested lists":                   "- ",
	"numbered":                       "1. ",
	"table rows":                     "|a|b\n|-|-\n",
	"pipes":                          "|",
	"fences":                         "```\n",
	"angle":                          "<a@b.example ",
	"addresses":                      "https://a.example ",
	"address":                        "https://",
	"dots":                           "www.",
	"ats":                            "a@",
	"colons":                         "http:",
	"parentheses":                    "https://a.example/(",
	"attributions":                   "On 1 Jan 2026 at 10:00, a@b.example wrote:\n",
	"headers":                        "From: x\nSent: y\n",
	"colon lines":                    "a:\n",
	"marks":                          "a\u0301\u0301\u0301\u0301\u0301\u0301",
	"invisible":                      "\u200b",
	"directions":                     "\u202e",
	"domains":                        "xn--a.",
	"new lines":                      "\n",
	"carriage returns":               "\r",
	"NUL":                            "\x00",
	"broken UTF-8":                   "\xff",
	"escapes":                        "\\",
	"wide pipes":                     "||||||||||||||||||||||||||||||\n|-|-|-|-\n",
}

// Work grows with the length of a text, whatever is in it (pages.md, "Budgets"). Memory is what is
// measured: it does not depend on the machine.
func TestHostile(t *testing.T) {
	for name, part := range hostile {
		t.Run(name, func(t *testing.T) {
			for function, f := range map[string]func(string){
				"Text": func(s string) { Text(s) }, "HTML": func(s string) { HTML(s, media) }, "Markdown": func(s string) { Markdown(s, media) },
				"Name": func(s string) { Name(s) }, "HTMLLine": func(s string) { HTMLLine(s, 200) }, "MarkdownLine": func(s string) { MarkdownLine(s, 200) }, "TextLine": func(s string) { TextLine(s, 200) },
			} {
				const small = 8_000
				few := allocated(func() { f(repeat(name, part, small)) })
				many := allocated(func() { f(repeat(name, part, 8*small)) })
				if many > 16*few+4<<20 {
					t.Errorf("%s allocates %d KiB for %d KB, %d KiB for %d KB", function, few>>10, small/1000, many>>10, 8*small/1000)
				}
			}
		})
	}
}

func repeat(name, part string, size int) string {
	if name == "attributes" {
		return "<p" + strings.Repeat(part, size/len(part)) + ">x"
	}
	return strings.Repeat(part, size/len(part))
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// The same texts are safe to show, at a length at which bounds apply.
func TestHostileIsSafe(t *testing.T) {
	for name, part := range hostile {
		if err := wrong(repeat(name, part, 6000)); err != nil {
			t.Errorf("%s: %.2000v", name, err)
		}
	}
}
