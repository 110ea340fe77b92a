package richtext

import (
	"strings"
	"testing"
)

func media(src string) string { return "/media/remote/main?url=" + src }

// W 2.1 contentType: text is shown as it is, HTML cleaned.
func TestShown(t *testing.T) {
	for _, test := range []struct {
		name     string
		shown    Shown
		has, not string
	}{
		{"tags in text", Text("<b>x</b>"), "&lt;b&gt;x&lt;/b&gt;", "<b>"},
		{"lines", Text("a\r\nb\rc\n"), "a<br/>b<br/>c", ""},
		{"script", HTML("<p>a<script>b</script>", nil), "<p>a</p>", "b"},
		{"script link", HTML(`<a href="java&#10;script:x">a</a>`, nil), "a", "href"},
		{"HTML in Markdown", Markdown("a <b>c</b>", nil), "&lt;b&gt;", "<b>"},
		{"picture", HTML(`<img src="https://a.example/b.png" alt="B">`, media), `href="/media/remote/main?url=https://a.example/b.png"`, "<img"},
		{"picture that nobody serves", HTML(`<img src="https://a.example/b.png" alt="B">`, nil), `<span class="rt-image">B</span>`, "a.example"},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := string(test.shown.Body)
			if !strings.Contains(body, test.has) || test.not != "" && strings.Contains(body, test.not) {
				t.Errorf("got %s", body)
			}
		})
	}
}
