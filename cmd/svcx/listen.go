package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"svcx/client"
	"svcx/internal/app"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
	"svcx/internal/listen"
	"svcx/internal/seal"
)

type listenCmd struct {
	Addr    string
	Secrets []string
	Forward string
	Answers string
	Veto    string
	Status  int
	Delay   time.Duration
	Feed    string
	Key     string
	After   string
	Verify  string
	Form    string
	Need    []string
	JSON    bool
}

func newListen() *cobra.Command {
	cmd := listenCmd{Addr: "127.0.0.1:9000", Form: "B"}
	c := &cobra.Command{
		Use:   "listen",
		Short: "Receive what svcx sends to an integrator: print, check, answer and pass it on; or try a receiver.",
		Long: "It prints each event and call, checks its signature, and notes repeats and gaps. A server calls it if the operator allows " +
			"that (SVCX_OUTBOUND_ALLOW_HTTP, SVCX_OUTBOUND_ALLOW_CIDRS), or behind a tunnel with https; with --feed it needs no address. " +
			"A script (--answers) is a JSON array of rules, of which the first that applies counts: " +
			`[{"on": "message.created", "conversationId": "vip-*", "times": 2, "delay": "3s", "status": 503, "headers": {"Retry-After": "5"}, "body": {}, "drop": false}]`,
		RunE: func(c *cobra.Command, _ []string) error { return cmd.run(c.Context()) },
	}
	flags := c.Flags()
	// Not the setting of this name: SVCX_ADDR is where the service listens.
	text(c, &cmd.Addr, "addr", "ADDRESS", "Address to listen on.")
	texts(c, &cmd.Secrets, "secret", "SECRET", "Signing secret of the channel, whsec_...; both while it is being replaced. Without one signatures are not checked.")
	text(c, &cmd.Forward, "forward", "URL", "Pass calls on to this address, and its answers back; also an address of this machine.")
	text(c, &cmd.Answers, "answers", "FILE", "Script of the answers.")
	text(c, &cmd.Veto, "veto", "REASON", "Refuse every change of a status, with this reason.")
	flags.IntVar(&cmd.Status, "status", 0, "Answer events with this status.")
	flags.DurationVar(&cmd.Delay, "delay", 0, "Answer events after this time.")
	text(c, &cmd.Feed, "feed", "URL", "Read the feed of the channel with this inbound address, in place of being called.")
	text(c, &cmd.Key, "key", "KEY", "Key of the channel, for --feed.")
	text(c, &cmd.After, "after", "ID", "Read the feed from after this event; 0 is from the oldest. If not given, what comes from now on.")
	text(c, &cmd.Verify, "verify", "URL", "Try the receiver at this address with every call, also slow, broken, repeated and forged ones; exit code 1 if it fails.")
	choice(c, &cmd.Form, "form", []string{"A", "B"}, "Form of the contract that --verify tries; B if not given.")
	texts(c, &cmd.Need, "need", "confirm|content|query", "Questions that --verify must find answered.")
	flags.BoolVar(&cmd.JSON, "json", false, "Print one JSON object for each call or check.")
	c.PreRunE = func(*cobra.Command, []string) error { return cmd.check() }
	return c
}

// check refuses what does not fit together.
func (cmd *listenCmd) check() error {
	switch {
	case cmd.Verify != "" && (cmd.Feed != "" || cmd.Forward != "" || cmd.Answers != ""):
		return errors.New("--verify tries a receiver, and goes without --feed, --forward and --answers")
	case (cmd.Feed == "") != (cmd.Key == ""):
		return errors.New("--feed and --key belong together")
	case cmd.After != "" && cmd.Feed == "":
		return errors.New("--after is for --feed")
	case cmd.Status != 0 && (cmd.Status < 200 || cmd.Status > 599):
		return errors.New("--status must be 200 to 599")
	case cmd.Delay < 0:
		return errors.New("--delay cannot be negative")
	}
	for flag, url := range map[string]string{"--verify": cmd.Verify, "--forward": cmd.Forward, "--feed": cmd.Feed} {
		if url == "" {
			continue
		}
		if err := listen.CheckURL(url); err != nil {
			return fmt.Errorf("%s: %w", flag, err)
		}
	}
	for _, need := range cmd.Need {
		if need != "confirm" && need != "content" && need != "query" {
			return fmt.Errorf("--need must be confirm, content or query, not %q", need)
		}
	}
	return nil
}

func (cmd listenCmd) run(ctx context.Context) error {
	if cmd.Verify != "" {
		return cmd.verify(ctx)
	}
	rules, err := cmd.rules()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	out := untilUnread{os.Stdout, stop}
	l, err := listen.New(listen.Options{Secrets: cmd.Secrets, Rules: rules, Forward: cmd.Forward, Out: out, JSON: cmd.JSON, Now: time.Now, Version: app.Version})
	if err != nil {
		return err
	}
	if cmd.Feed != "" {
		err = l.Feed(ctx, client.NewChannel(cmd.Feed, cmd.Key, client.WithUserAgent("svcx/"+app.Version)), client.ID(cmd.After))
	} else {
		err = cmd.serve(ctx, l, out)
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// rules are those of the script, after those of the flags.
func (cmd *listenCmd) rules() (rules []listen.Rule, err error) {
	if cmd.Veto != "" {
		rule, err := listen.Veto(cmd.Veto)
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	if cmd.Answers != "" {
		file, err := os.Open(cmd.Answers)
		if err != nil {
			return nil, fmt.Errorf("--answers: %w", err)
		}
		defer file.Close()
		script, err := listen.ReadRules(file)
		if err != nil {
			return nil, fmt.Errorf("--answers: %s: %w", cmd.Answers, err)
		}
		rules = append(rules, script...)
	}
	if cmd.Status != 0 || cmd.Delay > 0 {
		rules = append(rules, listen.Events(cmd.Status, cmd.Delay)...)
	}
	return rules, nil
}

// serve listens until ctx ends.
func (cmd *listenCmd) serve(ctx context.Context, l *listen.Listener, out io.Writer) error {
	listener, err := net.Listen("tcp", cmd.Addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	if !cmd.JSON {
		fmt.Fprintf(out, "Listening on http://%s/\n", listener.Addr())
	} else {
		fmt.Fprintf(os.Stderr, "svcx: listening on http://%s/\n", listener.Addr())
	}
	server := &http.Server{Handler: l, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (cmd *listenCmd) verify(ctx context.Context) error {
	f := formb.New()
	if cmd.Form == "A" {
		f = forma.New()
	}
	v := &listen.Verification{
		URL: cmd.Verify, Secrets: cmd.Secrets, Form: f, Need: cmd.Need, Run: seal.TimedHex(time.Now(), 12),
		Out: os.Stdout, JSON: cmd.JSON, Now: time.Now, Version: app.Version,
	}
	return v.Verify(ctx)
}
