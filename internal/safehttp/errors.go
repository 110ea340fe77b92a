package safehttp

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
)

// The codes of an Error. They are stored with a delivery and shown in the
// event log, so their spelling is fixed.
const (
	// CodeBlockedURL: the URL is malformed, not https, or leads to a refused
	// address. No connection was made. Final (W 4.7.5).
	CodeBlockedURL = "blocked_url"
	// CodeDNSFailed: the name has no address, or DNS did not answer.
	CodeDNSFailed = "dns_failed"
	// CodeConnectFailed: no address accepted the connection, or the connection
	// ended without a valid HTTP answer.
	CodeConnectFailed = "connect_failed"
	// CodeTLSFailed: the handshake failed, or the certificate is not valid
	// for the host.
	CodeTLSFailed = "tls_failed"
	// CodeTimeout: no status arrived within the time of an attempt, or the caller's
	// context ended earlier. errors.Is(err, context.Canceled) reports whether the
	// caller canceled.
	CodeTimeout = "timeout"
	// CodeRedirect: a 3xx answer, which is not followed (W 4.7.3). The
	// Response comes with the error.
	CodeRedirect = "redirect"
	// CodeBodyTooLarge: the answer of a Stream is longer than MaxBody.
	CodeBodyTooLarge = "body_too_large"
)

// Error is the failure of a request that is not a mistake of the calling code. Its
// text may name hosts as the caller wrote them and the addresses that were dialed,
// but never a URL's query or userinfo, bytes of the answer, a DNS server, or a
// refused address from a lookup: integrators read it in their event log and must
// not learn about the operator's network from it.
type Error struct {
	Code string // one of the Code constants
	Err  error  // never nil
	// Connected, of CodeConnectFailed, says that a connection was made: the request may have arrived.
	Connected bool
}

func (e *Error) Error() string { return e.Code + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Code returns the code of the first *Error in err's tree, "" if there is none.
func Code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// Reasons of a CodeBlockedURL that the operator can lift, with Options.AllowHTTP
// and Options.AllowCIDRs.
var (
	ErrNotHTTPS  = errors.New("the URL must start with https://")
	ErrNotPublic = errors.New("the host is an address that is not public")
)

func blocked(reason string) *Error {
	return &Error{Code: CodeBlockedURL, Err: errors.New(reason)}
}

// explained replaces the text of a cause that must not be shown. The cause stays
// reachable for errors.Is and errors.As.
type explained struct {
	text  string
	cause error
}

func (e *explained) Error() string { return e.text }

func (e *explained) Unwrap() error { return e.cause }

// timedOut returns the error of an attempt whose context has ended, or is about to.
func timedOut(ctx context.Context, stage string) *Error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return &Error{Code: CodeTimeout, Err: &explained{"canceled by the caller while " + stage, context.Canceled}}
	}
	return &Error{Code: CodeTimeout, Err: &explained{"time is up while " + stage, context.DeadlineExceeded}}
}

// lookupFailed hides the resolver's text, which names the operator's DNS servers
// and the local addresses from which they are asked.
func lookupFailed(name string, err error) *Error {
	reason := "the lookup failed"
	var dns *net.DNSError
	if errors.As(err, &dns) {
		switch {
		case dns.IsNotFound:
			reason = "no such host"
		case dns.IsTimeout:
			reason = "DNS did not answer"
		}
	}
	return &Error{Code: CodeDNSFailed, Err: &explained{name + ": " + reason, err}}
}

// answerFailed returns the error of a connection that was made but gave no answer.
// net/http quotes the bytes that it could not parse, in which a server can echo the
// URL's query, so the cause is kept only where its text is known.
func answerFailed(err error) *Error {
	var op *net.OpError
	switch {
	case errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error"):
		// A TLS alert: with TLS 1.3 a server that requires a client certificate
		// reports that only after the handshake.
		return &Error{Code: CodeTLSFailed, Err: op}
	case op != nil:
		return unanswered(withoutSource(op))
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return unanswered(&explained{"connection closed without an answer", io.ErrUnexpectedEOF})
	case strings.Contains(err.Error(), "response headers exceeded"):
		return unanswered(errors.New("the header of the answer is longer than 64 KiB"))
	}
	return unanswered(errors.New("no valid HTTP answer"))
}

func unanswered(err error) *Error { return &Error{Code: CodeConnectFailed, Err: err, Connected: true} }

// handshakeFailed bounds and sanitizes the text, which quotes names from the
// certificate.
func handshakeFailed(err error) *Error {
	if errors.Is(err, io.EOF) {
		return &Error{Code: CodeTLSFailed, Err: &explained{"connection closed during the handshake", io.ErrUnexpectedEOF}}
	}
	const longest = 300
	text := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, withoutSource(err).Error())
	if len(text) > longest {
		text = text[:longest] + "..."
	}
	return &Error{Code: CodeTLSFailed, Err: &explained{text, err}}
}

// withoutSource removes this machine's own address from a network error.
func withoutSource(err error) error {
	var op *net.OpError
	for e := err; errors.As(e, &op); e = op.Err {
		err = op // the innermost has the reason, the others repeat the addresses
	}
	if op == nil {
		return err
	}
	shown := *op
	shown.Source = nil
	return &shown
}
