package mail

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"svcx"
)

const patience = 10 * time.Second

var moment = time.Date(2026, 11, 27, 22, 5, 1, 0, time.UTC)

// fixture is a running mailer with its log.
type fixture struct {
	*Mailer
	log  buffer
	stop func()
}

// buffer is a writer for concurrent use.
type buffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func open(t *testing.T, o Options) *fixture {
	t.Helper()
	f := &fixture{}
	o.Log, o.Now = slog.New(slog.NewTextHandler(&f.log, nil)), func() time.Time { return moment }
	if o.From == "" {
		o.From = "Inbox <inbox@inbox.test>"
	}
	var err error
	if f.Mailer, err = New(o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		f.Run(ctx, "https://inbox.test")
		close(ended)
	}()
	f.stop = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	t.Cleanup(f.stop)
	return f
}

func (m *mailbox) next(t *testing.T) received {
	t.Helper()
	select {
	case r := <-m.got:
		return r
	case <-time.After(patience):
		t.Fatal("no mail came")
		return received{}
	}
}

// read parses a message.
func read(t *testing.T, data []byte) (header netmail.Header, text, html string) {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for _, to := range []*string{&text, &html} {
		part, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		*to = strings.ReplaceAll(string(b), "\r\n", "\n")
	}
	return m.Header, text, html
}

