package mail

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// mailbox is a mail server in the test process.
type mailbox struct {
	address string
	roots   *x509.CertPool
	// got receives each message.
	got chan received
	// refused receives one for each message that was refused.
	refused chan struct{}

	mu      sync.Mutex
	answers []error // to the next messages, in order; nil takes them
}

type received struct {
	from, to string
	helo     string
	utf8     bool // SMTPUTF8 was asked for
	data     []byte
	tls      bool
	user     string // "" without a sign-in
}

// options of a mailbox.
type options struct {
	starttls, implicit bool
	user, password     string
	// utf8 offers SMTPUTF8.
	utf8 bool
}

func newMailbox(t *testing.T, o options) *mailbox {
	t.Helper()
	m := &mailbox{got: make(chan received, 100), refused: make(chan struct{}, 100)}
	s := smtp.NewServer(backend{m, o})
	s.Domain = "mail.test"
	s.AllowInsecureAuth = true
	s.EnableSMTPUTF8 = o.utf8
	s.ErrorLog = log.New(io.Discard, "", 0)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if o.starttls || o.implicit {
		var config *tls.Config
		config, m.roots = certificate(t)
		if o.implicit {
			listener = tls.NewListener(listener, config)
		} else {
			s.TLSConfig = config
		}
	}
	m.address = listener.Addr().String()
	go s.Serve(listener)
	t.Cleanup(func() { s.Close() })
	return m
}

func (m *mailbox) refuse(answers ...error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers = answers
}

func (m *mailbox) answer() (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.answers) > 0 {
		err, m.answers = m.answers[0], m.answers[1:]
	}
	return err
}

var fullName = regexp.MustCompile(`^([a-zA-Z0-9-]+\.)+[a-zA-Z][a-zA-Z0-9-]*$|^\[[0-9.]+\]$|^\[IPv6:[0-9a-f:]+\]$`)

type backend struct {
	*mailbox
	options
}

func (b backend) NewSession(c *smtp.Conn) (smtp.Session, error) {
	// As Postfix does with reject_non_fqdn_helo_hostname and reject_invalid_helo_hostname.
	name := c.Hostname()
	if !fullName.MatchString(name) {
		return nil, &smtp.SMTPError{Code: 504, EnhancedCode: smtp.EnhancedCode{5, 5, 2}, Message: "<" + name + ">: Helo command rejected: need fully-qualified hostname"}
	}
	return &session{backend: b, conn: c, received: received{helo: name}}, nil
}

type session struct {
	backend
	conn *smtp.Conn
	received
}

func (s *session) AuthMechanisms() []string {
	if s.options.user == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.options.user || password != s.options.password {
			// A server that repeats what it was sent.
			return &smtp.SMTPError{Code: 535, Message: "wrong password " + password}
		}
		s.received.user = user
		return nil
	}), nil
}

func (s *session) Mail(from string, o *smtp.MailOptions) error {
	if s.options.user != "" && s.received.user == "" {
		return errors.New("sign in first")
	}
	s.from, s.utf8 = from, o.UTF8
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) (err error) {
	var b bytes.Buffer
	if _, err := b.ReadFrom(r); err != nil {
		return err
	}
	s.data = b.Bytes()
	_, s.tls = s.conn.TLSConnectionState()
	if err := s.answer(); err != nil {
		s.refused <- struct{}{}
		return err
	}
	s.got <- s.received
	return nil
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

// certificate is a certificate for 127.0.0.1 and localhost, and its authority.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	model := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail.test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, model, model, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, roots
}

// hanging is the port of a server that never answers.
func hanging(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener.Addr().(*net.TCPAddr).Port
}
