package contract

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/rogpeppe/go-internal/testscript"
)

func init() { add("mailed", mailed) }

// mailbox is a mail server that records what it was sent.
type mailbox struct {
	*smtp.Server
	url string

	mu    sync.Mutex
	mails []any
	// arrived is closed and replaced whenever an e-mail arrives.
	arrived chan struct{}
}

func newMailbox() (*mailbox, error) {
	m := &mailbox{arrived: make(chan struct{})}
	m.Server = smtp.NewServer(m)
	m.ErrorLog = log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m.url = "smtp://" + listener.Addr().String()
	go m.Serve(listener)
	return m, nil
}

// NewSession is called for each connection.
func (m *mailbox) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &smtpSession{mailbox: m, helo: c.Hostname()}, nil
}

type smtpSession struct {
	*mailbox
	helo, from, to string
}

func (s *smtpSession) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

func (s *smtpSession) Reset()        {}
func (s *smtpSession) Logout() error { return nil }

var linkPattern = regexp.MustCompile(`https?://\S+/auth/verify\?token=(\S+)`)

func (s *smtpSession) Data(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	text, html, err := partsOf(m)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return err
	}
	document := map[string]any{"helo": s.helo, "from": s.from, "to": s.to, "subject": subject, "text": text, "html": html}
	if found := linkPattern.FindStringSubmatch(text); found != nil {
		document["link"], document["token"] = found[0], found[1]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mails = append(s.mails, document)
	close(s.arrived)
	s.arrived = make(chan struct{})
	return nil
}

// partsOf returns the two alternatives of an e-mail.
func partsOf(m *mail.Message) (text, html string, err error) {
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return "", "", err
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for _, to := range []*string{&text, &html} {
		part, err := parts.NextRawPart()
		if err != nil {
			return "", "", err
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(quotedprintable.NewReader(part)); err != nil {
			return "", "", err
		}
		*to = strings.ReplaceAll(b.String(), "\r\n", "\n")
	}
	return text, html, nil
}

// mailed COUNT
func mailed(w *fixture, _ *testscript.TestScript, args []string) error {
	want, err := -1, error(nil)
	if len(args) == 1 {
		want, err = strconv.Atoi(args[0])
	}
	if want < 0 || err != nil {
		return fmt.Errorf("usage: mailed count")
	}
	deadline := time.After(patience)
	for {
		w.mailbox.mu.Lock()
		mails, more := w.mailbox.mails, w.mailbox.arrived
		w.mailbox.mu.Unlock()
		if len(mails) > want {
			return fmt.Errorf("%d mails came, not %d; the last: %s", len(mails), want, text(mails[len(mails)-1]))
		}
		if len(mails) == want {
			if want > 0 {
				w.document = mails[want-1]
			}
			return nil
		}
		select {
		case <-more:
		case <-deadline:
			return fmt.Errorf("%d mails came, not %d", len(mails), want)
		}
	}
}

// TestLinkIsPrintedWithoutAMailServer requests a link without a mail server: it is printed on standard
// error, and it is valid.
//
// clause: D 6 link printed
func TestLinkIsPrintedWithoutAMailServer(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		p := serve(t, s.settings, "serve")
		ask := func(path, body string) int {
			res, err := http.Post(p.url+path, "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			return res.StatusCode
		}
		for _, email := range []string{"nobody@nowhere.test", "ann@acme.test"} {
			if status := ask("/api/auth/magic-link", `{"email":"`+email+`"}`); status != http.StatusOK {
				t.Fatalf("%s: %d", email, status)
			}
		}
		// A stop finishes what was requested.
		p.Process.Signal(syscall.SIGTERM)
		if err := p.Wait(); err != nil {
			t.Fatal(err)
		}
		found := linkPattern.FindAllStringSubmatch(p.errors.String(), -1)
		if len(found) != 1 || strings.Count(p.output.String(), found[0][1]) != 1 || !strings.HasPrefix(found[0][0], p.url) || strings.Contains(p.errors.String(), "nobody@") {
			t.Fatalf("links on standard error: %q", found)
		}
		p = serve(t, s.settings, "serve")
		if status := ask("/api/auth/verify", `{"token":"`+found[0][1]+`"}`); status != http.StatusOK {
			t.Errorf("signing in: %d", status)
		}
	})
}
