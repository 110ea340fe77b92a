package mail

import (
	"bytes"
	"cmp"
	"crypto/rand"
	_ "embed"
	"fmt"
	htmltemplate "html/template"
	"net/mail"
	"strings"
	texttemplate "text/template"
	"time"

	gomail "github.com/wneessen/go-mail"

	"svcx"
)

// The two ways to read a letter. They say the same.
var (
	//go:embed email.txt
	textSource string
	//go:embed email.html
	htmlSource string

	textEmail = texttemplate.Must(texttemplate.New("text").Parse(textSource))
	htmlEmail = htmltemplate.Must(htmltemplate.New("html").Parse(htmlSource))
)

// content is what the templates show. What others chose is in one line there, and
// nothing of it acts on the words around it.
type content struct {
	Site, Link, To, IP string
	Workspace, By      string
}

// compose writes a letter.
func compose(from *mail.Address, baseURL, link string, l svcx.Email, now time.Time) (*gomail.Msg, error) {
	c := content{Site: baseURL, Link: link, To: svcx.OneLine(l.To), IP: svcx.OneLine(l.IP)}
	subject := "Your sign-in link"
	if l.Invitation != nil {
		c.Workspace, c.By = cmp.Or(svcx.OneLine(l.Invitation.Workspace), "(without a name)"), cmp.Or(svcx.OneLine(l.Invitation.By), "Somebody")
		subject = "You are now a member of " + c.Workspace
	}
	var text, html bytes.Buffer
	if err := textEmail.Execute(&text, c); err != nil {
		return nil, err
	}
	if err := htmlEmail.Execute(&html, c); err != nil {
		return nil, err
	}
	m := gomail.NewMsg()
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
	// The library's own would tell the name of this machine.
	m.SetMessageIDWithValue(fmt.Sprintf("%s@%s", rand.Text(), from.Address[strings.LastIndexByte(from.Address, '@')+1:]))
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetBodyString(gomail.TypeTextPlain, text.String())
	m.AddAlternativeString(gomail.TypeTextHTML, html.String())
	return m, nil
}
