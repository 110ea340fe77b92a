package web

import (
	"svcx"
	"svcx/internal/richtext"
)

// shown is the content of a message as a page may show it.
func (v *messageView) shown() richtext.Shown {
	m := v.message
	media := richtext.Media(func(src string) string { return v.media[src] })
	switch {
	case m.ContentType == svcx.ContentHTML:
		return richtext.HTML(m.Content, media)
	case m.Markdown:
		return richtext.Markdown(m.Content, media)
	}
	return richtext.Text(m.Content)
}

// isPlain reports whether line breaks in the content are those of the text.
func (v *messageView) isPlain(s richtext.Shown) bool {
	return s.Fallback != "" || v.message.ContentType != svcx.ContentHTML && !v.message.Markdown
}
