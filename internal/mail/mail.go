// Package mail sends the letters of the service: sign-in links and invitations
// (decisions 6). Without a mail server a letter's link is printed instead.
//
// Letters wait in memory, a bounded number of them: whoever asked for a link
// that got lost asks again.
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
	"time"

	"svcx"
)

// How many letters may wait, how many are sent at once, how long one attempt
// may take, and how long those that are left at a stop.
const (
	maxWaiting  = 256
	workers     = 4
	attemptTime = 20 * time.Second
	stopTime    = 3 * time.Second
)

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
	// RootCAs are the authorities that the server's certificate may be of; nil
	// is the system's.
	RootCAs *x509.CertPool
	// Print takes the links where there is no mail server.
	Print io.Writer
	// Retry are the waits between attempts; nil is the default.
	Retry []time.Duration
	Now   func() time.Time
	Log   *slog.Logger
}

// Post is the outgoing post. It is safe for concurrent use.
type Post struct {
	Options
	from    *mail.Address
	server  *server // nil prints
	letters chan svcx.Letter
	print   sync.Mutex
}

// New checks the options. No error shows the server's password.
func New(o Options) (*Post, error) {
	p := &Post{Options: o, letters: make(chan svcx.Letter, maxWaiting)}
	if p.Retry == nil {
		p.Retry = defaultRetry
	}
	var err error
	// Without a mail server too: it would be found wrong on the day it gets one.
	if p.from, err = mail.ParseAddress(o.From); err != nil {
		return nil, fmt.Errorf("SVCX_MAIL_FROM must be an address such as inbox@example.com or Inbox <inbox@example.com>, not %q", o.From)
	}
	p.from.Name = svcx.OneLine(p.from.Name)
	if o.URL == "" {
		return p, nil
	}
	if p.server, err = parseServer(o.URL, o.RootCAs); err != nil {
		return nil, fmt.Errorf("SVCX_SMTP_URL %w", err)
	}
	return p, nil
}

// Send puts a letter in the post and does not wait. It is lost when too many
// wait already, which is logged.
func (p *Post) Send(l svcx.Letter) {
	select {
	case p.letters <- l:
	default:
		p.Log.Warn("a sign-in mail is dropped, too many are waiting", "waiting", maxWaiting)
	}
}

// Run sends letters until ctx ends, and then those that are left for a short
// time more, once each. Links lead to baseURL.
func (p *Post) Run(ctx context.Context, baseURL string) {
	// An attempt is not cut off by the stop itself.
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopTime, end) })()
	var working sync.WaitGroup
	for range workers {
		working.Go(func() { p.work(ctx, alive, baseURL) })
	}
	working.Wait()
}

func (p *Post) work(ctx, alive context.Context, baseURL string) {
	for {
		select {
		case l := <-p.letters:
			p.deliver(ctx, alive, baseURL, l)
			continue
		default:
		}
		select {
		case l := <-p.letters:
			p.deliver(ctx, alive, baseURL, l)
		case <-ctx.Done():
			return
		}
	}
}

// deliver sends one letter, again after failures that may pass while ctx lasts.
func (p *Post) deliver(ctx, alive context.Context, baseURL string, l svcx.Letter) {
	link := svcx.SignInURL(baseURL, l.Token)
	if p.server == nil {
		p.printLink(l.To, link)
		return
	}
	message, err := compose(p.from, baseURL, link, l, p.Now())
	for attempt := 0; err == nil; attempt++ {
		failure := p.server.send(alive, message)
		if failure == nil {
			return
		}
		if attempt == len(p.Retry) || final(failure) || ctx.Err() != nil {
			err = failure
			break
		}
		p.Log.Warn("a sign-in mail was not sent, it is tried again", "in", p.Retry[attempt].String(), "error", scrub(failure.Error(), l.Token, p.server.password))
		if !wait(ctx, p.Retry[attempt]) {
			err = failure
		}
	}
	p.Log.Error("a sign-in mail was not sent", "error", scrub(err.Error(), l.Token, p.server.password))
}

// printLink is the one place where a secret is ever written out (decisions 6).
func (p *Post) printLink(to, link string) {
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
