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

// server is the configured mail server.
type server struct {
	host           string
	port           int
	helo           string
	user, password string
	implicit       bool // TLS from the first byte (smtps)
	// secret is set if TLS with a valid certificate is required: there is a password
	// and the server is on another machine.
	secret bool
	tls    *tls.Config
	// patience bounds an attempt, from the DNS lookup to the answer to the message.
	patience time.Duration
}

// The ports of message submission (RFC 8314).
const (
	submissionPort    = 587
	submissionTLSPort = 465
)

var errServer = errors.New("must be an address such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com")

// parseServer parses the URL. Its error shows nothing of it, since it may hold a
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
	// Where TLS is not required, an attacker in between could strip it anyway, and
	// local servers rarely have a certificate of a known authority.
	s.tls = &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: roots, InsecureSkipVerify: !s.secret && !s.implicit}
	return s, nil
}

func (s *server) loopback() bool {
	addr, err := netip.ParseAddr(s.host)
	return s.host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// address is the server's address without credentials.
func (s *server) address() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// send makes one attempt to hand a message to the server, on a connection of its own.
// SMTPUTF8 is requested only where it is needed, since every server that relays the
// message would need it too.
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

// check connects, authenticates, and checks that the server accepts the sender.
func (s *server) check(ctx context.Context, from string) error {
	if isASCII(from) {
		from = ""
	}
	return s.connected(ctx, from, func(*gomail.Client, *smtp.Client) error { return nil })
}

// connected connects, authenticates and calls do. If there is an address that needs
// SMTPUTF8 and the server lacks it, connected returns an error.
func (s *server) connected(ctx context.Context, beyondASCII string, do func(*gomail.Client, *smtp.Client) error) error {
	return s.attempt(ctx, func(ctx context.Context, c *gomail.Client) error {
		session, err := c.DialToSMTPClientWithContext(ctx)
		if err != nil {
			return fmt.Errorf("connecting: %w", err)
		}
		// An error here does not matter: what was accepted stays accepted.
		defer c.CloseWithSMTPClient(session)
		if beyondASCII != "" {
			if able, _ := session.Extension("SMTPUTF8"); !able {
				return &errNoUTF8{beyondASCII}
			}
		}
		return do(c, session)
	})
}

// attempt bounds an exchange with the server as a whole: the connection is closed when
// the time is up. A server that stops in the middle could otherwise hold an e-mail for
// as long as it likes.
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

// dial opens a connection that is closed when ctx ends; the library itself observes
// ctx only while connecting.
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

// final reports whether the server refused permanently, so that a retry would get the
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

// redact removes secrets from an error's text: a server may repeat what it was sent.
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
