// Package mail sends the letters of the service: sign-in links and invitations
// (decisions 6). Without a mail server a letter's link is printed instead.
//
// Letters wait in memory, a bounded number of them and for a bounded time:
// whoever asked for a link that got lost asks again.
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
)

// How many letters may wait, how many are sent at once, how long a letter is tried
// in all, and how long those that are left at a stop.
const (
	maxWaiting = 256
	atOnce     = 4
	emailTime  = 10 * time.Minute
	stopTime   = 3 * time.Second
)

// AttemptTime is how long one attempt may take, from asking DNS to the answer to
// the message.
const AttemptTime = 20 * time.Second

// defaultRetry are the waits after attempts that failed for the moment. A link
// lasts 15 minutes, so that later attempts would help nobody.
var defaultRetry = []time.Duration{5 * time.Second, time.Minute, 3 * time.Minute}

// Options are what a Post works with.
type Options struct {
	// URL is the mail server, smtp://user:password@host:port or smtps://…; ""
	// prints the links.
	URL string
	// From is the sender, "Name <address>" or an address.
	From string
	// Helo is the name in EHLO; where it is empty, Host, the host of the public
	// address, if that is a domain name, else the sender's domain.
	Helo, Host string
	// RootCAs are the authorities that the server's certificate may be of; nil
	// is the system's.
	RootCAs *x509.CertPool
	// Print takes the links where there is no mail server.
	Print io.Writer
	// Retry are the waits between attempts; nil is the default.
	Retry []time.Duration
	// Attempt is how long one attempt may take; 0 is AttemptTime.
	Attempt time.Duration
	Now     func() time.Time
	Log     *slog.Logger
}

// Mailer is the outgoing post. It is safe for concurrent use.
type Mailer struct {
	Options
	from   *mail.Address
	server *server // nil prints
	queue  chan svcx.Email
	// slots are for the attempts at the same time, held for the letters that are
	// tried.
	slots, held chan struct{}
	down, full  *outage.Outage
	// lost are the letters that went nowhere while the server was down.
	lost  atomic.Int64
	print sync.Mutex
}

// New checks the options. No error shows the server's password.
func New(o Options) (*Mailer, error) {
	p := &Mailer{Options: o, queue: make(chan svcx.Email, maxWaiting), slots: make(chan struct{}, atOnce), held: make(chan struct{}, maxWaiting)}
	if p.Retry == nil {
		p.Retry = defaultRetry
	}
	p.full = outage.New(p.Log, p.Now, "sign-in mails are dropped, too many are waiting", "sign-in mails are no longer dropped", "waiting", maxWaiting)
	var err error
	// Without a mail server too: it would be found wrong on the day it gets one.
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

// errFull is why a letter is dropped.
var errFull = errors.New("the queue is full")

// Send puts a letter in the post and does not wait. It is lost when too many
// wait already, which is logged.
func (p *Mailer) Send(l svcx.Email) {
	select {
	case p.queue <- l:
		p.full.Works()
	default:
		p.full.Failed(errFull)
	}
}

// Check connects to the mail server and signs in, so that the log has a wrong
// setting at the start and not with the first letter. It returns within the time
// of an attempt.
func (p *Mailer) Check(ctx context.Context) {
	if p.server == nil {
		return
	}
	if err := p.server.check(ctx, p.from.Address); err != nil && ctx.Err() == nil {
		p.down.Failed(p.redacted(err, ""))
	}
}

// Run sends letters until ctx ends, and then those that are left for a short
// time more, once each. Links lead to baseURL.
//
// Each letter has its own tries and pauses: one that has to wait, because its
// recipient's server says so, keeps none of the others.
func (p *Mailer) Run(ctx context.Context, baseURL string) {
	// An attempt is not cut off by the stop itself.
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
	if n := p.lost.Load(); n > 1 { // of the first one the log knows
		p.Log.Error("sign-in mails were not sent", "mails", n)
	}
}

// next is the next letter; none when ctx has ended and all were taken.
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

// deliver sends one letter, again after failures that may pass while ctx lasts.
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
		if err = p.try(alive, message); err == nil {
			p.down.Works("lost", p.lost.Swap(0))
			return
		}
		if final(err) {
			p.Log.Error("a sign-in mail was not sent", "error", p.redacted(err, l.Token))
			return
		}
		p.down.Failed(p.redacted(err, l.Token))
		if attempt == len(p.Retry) || ctx.Err() != nil || !wait(ctx, p.Retry[attempt]) {
			break
		}
	}
	// One line for all that are lost until a letter gets through.
	if p.lost.Add(1) == 1 {
		p.Log.Error("a sign-in mail was not sent", "error", p.redacted(err, l.Token))
	}
}

// try is one attempt, when it is its turn.
func (p *Mailer) try(alive context.Context, message *gomail.Msg) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-alive.Done():
		return fmt.Errorf("waiting for other mails: %w", alive.Err())
	}
	return p.server.send(alive, message)
}

// redacted is an error without the letter's token and the server's password.
func (p *Mailer) redacted(err error, token string) error {
	return errors.New(redact(err.Error(), token, p.server.password))
}

// printLink is the one place where a secret is ever written out (decisions 6).
func (p *Mailer) printLink(to, link string) {
	p.print.Lock()
	defer p.print.Unlock()
	if _, err := fmt.Fprintf(p.Print, "Sign in as %s (the link works once, for 15 minutes):\n%s\n", svcx.OneLine(to), link); err != nil {
		p.Log.Error("printing a sign-in link", "error", errors.Unwrap(err))
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