// D 6: the e-mail says who asked, how long the link works, and what to do if it was
// someone else, as text and as HTML.
func TestSignInEmailSaysWhoAsked(t *testing.T) {
	m := newMailbox(t, options{})
	f := open(t, Options{URL: "smtp://" + m.address})
	f.Send(svcx.Email{To: "Ann@acme.test", Token: "to-ken_1", IP: "203.0.113.9"})
	r := m.next(t)
	if diff := cmp.Diff([]string{"inbox@inbox.test", "Ann@acme.test"}, []string{r.from, r.to}); diff != "" {
		t.Error(diff)
	}
	header, text, html := read(t, r.data)
	for name, want := range map[string]string{
		"From": `"Inbox" <inbox@inbox.test>`, "To": "<Ann@acme.test>", "Subject": "Your sign-in link", "Date": "Fri, 27 Nov 2026 22:05:01 +0000", "Auto-Submitted": "auto-generated",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"User-Agent", "X-Mailer"} {
		if got := header.Get(name); got != "" {
			t.Errorf("%s tells the library: %q", name, got)
		}
	}
	if id := header.Get("Message-ID"); !strings.HasSuffix(id, "@inbox.test>") {
		t.Errorf("Message-ID %q", id)
	}
	want := `Hello,

someone, hopefully you, asked for a link to sign in as Ann@acme.test at https://inbox.test. The request came from the address 203.0.113.9.

Open this link to sign in:

https://inbox.test/auth/verify?token=to-ken_1

The link works once, for 15 minutes.

If you did not ask for it, ignore this mail: no one can sign in without the link.
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
	for _, part := range []string{`<a href="https://inbox.test/auth/verify?token=to-ken_1">Sign in</a>`, "as Ann@acme.test at https://inbox.test. The request came from the address 203.0.113.9.", "15 minutes", "ignore this mail"} {
		if !strings.Contains(html, part) {
			t.Errorf("the HTML lacks %q:\n%s", part, html)
		}
	}
	if f.stop(); f.log.Len() > 0 {
		t.Errorf("log: %s", f.log.String())
	}
}

// The name of a workspace breaks neither a header nor the HTML.
func TestWorkspaceNameBreaksNoInvitation(t *testing.T) {
	m := newMailbox(t, options{})
	f := open(t, Options{URL: "smtp://" + m.address})
	f.Send(svcx.Email{To: "ann@acme.test", Token: "t", Invitation: &svcx.Invitation{Workspace: "Zoë <b>\r\nBcc: x@evil.test", By: "Bob\n\nClick http://evil.test"}})
	header, text, html := read(t, m.next(t).data)
	subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
	if want := "You are now a member of Zoë <b> Bcc: x@evil.test"; err != nil || subject != want {
		t.Errorf("subject %q, %v", subject, err)
	}
	if header.Get("Bcc") != "" {
		t.Error("a header was smuggled in")
	}
	for part, in := range map[string]string{
		"Bob Click http://evil.test has added you to the workspace Zoë <b> Bcc: x@evil.test at https://inbox.test.\n\nOpen this link": text,
		"Later you can ask for a new one at https://inbox.test.":                                                                      text,
		"If you do not know what this is about, ignore this mail.":                                                                    text,
		"the workspace Zoë &lt;b&gt; Bcc: x@evil.test at":                                                                             html,
		`<a href="https://inbox.test/auth/verify?token=t">Sign in</a>`:                                                                html,
		"<p>Bob Click http://evil.test has added you":                                                                                 html,
	} {
		if !strings.Contains(in, part) {
			t.Errorf("%q is missing in:\n%s", part, in)
		}
	}
}

// A password is sent over TLS with a valid certificate, or stays on this machine.
func TestPasswordIsSentOnlyEncrypted(t *testing.T) {
	for name, c := range map[string]struct {
		server    options
		url       string // HOST stands for the address
		secret    bool
		trusting  bool
		tls, fail bool
	}{
		"no encryption offered":                {options{}, "smtp://HOST", false, false, false, false},
		"STARTTLS is taken when offered":       {options{starttls: true}, "smtp://HOST", false, false, true, false},
		"a local password without it":          {options{user: "u", password: "p:@ss"}, "smtp://u:p%3A%40ss@HOST", false, false, false, false},
		"a local password with it":             {options{user: "u", password: "p", starttls: true}, "smtp://u:p@HOST", false, false, true, false},
		"a password elsewhere without it":      {options{user: "u", password: "p"}, "smtp://u:p@HOST", true, false, false, true},
		"a password elsewhere with it":         {options{user: "u", password: "p", starttls: true}, "smtp://u:p@HOST", true, true, true, false},
		"a password elsewhere, unknown signer": {options{user: "u", password: "p", starttls: true}, "smtp://u:p@HOST", true, false, true, true},
		"TLS from the start":                   {options{user: "u", password: "p", implicit: true}, "smtps://u:p@HOST", false, true, true, false},
		"TLS from the start, unknown signer":   {options{implicit: true}, "smtps://HOST", false, false, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMailbox(t, c.server)
			o := Options{URL: strings.Replace(c.url, "HOST", m.address, 1), Retry: []time.Duration{}}
			if c.trusting {
				o.RootCAs = m.roots
			}
			f := open(t, o)
			if c.secret {
				// As if 127.0.0.1 were another machine.
				f.server.secret, f.server.tls.InsecureSkipVerify = true, false
			}
			f.Send(svcx.Email{To: "ann@acme.test", Token: "t"})
			if c.fail {
				f.stop()
				if log := f.log.String(); len(m.got) > 0 || !strings.Contains(log, "was not sent") {
					t.Errorf("%d mails, log: %s", len(m.got), log)
				}
				return
			}
			if r := m.next(t); r.tls != c.tls || r.user != c.server.user {
				t.Errorf("TLS %t, user %q", r.tls, r.user)
			}
		})
	}
	for raw, secret := range map[string]bool{
		"smtp://u:p@mail.example.com": true, "smtp://mail.example.com": false, "smtp://u:p@localhost": false, "smtp://u:p@[::1]:25": false, "smtp://u:p@10.0.0.1": true,
		"smtps://mail.example.com": false,
	} {
		s, err := parseServer(raw, nil)
		if err != nil || s.secret != secret || s.tls.InsecureSkipVerify != (!secret && !s.implicit) {
			t.Errorf("%s: %+v %v", raw, s, err)
		}
	}
}

// Temporary failures are retried, permanent ones are not; neither the password nor the
// link is ever logged.
func TestTemporaryFailuresAreRetried(t *testing.T) {
	now, never := &smtp.SMTPError{Code: 451, Message: "later"}, &smtp.SMTPError{Code: 550, Message: "never https://inbox.test/auth/verify?token=to-ken"}
	retry := []time.Duration{time.Millisecond, time.Millisecond}
	m := newMailbox(t, options{})
	m.refuse(now, now)
	f := open(t, Options{URL: "smtp://" + m.address, Retry: retry})
	f.Send(svcx.Email{To: "ann@acme.test", Token: "to-ken"})
	m.next(t)
	f.stop()
	// The first failure of a new mail server was not logged for minutes.
	if log := f.log.String(); strings.Count(log, "are tried again") != 1 || strings.Count(log, "can be sent again") != 1 || strings.Contains(log, "ERROR") || strings.Contains(log, "to-ken") {
		t.Errorf("log: %s", log)
	}
	for name, answers := range map[string][]error{"for good": {never}, "too often": {now, now, now}} {
		m := newMailbox(t, options{})
		m.refuse(answers...)
		f := open(t, Options{URL: "smtp://" + m.address, Retry: retry})
		f.Send(svcx.Email{To: "ann@acme.test", Token: "to-ken"})
		for range answers {
			select {
			case <-m.refused:
			case <-time.After(patience):
				t.Fatal("no attempt came")
			}
		}
		f.stop()
		if log := f.log.String(); len(m.got) > 0 || strings.Contains(log, "to-ken") || !strings.Contains(log, `level=ERROR msg="a sign-in mail was not sent"`) {
			t.Errorf("%s: %d mails, log: %s", name, len(m.got), log)
		}
	}
	m = newMailbox(t, options{user: "u", password: "right"})
	f = open(t, Options{URL: "smtp://u:wr0ng-pass@" + m.address})
	f.Send(svcx.Email{To: "ann@acme.test", Token: "to-ken"})
	f.stop()
	log := f.log.String()
	if !strings.Contains(log, "wrong password …") || strings.Contains(log, "wr0ng") || strings.Contains(log, base64.StdEncoding.EncodeToString([]byte("wr0ng-pass"))) {
		t.Errorf("log: %s", log)
	}
}

// Without a mail server the link is printed, and nowhere else.
func TestLinkIsPrintedWithoutMailServer(t *testing.T) {
	var printed buffer
	f := open(t, Options{Print: &printed})
	f.Send(svcx.Email{To: "ann@acme.test", Token: "to-ken"})
	f.stop()
	if got := printed.String(); got != "Sign in as ann@acme.test (the link works once, for 15 minutes):\nhttps://inbox.test/auth/verify?token=to-ken\n" || f.log.Len() > 0 {
		t.Errorf("printed %q, log %q", got, f.log.String())
	}
}

// E-mails that wait at a stop are sent; those beyond the queue are dropped, which is logged.
func TestQueueIsBoundedAndSentAtStop(t *testing.T) {
	m := newMailbox(t, options{})
	var log buffer
	p, err := New(Options{URL: "smtp://" + m.address, From: "inbox@inbox.test", Now: func() time.Time { return moment }, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		p.Send(svcx.Email{To: "ann@acme.test", Token: "t"})
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	p.Run(over, "https://inbox.test")
	if len(m.got) != 20 || log.Len() > 0 {
		t.Errorf("%d mails, log %q", len(m.got), log.String())
	}
	for range maxWaiting + 1 {
		p.Send(svcx.Email{To: "ann@acme.test", Token: "t"})
	}
	if got := log.String(); strings.Count(got, "dropped") != 1 {
		t.Errorf("log: %q", got)
	}
}

// A server that hangs does not delay a stop.
func TestHangingServerDoesNotDelayStop(t *testing.T) {
	s, err := parseServer("smtp://127.0.0.1:1", nil)
	if err != nil {
		t.Fatal(err)
	}
	listener := hanging(t)
	s.port = listener
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	message, err := compose(&netmail.Address{Address: "inbox@inbox.test"}, "https://inbox.test", "link", svcx.Email{To: "ann@acme.test"}, moment)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.send(ctx, message); err == nil {
		t.Error("sent")
	}
}

// Errors about the settings show no password.
func TestSettingErrorsHideThePassword(t *testing.T) {
	for _, raw := range []string{
		"smtp://u:sekret@", "smtp://u:sekret@host:0", "smtp://u:sekret@host:70000", "smtp://u:sekret@ho st", "smtp://u:sek%ret@host", "http://u:sekret@host", "u:sekret@host:25",
		"smtp://u:sekret@host/path", "smtp://u:sekret@host?x=1", "sekret", "://sekret",
	} {
		_, err := New(Options{URL: raw, From: "a@b.test"})
		if err == nil || strings.Contains(err.Error(), "sek") || !strings.HasPrefix(err.Error(), "SVCX_SMTP_URL must be") {
			t.Errorf("%s: %v", raw, err)
		}
	}
	if _, err := New(Options{URL: "smtp://host", From: "nobody"}); err == nil || !strings.HasPrefix(err.Error(), "SVCX_MAIL_FROM must be") {
		t.Errorf("from: %v", err)
	}
	for raw, want := range map[string]int{"smtp://host": 587, "smtps://host": 465, "smtp://host:25/": 25} {
		if s, err := parseServer(raw, nil); err != nil || s.port != want {
			t.Errorf("%s: %+v %v", raw, s, err)
		}
	}
}

// E-mails that have to wait, because the recipient's server asks for it, do not delay
// others; and however many are lost, one line is logged.
func TestWaitingEmailsDoNotDelayOthers(t *testing.T) {
	later := &smtp.SMTPError{Code: 451, Message: "later"}
	m := newMailbox(t, options{})
	m.refuse(slices.Repeat([]error{later}, 2*atOnce)...)
	f := open(t, Options{URL: "smtp://" + m.address, Retry: []time.Duration{time.Hour}})
	for range 2 * atOnce {
		f.Send(svcx.Email{To: "ann@acme.test", Token: "t"})
	}
	for range 2 * atOnce {
		select {
		case <-m.refused:
		case <-time.After(patience):
			t.Fatal("no attempt came")
		}
	}
	f.Send(svcx.Email{To: "bob@acme.test", Token: "t"})
	if r := m.next(t); r.to != "bob@acme.test" {
		t.Errorf("an e-mail to %s", r.to)
	}
	f.stop()
	log := f.log.String()
	// One line of a lost one before Bob's is noted as sent, one after it, and the number of all.
	if strings.Count(log, "are tried again") != 1 || strings.Count(log, "level=ERROR") > 3 {
		t.Errorf("log: %s", log)
	}
}
