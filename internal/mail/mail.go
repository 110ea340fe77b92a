// Package mail sends the service's e-mails: sign-in links and invitations (D 6).
// Without a mail server it prints the link instead.
//
// E-mails wait in memory, in bounded number and for a bounded time: a user whose link
// is lost asks for another one.
package mail

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"sync"
	"sync/atomic"
	"time"

	gomail "github.com/wneessen/go-mail"

	"svcx"
	"svcx/internal/outage"
	"svcx/internal/trace"
)

// How many e-mails may wait, how many are sent at once, how long an e-mail is tried
// in all, and how long the remaining ones are tried at a stop.
const (
	maxWaiting = 256
	atOnce     = 4
	emailTime  = 10 * time.Minute
	stopTime   = 3 * time.Second
)

// AttemptTime is how long one attempt may take, from the DNS lookup to the answer to
// the message.
const AttemptTime = 20 * time.Second

// defaultRetry are the waits after attempts that failed temporarily. A link lasts 15
// minutes, so that later attempts would be of no use.
var defaultRetry = []time.Duration{5 * time.Second, time.Minute, 3 * time.Minute}

// Options are what a Mailer needs.
type Options struct {
	// URL is the mail server, smtp://user:password@host:port or smtps://…; if "",
	// links are printed.
	URL string
	// From is the sender, "Name <address>" or an address.
	From string
	// Helo is the name in EHLO. If it is empty, it is Host, the host of the public
	// address, if that is a domain name, and otherwise the sender's domain.
	Helo, Host string
	// RootCAs are the authorities for the server's certificate; nil means the
	// system's.
	RootCAs *x509.CertPool
	// Print is where links are written without a mail server.
	Print io.Writer
	// Retry are the waits between attempts; nil means the default.
	Retry []time.Duration
	// Attempt is how long one attempt may take; 0 means AttemptTime.
	Attempt time.Duration
	// Observe is told what came of an e-mail, or of an attempt, in one of a few words; nil
	// tells nobody.
	Observe func(outcome string)
	// Trace continues the traces of those who cause e-mails; nil traces nothing.
	Trace *trace.Tracer
	Now   func() time.Time
	Log   *slog.Logger
}

// Mailer sends e-mails. It is safe for concurrent use.
type Mailer struct {
	Options
	from   *mail.Address
	server *server // nil without a mail server
	queue  chan svcx.Email
	// slots bounds concurrent attempts, held the e-mails that are being tried.
	slots, held chan struct{}
	down, full  *outage.Outage
	// lost counts the e-mails that were given up while the server was down.
	lost  atomic.Int64
	print sync.Mutex
}

// New returns a Mailer. No error shows the server's password.
func New(o Options) (*Mailer, error) {
	p := &Mailer{Options: o, queue: make(chan svcx.Email, maxWaiting), slots: make(chan struct{}, atOnce), held: make(chan struct{}, maxWaiting)}
	if p.Observe == nil {
		p.Observe = func(string) {}
	}
	if p.Retry == nil {
		p.Retry = defaultRetry
	}
	p.full = outage.New(p.Log, p.Now, "sign-in mails are dropped, too many are waiting", "sign-in mails are no longer dropped", "waiting", maxWaiting)
	var err error
	// Checked without a mail server too, or it would fail on the day one is set.
	if p.from, err = mail.ParseAddress(o.From); err != nil {
		return nil, fmt.Errorf("SVCX_MAIL_FROM must be an address such as inbox@example.com or Inbox <inbox@example.com>, not %q", o.From)
	}
	p.from.Name = svcx.OneLine(p.from.Name)
	if p.from.Address, err = asciiDomain(p.from.Address); err != nil {
		return nil, fmt.Errorf("SVCX_MAIL_FROM: %w", err)
	}
	helo, err := heloName(o.Helo, o.Host, p.from.Address)
	if err != nil {
		return nil, err
	}
	if o.URL == "" {
		return p, nil
	}
	if p.server, err = parseServer(o.URL, o.RootCAs); err != nil {
		return nil, fmt.Errorf("SVCX_SMTP_URL %w", err)
	}
	p.server.helo = helo
	if o.Attempt > 0 {
		p.server.patience = o.Attempt
	}
	p.down = outage.New(p.Log, p.Now, "mail cannot be sent, sign-in mails are tried again for some minutes", "mail can be sent again",
		"setting", "SVCX_SMTP_URL", "server", p.server.address())
	return p, nil
}

// errFull is the error for an e-mail that is dropped.
var errFull = errors.New("the queue is full")

// Send queues an e-mail and does not wait. If too many are waiting already, the
// e-mail is lost, which is logged.
func (p *Mailer) Send(l svcx.Email) {
	select {
	case p.queue <- l:
		p.full.Works()
	default:
		p.Observe("dropped")
		p.full.Failed(errFull)
	}
}

