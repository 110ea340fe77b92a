package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"svcx"
)

// server is the mail server that takes our letters.
type server struct {
	host           string
	port           int
	helo           string
	user, password string
	implicit       bool // TLS from the first byte (smtps)
	// secret says that TLS with a good certificate is a must: there is a
	// password and the server is another machine.
	secret bool
	tls    *tls.Config
	// patience bounds an attempt, from asking DNS to the answer to the message.
	patience time.Duration
}

// The ports of message submission (RFC 8314).
const (
	submissionPort    = 587
	submissionTLSPort = 465
)

var errServer = errors.New("must be an address such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com")

// parseServer reads the URL; its error shows nothing of it, since it may hold a
// password.
func parseServer(raw string, roots *x509.CertPool) (*server, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "" {
		return nil, errServer
	}
	host, err := svcx.ASCIIDomain(u.Hostname())
	if err != nil {
		return nil, errServer
	}
	s := &server{host: host, helo: noHelo, user: u.User.Username(), patience: AttemptTime}
	s.password, _ = u.User.Password()
	switch u.Scheme {
	case "smtp":
		s.port = submissionPort
	case "smtps":
		s.port, s.implicit = submissionTLSPort, true
	default:
		return nil, errServer
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil || s.port < 1 || s.port > 65535 {
			return nil, errServer
		}
	}
	s.secret = s.user != "" && !s.loopback()
	// Where TLS is no must, whoever stands in between could switch it off
	// anyway, and local servers rarely have a certificate that anybody signed.
	s.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: roots, InsecureSkipVerify: !s.secret && !s.implicit}
	return s, nil
}

func (s *server) loopback() bool {
	addr, err := netip.ParseAddr(s.host)
	return s.host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// address is where the server is, without who signs in.
func (s *server) address() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// send hands a message to the server: one connection, one attempt. SMTPUTF8 is
// asked for where it is needed and nowhere else: whoever passes the message on
// would need it too.
func (s *server) send(ctx context.Context, m *gomail.Msg) error {
	address, err := beyondASCII(m)
	if err != nil {
		return err
	}
	return s.connected(ctx, address, func(c *gomail.Client, session *smtp.Client) error {
		session.SkipSMTPUTF8(address == "")
		return c.SendWithSMTPClient(session, m)
	})
}

// check connects, signs in, and looks whether the server takes the sender.
func (s *server) check(ctx context.Context, from string) error {
	if isASCII(from) {
		from = ""
	}
	return s.connected(ctx, from, func(*gomail.Client, *smtp.Client) error { return nil })
}

// connected connects and signs in for do. An address for which the server would
// need SMTPUTF8 is refused where it lacks that.
func (s *server) connected(ctx context.Context, beyondASCII string, do func(*gomail.Client, *smtp.Client) error) error {
	return s.attempt(ctx, func(ctx context.Context, c *gomail.Client) error {
		session, err := c.DialToSMTPClientWithContext(ctx)
		if err != nil {
			return fmt.Errorf("connecting: %w", err)
		}
		// How it ends is of no consequence: what was taken was taken.
		defer c.CloseWithSMTPClient(session)
		if beyondASCII != "" {
			if able, _ := session.Extension("SMTPUTF8"); !able {
				return &errNoUTF8{beyondASCII}
			}
		}
		return do(c, session)
	})
}

// attempt bounds what is done with the server. All of it, since the connection is
// closed when the time is up: a server that stops in the middle would else hold a
// letter for as long as it likes.
func (s *server) attempt(ctx context.Context, do func(context.Context, *gomail.Client) error) error {
	bounded, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	client, err := gomail.NewClient(s.host, s.options(bounded)...)
	if err != nil {
		return err
	}
	err = do(bounded, client)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("no answer within %s: %w", s.patience, err)
	}
	return err
}

func (s *server) options(ctx context.Context) []gomail.Option {
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithHELO(s.helo), gomail.WithTimeout(s.patience), gomail.WithTLSConfig(s.tls),
		gomail.WithDialContextFunc(func(context.Context, string, string) (net.Conn, error) { return s.dial(ctx) }),
	}
	switch {
	case s.implicit:
		options = append(options, gomail.WithSSL())
	case s.secret:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	}
	if s.user == "" {
		return options
	}
	ways := []gomail.SMTPAuthType{gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin, gomail.SMTPAuthCramMD5}
	if !s.secret {
		ways[1], ways[2] = gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc
	}
	return append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password), gomail.WithOpportunisticSMTPAuth(ways...))
}

// dial opens a connection that ends with ctx, which the library itself looks at
// only until it is open.
func (s *server) dial(ctx context.Context) (net.Conn, error) {
	address := s.address()
	var conn net.Conn
	var err error
	if s.implicit {
		conn, err = (&tls.Dialer{Config: s.tls}).DialContext(ctx, "tcp", address)
	} else {
		conn, err = (&net.Dialer{}).DialContext(ctx, "tcp", address)
	}
	if err == nil {
		context.AfterFunc(ctx, func() { conn.Close() })
	}
	return conn, err
}

// final reports whether the server refused for good: trying again would get the
// same answer.
func final(err error) bool {
	var unable *errNoUTF8
	if errors.As(err, &unable) {
		return true
	}
	var refused *gomail.SendError
	if errors.As(err, &refused) {
		return !refused.IsTemp() && refused.ErrorCode() >= 500
	}
	var answer *textproto.Error
	return errors.As(err, &answer) && answer.Code >= 500
}

// scrub takes secrets out of an error's text: a server may repeat what it was
// sent.
func redact(text string, secrets ...string) string {
	for _, s := range secrets {
		if s == "" {
			continue
		}
		text = strings.ReplaceAll(text, s, "…")
		text = strings.ReplaceAll(text, base64.StdEncoding.EncodeToString([]byte(s)), "…")
	}
	return text
}
