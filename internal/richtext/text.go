package richtext

import "strings"

// Text shows plain text: line breaks are kept, addresses are links.
func Text(s string) Shown {
	own, quoted := splitText(lines(cutText(s)))
	return Shown{Body: textMarkup(own), Quoted: textMarkup(quoted)}
}

// cutText bounds a text, at a whole character.
func cutText(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), MaxText+4)], "\uFFFD")
	if len(s) <= MaxText {
		return s
	}
	end := MaxText
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end] + "…"
}

// lines makes all ends of lines \n.
func lines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

func textMarkup(s string) Markup {
	s = strings.Trim(s, "\n")
	if strings.TrimSpace(s) == "" {
		return ""
	}
	var m markup
	m.Grow(len(s) + len(s)/8)
	first := true
	for line := range strings.SplitSeq(s, "\n") {
		if !first {
			m.WriteString("<br/>")
		}
		first = false
		m.linked(line)
	}
	return Markup(m.String())
}