// Waiting is how many e-mails wait or are being tried.
func (p *Mailer) Waiting() int { return len(p.queue) + len(p.held) }

// Check connects to the mail server and authenticates, so that the log has a wrong
// setting at start and not with the first e-mail. It returns within the time of an
// attempt.
func (p *Mailer) Check(ctx context.Context) {
	if err := p.Try(ctx); err != nil && ctx.Err() == nil {
		p.down.Failed(err)
	}
}

// Try connects to the mail server, if there is one, and authenticates. Its error does not show
// the password.
func (p *Mailer) Try(ctx context.Context) error {
	if p.server == nil {
		return nil
	}
	if err := p.server.check(ctx, p.from.Address); err != nil {
		return p.redacted(err, "")
	}
	return nil
}

// Run sends e-mails until ctx ends, and then tries the remaining ones for a short
// time, once each. Links begin with baseURL.
//
// Each e-mail has its own attempts and waits: one that has to wait, because its
// recipient's server asks for it, does not delay the others.
func (p *Mailer) Run(ctx context.Context, baseURL string) {
	// The stop itself does not interrupt an attempt.
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopTime, end) })()
	var working sync.WaitGroup
	for l, ok := p.next(ctx); ok; l, ok = p.next(ctx) {
		if p.server == nil {
			p.printLink(l.To, svcx.SignInURL(baseURL, l.Token))
			continue
		}
		select {
		case p.held <- struct{}{}:
		case <-alive.Done():
			p.lost.Add(1)
			continue
		}
		working.Go(func() {
			defer func() { <-p.held }()
			p.deliver(ctx, alive, baseURL, l)
		})
	}
	working.Wait()
	if n := p.lost.Load(); n > 1 { // the first one has been logged
		p.Log.Error("sign-in mails were not sent", "mails", n)
	}
}

// next returns the next e-mail; ok is false when ctx has ended and none is left.
func (p *Mailer) next(ctx context.Context) (l svcx.Email, ok bool) {
	select {
	case l = <-p.queue:
		return l, true
	default:
	}
	select {
	case l = <-p.queue:
		return l, true
	case <-ctx.Done():
		return l, false
	}
}

// deliver sends one e-mail and, until ctx ends, retries it after temporary failures.
func (p *Mailer) deliver(ctx, alive context.Context, baseURL string, l svcx.Email) {
	link := svcx.SignInURL(baseURL, l.Token)
	alive, end := context.WithTimeout(alive, emailTime)
	defer end()
	message, err := compose(p.from, baseURL, link, l, p.Now())
	if err != nil {
		p.Log.Error("a sign-in mail was not sent", "error", p.redacted(err, l.Token))
		return
	}
	for attempt := 0; ; attempt++ {
		span := p.Trace.Remote(l.Trace).Child(trace.Client, "mail")
		span.Set(trace.Text("server.address", p.server.host), trace.Number("svcx.attempt", int64(attempt+1)))
		if err = p.try(alive, message); err != nil {
			span.Fail("smtp", "") // the server's words may name the recipient
		}
		span.End()
		if err == nil {
			p.Observe("sent")
			p.down.Works("lost", p.lost.Swap(0))
			return
		}
		if final(err) {
			p.Observe("failed")
			p.Log.Error("a sign-in mail was not sent", "error", p.redacted(err, l.Token))
			return
		}
		p.Observe("retryable")
		p.down.Failed(p.redacted(err, l.Token))
		if attempt == len(p.Retry) || ctx.Err() != nil || !wait(ctx, p.Retry[attempt]) {
			break
		}
	}
	p.Observe("failed")
	// One line for all that are lost until one is sent.
	if p.lost.Add(1) == 1 {
		p.Log.Error("a sign-in mail was not sent", "error", p.redacted(err, l.Token))
	}
}

// try makes one attempt when a slot is free.
func (p *Mailer) try(alive context.Context, message *gomail.Msg) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-alive.Done():
		return fmt.Errorf("waiting for other mails: %w", alive.Err())
	}
	return p.server.send(alive, message)
}

// redacted is an error without the e-mail's token and the server's password.
func (p *Mailer) redacted(err error, token string) error {
	return errors.New(redact(err.Error(), token, p.server.password))
}

// printLink is the only place where a secret is printed (D 6).
func (p *Mailer) printLink(to, link string) {
	p.print.Lock()
	defer p.print.Unlock()
	if _, err := fmt.Fprintf(p.Print, "Sign in as %s (the link works once, for 15 minutes):\n%s\n", svcx.OneLine(to), link); err != nil {
		p.Log.Error("a sign-in link could not be printed", "error", errors.Unwrap(err))
	}
}

// wait reports whether the time passed before ctx ended.
func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
