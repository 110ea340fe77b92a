package richtext

import "strings"

// Written is Markdown as HTML, for a message that is sent: what Markdown shows, without what
// pages add. ok is false if nothing in it is formatted, or it has more marks than a text needs:
// it is sent as the text that it is.
func Written(s string) (html string, ok bool) {
	s = lines(strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) > MaxMarkdown || !isPlainlyMarked(s) {
		return "", false
	}
	var b strings.Builder
	if err := markdown.Convert([]byte(s), &b); err != nil {
		return "", false
	}
	html = strings.TrimSuffix(b.String(), "\n")
	// A backslash or an entity is a mark that leaves no element behind.
	rest := strings.NewReplacer("<p>", "", "</p>", "", "<br>", "", "<br />", "").Replace(html)
	return html, strings.Contains(rest, "<") || strings.ContainsAny(s, "\\&")
}
