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

// The two versions of an e-mail. They say the same.
var (
	//go:embed email.txt
	textSource string
	//go:embed email.html
	htmlSource string

	textEmail = texttemplate.Must(texttemplate.New("text").Parse(textSource))
	htmlEmail = htmltemplate.Must(htmltemplate.New("html").Parse(htmlSource))
)

// content is what the templates show. Values that others chose are on one line and
// cannot affect the text around them.
type content struct {
	Site, Link, To, IP string
	Workspace, By      string
}

// compose renders an e-mail.
func compose(from *mail.Address, baseURL, link string, l svcx.Email, now time.Time) (*gomail.Msg, error) {
	c := content{Site: baseURL, Link: link, To: svcx.OneLine(l.To), IP: svcx.OneLine(l.IP)}
	subject := "Your sign-in link"
	if l.Invitation != nil {
		c.Workspace, c.By = cmp.Or(svcx.OneLine(l.Invitation.Workspace), "(unnamed)"), cmp.Or(svcx.OneLine(l.Invitation.By), "Someone")
		subject = "You are now a member of " + c.Workspace
	}
	var text, html bytes.Buffer
	if err := textEmail.Execute(&text, c); err != nil {
		return nil, err
	}
	if err := htmlEmail.Execute(&html, c); err != nil {
		return nil, err
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
	m.SetBodyString(gomail.TypeTextPlain, text.String())
	m.AddAlternativeString(gomail.TypeTextHTML, html.String())
	return m, nil
}
