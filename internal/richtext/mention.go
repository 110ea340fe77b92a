package richtext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"svcx"
)

// Mentions marks whom a note mentions: span elements of class mention, with the id of the member in
// data-user. That of me has the class me too.
func Mentions(m Markup, mentions []svcx.Mention, me svcx.UserID) Markup {
	if len(mentions) == 0 || !strings.Contains(string(m), "@") {
		return m
	}
	var out strings.Builder
	tokens := tokensOf(string(m))
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.kind != html.TextToken {
			out.WriteString(t.raw)
			continue
		}
		text := html.UnescapeString(t.raw)
		// The address of a member is a link, which the "@" stands before.
		linked := svcx.UserID(0)
		if strings.HasSuffix(text, "@") && i+3 < len(tokens) && tokens[i+1].isLink() && tokens[i+3].kind == html.EndTagToken {
			if parts := svcx.CutMentions(text+html.UnescapeString(tokens[i+2].raw), mentions); len(parts) > 0 {
				linked = parts[len(parts)-1].User
			}
		}
		if linked != 0 {
			text = strings.TrimSuffix(text, "@")
		}
		for _, part := range svcx.CutMentions(text, mentions) {
			if part.User == 0 {
				out.WriteString(html.EscapeString(part.Text))
				continue
			}
			out.WriteString(openMention(part.User, me) + html.EscapeString(part.Text) + closeMention)
		}
		if linked != 0 {
			out.WriteString(openMention(linked, me) + "@" + tokens[i+1].raw + tokens[i+2].raw + tokens[i+3].raw + closeMention)
			i += 3
		}
	}
	return Markup(out.String())
}

const closeMention = "</span>"

func openMention(user, me svcx.UserID) string {
	class := "mention"
	if user == me {
		class = "mention me"
	}
	return `<span class="` + class + `" data-user="` + strconv.FormatInt(int64(user), 10) + `">`
}

// token is a token of markup, as it stands there.
type token struct {
	kind html.TokenType
	tag  atom.Atom
	raw  string
}

func (t token) isLink() bool { return t.kind == html.StartTagToken && t.tag == atom.A }

func tokensOf(markup string) (all []token) {
	z := html.NewTokenizer(strings.NewReader(markup))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return all
		}
		t := token{kind: kind, raw: string(z.Raw())}
		if kind == html.StartTagToken {
			name, _ := z.TagName()
			t.tag = atom.Lookup(name)
		}
		all = append(all, t)
	}
}
