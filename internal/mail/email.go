package mail

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"html"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"svcx"
)

// body is what an e-mail says, written as text and as HTML. Values that others chose are on one
// line and cannot affect the text around them.
type body struct {
	// why it was sent, the address that signs in, and what its reader should know of it
	why, link, once, unexpected string
}

func (b body) text() string {
	return strings.Join([]string{"Hello,", b.why, "Open this link to sign in:", b.link, b.once, b.unexpected}, "\n\n") + "\n"
}

func (b body) html() string {
	link := html.EscapeString(b.link)
	var w strings.Builder
	w.WriteString("<!doctype html>\n<html lang=\"en\">\n<body style=\"font-family:sans-serif;line-height:1.5;color:#1f2328\">\n")
	for _, paragraph := range []string{
		"Hello,",
		html.EscapeString(b.why),
		`<a href="` + link + `">Sign in</a>`,
		html.EscapeString(b.once) + " If the link does not work, copy this address into your browser:<br>" + link,
		html.EscapeString(b.unexpected),
	} {
		w.WriteString("<p>" + paragraph + "</p>\n")
	}
	w.WriteString("</body>\n</html>\n")
	return w.String()
}

// compose renders an e-mail.
func compose(from *mail.Address, baseURL, link string, l svcx.Email, now time.Time) (*gomail.Msg, error) {
	b := body{
		why:        fmt.Sprintf("someone, hopefully you, asked for a link to sign in as %s at %s.", svcx.OneLine(l.To), baseURL),
		link:       link,
		once:       "The link works once, for 15 minutes.",
		unexpected: "If you did not ask for it, ignore this mail: no one can sign in without the link.",
	}
	if ip := svcx.OneLine(l.IP); ip != "" {
		b.why += fmt.Sprintf(" The request came from the address %s.", ip)
	}
	subject := "Your sign-in link"
	if l.Invitation != nil {
		workspace, by := cmp.Or(svcx.OneLine(l.Invitation.Workspace), "(unnamed)"), cmp.Or(svcx.OneLine(l.Invitation.By), "Someone")
		subject = "You are now a member of " + workspace
		b.why = fmt.Sprintf("%s has added you to the workspace %s at %s.", by, workspace, baseURL)
		b.once += fmt.Sprintf(" Later you can ask for a new one at %s.", baseURL)
		b.unexpected = "If you do not know what this is about, ignore this mail."
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(from)
	to, err := asciiDomain(l.To)
	if err != nil {
		return nil, err
	}
	if err := m.To(to); err != nil {
		return nil, err
	}
	m.Subject(subject)
	m.SetDateWithValue(now)
	// The library's default would disclose the host name of this machine.
	m.SetMessageIDWithValue(fmt.Sprintf("%s@%s", rand.Text(), from.Address[strings.LastIndexByte(from.Address, '@')+1:]))
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetBodyString(gomail.TypeTextPlain, b.text())
	m.AddAlternativeString(gomail.TypeTextHTML, b.html())
	return m, nil
}
