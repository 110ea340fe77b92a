// Command integrator is the other side of a svcx channel: a small system, here a
// shop, that sends its customers' messages to the inbox and receives events about
// what agents do with them. It is written from the contract of the webhook
// integration alone and uses every call of it, in both directions.
//
// README.md explains how to run it. Read on in sender.go (what a system sends to
// svcx), receiver.go (what svcx sends to a system) and tour.go (both together).
package main

import (
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// options are the command line flags.
type options struct {
	inbound, key    string
	listen          string
	cert, tlsKey    string
	signingSecret   string
	form, run       string
	check           bool
	heartbeat, wait time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var o options
	flag.StringVar(&o.inbound, "inbound", "", "the channel's inbound `URL`, as printed by channel create")
	flag.StringVar(&o.key, "key", "", "the channel's `key`, svcx_…")
	flag.StringVar(&o.listen, "listen", "127.0.0.1:0", "`address` to listen on for events and calls")
	flag.StringVar(&o.cert, "cert", "", "certificate `file`; without one it speaks plain http, for development")
	flag.StringVar(&o.tlsKey, "tls-key", "", "the certificate's private key `file`")
	flag.StringVar(&o.signingSecret, "signing-secret", "", "the channel's signing `secret`, whsec_…; requests not signed with it are refused")
	flag.StringVar(&o.form, "form", "B", "the workspace's form, `A or B`")
	flag.StringVar(&o.run, "run", time.Now().UTC().Format("20060102-150405"), "a `name` for this run of --check, part of all ids that it sends")
	flag.BoolVar(&o.check, "check", false, "use every call once, wait for every call from svcx, and print ok or what is missing")
	flag.DurationVar(&o.heartbeat, "heartbeat", 5*time.Minute, "interval of heartbeats; with more than 10m the channel is not healthy")
	flag.DurationVar(&o.wait, "wait", 5*time.Minute, "how long --check waits in total")
	flag.Parse()
	if flag.NArg() > 0 || o.inbound == "" || o.key == "" || o.form != "A" && o.form != "B" {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "integrator:", err)
		os.Exit(1)
	}
}

// run starts the receiver and then serves, or takes the tour, until ctx ends.
func run(ctx context.Context, o options, out io.Writer) error {
	secret, err := parseSecret(o.signingSecret)
	if err != nil {
		return err
	}
	t := newTally(out)
	r := newReceiver(t, newShop(), secret)

	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return err
	}
	// svcx gives up after 10 seconds.
	server := &http.Server{Handler: r, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
		go func() { failed <- server.ServeTLS(listener, o.cert, o.tlsKey) }()
	} else {
		go func() { failed <- server.Serve(listener) }()
	}
	// Finish the answers in progress.
	defer func() {
		ending, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		server.Shutdown(ending)
	}()
	t.printf("webhook URL: %s://%s/webhook", scheme, listener.Addr())

	s := newSender(o.inbound, o.key)
	done := make(chan error, 1)
	go func() {
		if o.check {
			done <- takeTour(ctx, o, s, r)
		} else {
			done <- keepAlive(ctx, s, o.heartbeat, t)
		}
	}()
	select {
	case err := <-failed:
		return err
	case err := <-done:
		if errors.Is(err, context.Canceled) && !o.check {
			return nil
		}
		return err
	}
}

// keepAlive sends heartbeats until ctx ends. The channel's health depends on them.
func keepAlive(ctx context.Context, s *sender, every time.Duration, t *tally) error {
	for {
		if at, err := s.heartbeat(ctx); err != nil {
			t.printf("heartbeat failed: %v", err)
		} else {
			t.printf("heartbeat received at %s", at.Format(time.RFC3339))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
}

// parseSecret parses a signing secret: whsec_ and the key in base64.
func parseSecret(text string) ([]byte, error) {
	if text == "" {
		return nil, nil
	}
	encoded, ok := strings.CutPrefix(text, "whsec_")
	secret, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(secret) == 0 {
		return nil, errors.New("the signing secret should be whsec_ and base64")
	}
	return secret, nil
}
