package page

import (
	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/richtext"
)

// Marked is a text in which what was searched for is marked.
func Marked(w messaging.Words, text string) templ.Component {
	return templ.Raw(string(richtext.MarkText(text, w.Places(text))))
}

// foundLength is more than a line of a list shows, also on a wide screen, in characters.
const foundLength = 120

// FoundLine is where a message has the words of a search, in one line: in what its author wrote, or
// else in what they quoted or in the name of a file. If it is only the author's name that was found,
// it is the beginning. At most before characters come before what was found, so that it is seen.
func FoundLine(w messaging.Words, f svcx.Found, before int) string {
	isHTML := f.ContentType == svcx.ContentHTML
	texts := []func() string{
		func() string { return ExcerptLine(f.Excerpt, svcx.MaxContent) },
		func() string { return richtext.WholeLine(f.Text, isHTML, f.Markdown, svcx.MaxContent) },
	}
	for _, file := range f.Files {
		texts = append(texts, func() string { return richtext.FileName(file.Filename) })
	}
	var best string
	var places [][2]int
	for _, text := range texts {
		line := text()
		all := w.In(line)
		if len(places) == 0 || all {
			best, places = line, w.Places(line)
		}
		if all {
			break
		}
	}
	if len(places) == 0 {
		return ExcerptLine(f.Excerpt, LineLength)
	}
	return richtext.Around(best, places, before, foundLength)
}
