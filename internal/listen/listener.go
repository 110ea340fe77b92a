package listen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/client"
	"svcx/internal/safehttp"
)

// Options of a Listener.
type Options struct {
	// Secrets are the channel's signing secrets. Without one signatures are not checked.
	Secrets []string
	Rules   []Rule
	// Forward is where calls are passed on to that no rule answers; "" is nowhere.
	Forward string
	// Out gets a line for each call: for people, or as JSON.
	Out  io.Writer
	JSON bool
	Now  func() time.Time
	// Version is that of the program, for User-Agent.
	Version string
}

// Listener takes what svcx sends.
type Listener struct {
	options Options
	script  *script
	local   *safehttp.Client

	mu        sync.Mutex
	seen      client.Repeats
	sequences map[string]int64
	failed    error // of writing to Out
}

// remembered is how many ids of events are known as repeats.
const remembered = 100_000

// New returns a Listener. It fails if a secret is none.
func New(o Options) (*Listener, error) {
	if len(o.Secrets) > 0 {
		if _, err := client.Signed(o.Secrets...); err != nil {
			return nil, err
		}
	}
	if o.Forward != "" {
		if err := CheckURL(o.Forward); err != nil {
			return nil, err
		}
	}
	return &Listener{options: o, script: newScript(o.Rules), local: outward(o.Version, nil), seen: client.Recent(remembered), sequences: map[string]int64{}}, nil
}

// CheckURL refuses what is no http or https address.
func CheckURL(address string) error {
	for _, scheme := range []string{"http://", "https://"} {
		if rest, is := strings.CutPrefix(address, scheme); is && rest != "" {
			return nil
		}
	}
	return errors.New("the address must begin with http:// or https://")
}

// outward is a client for addresses that the person at the terminal names, which may be on
// this machine. All else is as for webhooks: no redirects, no proxies, ten seconds.
func outward(version string, dialer safehttp.Dialer) *safehttp.Client {
	return safehttp.New(safehttp.Options{
		AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}, AllowHTTP: true,
		UserAgent: "svcx/" + version, Dialer: dialer,
	})
}

// maxCall bounds the body of a call; svcx sends at most 1 MiB.
const maxCall = 2 << 20

func (l *Listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "svcx listen takes POST", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCall))
	if err != nil {
		return // too long for svcx to have sent it, or the caller is gone
	}
	a := l.take(r.Context(), r.Header, body)
	if a.drop {
		panic(http.ErrAbortHandler)
	}
	for name, values := range a.header {
		w.Header()[name] = values
	}
	w.WriteHeader(a.status)
	w.Write(a.body)
}

// take processes a call and prints it.
func (l *Listener) take(ctx context.Context, header http.Header, body []byte) answer {
	began := l.options.Now()
	c := read(header, body, l.options.Secrets, began)
	if c.event != nil && c.answer(began).status != http.StatusUnauthorized {
		l.follow(ctx, c)
	}
	a := c.answer(began)
	if a.status != http.StatusUnauthorized {
		if rule := l.script.rule(c.Type, c.ConversationID); rule != nil {
			a = rule.answer()
		} else if l.options.Forward != "" {
			a = l.forward(ctx, c, header, body)
		}
	}
	if a.delay > 0 {
		timer := time.NewTimer(a.delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			c.Answer.Error = "the caller did not wait for the answer"
		}
	}
	c.Answer.Status, c.Answer.Dropped, c.Answer.MS = a.status, a.drop, l.options.Now().Sub(began).Milliseconds()
	l.print(c)
	return a
}

// follow compares an event with those before it, and remembers it.
func (l *Listener) follow(ctx context.Context, c *Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen, err := l.seen.Seen(ctx, c.WebhookID)
	if err != nil {
		c.fault("%v", err)
	}
	c.follow(l.sequences[c.ConversationID], seen)
	l.sequences[c.ConversationID] = max(l.sequences[c.ConversationID], c.Sequence)
	if err := l.seen.Done(ctx, c.WebhookID); err != nil {
		c.fault("%v", err)
	}
}

// forward passes a call on as it came, and its answer back.
func (l *Listener) forward(ctx context.Context, c *Call, header http.Header, body []byte) answer {
	c.Answer.Forwarded = true
	passed := http.Header{}
	for _, name := range []string{"Content-Type", "Webhook-Id", "Webhook-Timestamp", "Webhook-Signature", "Svcx-Sequence", "Traceparent"} {
		if values := header.Values(name); len(values) > 0 {
			passed[name] = values
		}
	}
	got, err := l.local.Post(ctx, l.options.Forward, passed, body)
	if got == nil {
		c.Answer.Error = err.Error()
		return answer{status: http.StatusBadGateway}
	}
	a := answer{status: got.Status, header: http.Header{}, body: got.Body}
	for _, name := range []string{"Content-Type", "Retry-After"} {
		if value := got.Header.Get(name); value != "" {
			a.header.Set(name, value)
		}
	}
	return a
}

// print writes a line about a call, and for people one for each fault below it.
func (l *Listener) print(c *Call) {
	var text []byte
	if l.options.JSON {
		line, err := json.Marshal(c)
		if err != nil {
			line = fmt.Appendf(nil, "%q", err)
		}
		text = append(line, '\n')
	} else {
		text = []byte(c.lines())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.options.Out.Write(text); err != nil && l.failed == nil {
		l.failed = err
	}
}

// lines is what is printed for people.
func (c *Call) lines() string {
	kind := svcx.OneLine(c.Type)
	if kind == "" {
		kind = "?"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %-22s", c.At.Local().Format("15:04:05"), kind)
	if c.ConversationID != "" {
		b.WriteString("  " + short(svcx.OneLine(c.ConversationID)))
	}
	if c.Sequence > 0 {
		fmt.Fprintf(&b, " #%d", c.Sequence)
	}
	if s := c.summary(); s != "" {
		b.WriteString("  " + s)
	}
	switch {
	case c.Answer.Dropped:
		b.WriteString("  → dropped")
	case c.Answer.Forwarded:
		fmt.Fprintf(&b, "  → %d, forwarded, %d ms", c.Answer.Status, c.Answer.MS)
	default:
		fmt.Fprintf(&b, "  → %d", c.Answer.Status)
	}
	switch {
	case c.Repeat:
		b.WriteString("  (repeat)")
	case c.Signature == signatureValid:
		b.WriteString("  (verified)")
	}
	b.WriteByte('\n')
	for _, fault := range c.Faults {
		b.WriteString("          ! " + svcx.OneLine(fault) + "\n")
	}
	if c.Answer.Error != "" {
		b.WriteString("          ! " + svcx.OneLine(c.Answer.Error) + "\n")
	}
	return b.String()
}
