package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"svcx/internal/bench/seed"
)

// DeliverOptions are the options of Deliver; DatabaseURL may be empty.
type DeliverOptions struct {
	// SeedOptions say what to measure, as in ReadOptions.
	SeedOptions
	// Connections is how many replies are sent at once, each to another conversation,
	// which are spread over Channels channels with a webhook each.
	Connections, Channels int
	// Duration is how long each phase sends, Alone how long that with one connection.
	Duration, Alone time.Duration
}

// DeliverResult is the result of Deliver. Memory is that of the server.
type DeliverResult struct {
	Version  string            `json:"version"`
	Database string            `json:"database"`
	Seeded   *seed.Description `json:"seeded"`
	Channels int               `json:"channels"`
	Phases   []DeliverPhase    `json:"phases"`
	Memory   Memory            `json:"memory"`
	Check    DeliverCheck      `json:"check"`
}

// DeliverPhase is the result of a phase.
type DeliverPhase struct {
	Name        string  `json:"name"`
	Connections int     `json:"connections"`
	Seconds     float64 `json:"seconds"`
	Replies     int     `json:"replies"`
	PerSecond   float64 `json:"perSecond"`
	// Latency is from before a reply is sent until it is answered, or until its event
	// has been received where the phase waits for that.
	Latency Latency `json:"latency"`
	// DeliveredPerSecond is how many events were received a second, until the last
	// one; nil if no channel has a webhook.
	DeliveredPerSecond *float64 `json:"deliveredPerSecond"`
	// DrainSeconds is how long events went on being received after the last reply.
	DrainSeconds float64 `json:"drainSeconds"`
	CPU          CPU     `json:"cpu"`
	Errors       int     `json:"errors"`
	FirstError   string  `json:"firstError,omitempty"`
}

// DeliverCheck compares the replies that were answered with the events received.
type DeliverCheck struct {
	Answered int `json:"answered"`
	Received int `json:"received"`
	Missing  int `json:"missing"`
	Twice    int `json:"twice"` // received more than once
	Unsigned int `json:"unsigned"`
}

// Deliver sends replies by REST and receives their signed events.
func Deliver(ctx context.Context, o DeliverOptions) (*DeliverResult, error) {
	r := &run{Options: Options{Executable: o.Executable, Dir: o.Dir, DatabaseURL: o.DatabaseURL, Form: "B", Progress: o.Progress}}
	// The receiver is on this machine and has no certificate.
	r.settings = []string{"SVCX_OUTBOUND_ALLOW_CIDRS=127.0.0.0/8", "SVCX_OUTBOUND_ALLOW_HTTP=true"}
	seeded, err := r.openSeeded(ctx, o.SeedOptions)
	if err != nil {
		return nil, err
	}
	hooks, err := listenWebhooks()
	if err != nil {
		return nil, err
	}
	defer hooks.close()
	b := &deliverer{user: &user{run: r}, hooks: hooks}
	if err := b.authorize(ctx, seeded.Agent); err != nil {
		return nil, err
	}
	fmt.Fprintf(o.Progress, "creating %d channels …\n", o.Channels+1)
	if err := b.createChannels(ctx, o.Channels); err != nil {
		return nil, err
	}
	s, _, err := r.startServer(ctx)
	if err != nil {
		return nil, err
	}
	defer s.stop()
	r.target.address = s.address
	b.meter = meter{s, databaseProcess(ctx, o.DatabaseURL)}
	if err := b.createConversations(ctx, o.Connections); err != nil {
		return nil, err
	}
	result := &DeliverResult{Database: seeded.Database, Seeded: seeded, Channels: o.Channels}
	if memory, err := s.memory(); err == nil {
		result.Memory.IdleBytes = &memory.now
	}
	for _, p := range []phase{
		{name: "reply, without a webhook", conversations: b.silent, duration: o.Duration},
		{name: "reply and wait for its event, alone", conversations: b.heard[:1], duration: o.Alone, waits: true, delivers: true},
		{name: "reply and wait for its event", conversations: b.heard, duration: o.Duration, waits: true, delivers: true},
		{name: "reply", conversations: b.heard, duration: o.Duration, delivers: true},
	} {
		row, err := b.phase(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Fprintln(o.Progress, row)
		result.Phases = append(result.Phases, row)
	}
	if memory, err := s.memory(); err == nil {
		result.Memory.PeakBytes = &memory.peak
	}
	result.Check = b.check()
	return result, s.stop()
}

// deliverer has the channels and conversations that replies go to.
type deliverer struct {
	*user
	meter    meter
	hooks    *webhooks
	channels []deliverChannel // the last one has no webhook
	// heard and silent are conversations on channels with and without a webhook.
	heard, silent []int64
	repliers      []*replier
}

type deliverChannel struct{ path, key string }

// createChannels creates n channels with a webhook, and one without.
func (b *deliverer) createChannels(ctx context.Context, n int) error {
	for i := range n + 1 {
		args := []string{"channel", "create", "--workspace", benchSlug, "--name", "Deliver " + strconv.Itoa(i)}
		if i < n {
			args = append(args, "--webhook-url", b.hooks.url(i))
		}
		var created struct {
			ID         int64  `json:"id"`
			Key        string `json:"key"`
			InboundURL string `json:"inboundUrl"`
		}
		if err := b.command(ctx, &created, args...); err != nil {
			return err
		}
		inbound, err := url.Parse(created.InboundURL)
		if err != nil {
			return fmt.Errorf("the channel's inbound address: %w", err)
		}
		b.channels = append(b.channels, deliverChannel{inbound.Path, created.Key})
		if i == n {
			break
		}
		var signing struct {
			Secret string `json:"secret"`
		}
		if err := b.command(ctx, &signing, "channel", "signing-secret", "--workspace", benchSlug, "--id", strconv.FormatInt(created.ID, 10)); err != nil {
			return err
		}
		if err := b.hooks.secret(i, signing.Secret); err != nil {
			return err
		}
	}
	return nil
}

// createConversations has a customer write to n conversations that are spread over the
// channels with a webhook, and to n on the one without.
func (b *deliverer) createConversations(ctx context.Context, n int) error {
	hooked := len(b.channels) - 1
	run := strconv.FormatInt(time.Now().UnixMilli(), 36) // a store may be measured again
	for i := range 2 * n {
		channel := b.channels[i%hooked]
		if i >= n {
			channel = b.channels[hooked]
		}
		b.target.key = channel.key
		id := "deliver-" + run + "-" + strconv.Itoa(i)
		body := fmt.Sprintf(`{"conversationId":%q,"messageId":%q,"from":{"externalId":%q,"name":"Ada Brandt"},"content":"Where is my parcel?"}`, id, id, id)
		answer, err := b.do(ctx, http.MethodPost, channel.path, strings.NewReader(body))
		if err != nil {
			return err
		}
		answer.Body.Close()
		var found struct {
			Data []struct {
				ID int64 `json:"id"`
			} `json:"data"`
		}
		if err := b.get(ctx, restAPI+"/conversations?externalConversationId="+id, &found); err != nil {
			return err
		}
		if len(found.Data) != 1 {
			return errors.New("a conversation was not found")
		}
		if i < n {
			b.heard = append(b.heard, found.Data[0].ID)
		} else {
			b.silent = append(b.silent, found.Data[0].ID)
		}
	}
	return nil
}

// phase is a load: one connection for each conversation.
type phase struct {
	name          string
	conversations []int64
	duration      time.Duration
	// waits is set if each next reply waits for the event of the last one, delivers if
	// there are events.
	waits, delivers bool
}

func (b *deliverer) phase(ctx context.Context, p phase) (DeliverPhase, error) {
	row := DeliverPhase{Name: p.name, Connections: len(p.conversations)}
	repliers := make([]*replier, len(p.conversations))
	for i, conversation := range p.conversations {
		r := &replier{phase: p, arrived: make(chan int, 1)}
		var err error
		if r.conn, err = connect(b.target.address, time.Now().Add(p.duration+2*grace)); err != nil {
			return row, err
		}
		defer r.conn.close()
		r.conn.head = b.head(http.MethodPost, fmt.Sprintf(restAPI+"/conversations/%d/messages", conversation))
		b.hooks.expect(r)
		repliers[i] = r
	}
	b.repliers = append(b.repliers, repliers...)
	before, began := b.meter.read(), time.Now()
	var running sync.WaitGroup
	for _, r := range repliers {
		running.Go(func() { r.loop(ctx, began.Add(p.duration)) })
	}
	running.Wait()
	elapsed := time.Since(began)
	last := drain(ctx, repliers)
	var latencies []time.Duration
	for _, r := range repliers {
		latencies = append(latencies, r.latencies...)
		row.Errors += r.errors
		if row.FirstError == "" && r.firstErr != nil {
			row.FirstError = r.firstErr.Error()
		}
	}
	row.Replies, row.Seconds = len(latencies), elapsed.Seconds()
	row.PerSecond = float64(row.Replies) / elapsed.Seconds()
	row.Latency = latencyOf(latencies)
	row.CPU = b.meter.since(before, row.Replies)
	if p.delivers {
		perSecond := float64(row.Replies) / max(elapsed, last.Sub(began)).Seconds()
		row.DeliveredPerSecond, row.DrainSeconds = &perSecond, max(0, last.Sub(began)-elapsed).Seconds()
	}
	return row, errors.Join(ctx.Err(), b.meter.server.exited())
}

// drainEvery is the precision of the time of a drain.
const drainEvery = 5 * time.Millisecond

// drain waits until the events of all replies were received, or none for long, and
// returns when the last one was.
func drain(ctx context.Context, repliers []*replier) (last time.Time) {
	for began := time.Now(); ctx.Err() == nil; {
		missing := 0
		for _, r := range repliers {
			m, at := r.missing()
			missing += m
			if at.After(last) {
				last = at
			}
		}
		if missing == 0 || time.Since(last) > grace && time.Since(began) > grace {
			break
		}
		sleep(ctx, drainEvery)
	}
	return last
}

// replier is a connection that sends replies to a conversation.
type replier struct {
	failures
	phase
	number    int
	conn      *client
	latencies []time.Duration
	// arrived has the numbers of events as they are received, if someone waits.
	arrived chan int

	mu       sync.Mutex
	answered []bool // by the reply's number
	received []int
	at       time.Time
}

func (r *replier) loop(ctx context.Context, end time.Time) {
	for n := 0; r.errors == 0 && ctx.Err() == nil; n++ {
		began := time.Now()
		if !began.Before(end) {
			return
		}
		r.mu.Lock()
		r.answered, r.received = append(r.answered, false), append(r.received, 0)
		r.mu.Unlock()
		body, err := json.Marshal(map[string]string{"content": fmt.Sprintf("%s%d-%d. %s", replyMark, r.number, n, prose[:200])})
		if err != nil {
			r.failed(err)
			return
		}
		r.conn.body = body
		status, answer, err := r.conn.post()
		if err == nil && status != http.StatusCreated {
			err = fmt.Errorf("answered %d %.200q", status, answer)
		}
		if err != nil {
			r.failed(err)
			return
		}
		r.mu.Lock()
		r.answered[n] = true
		r.mu.Unlock()
		if r.waits && !r.wait(n) {
			r.failed(fmt.Errorf("no event within %s", grace))
			return
		}
		r.latencies = append(r.latencies, time.Since(began))
	}
}

// wait waits for the event of reply n.
func (r *replier) wait(n int) bool {
	late := time.NewTimer(grace)
	defer late.Stop()
	for {
		select {
		case number := <-r.arrived:
			if number == n {
				return true
			}
		case <-late.C:
			return false
		}
	}
}

// got counts an event.
func (r *replier) got(number int, at time.Time) {
	r.mu.Lock()
	first := false
	if number < len(r.received) {
		r.received[number]++
		first = r.received[number] == 1
		r.at = at
	}
	r.mu.Unlock()
	if first && r.waits {
		select {
		case r.arrived <- number:
		default: // it has given up
		}
	}
}

// missing counts the replies whose event was not received, and returns when the last
// one was.
func (r *replier) missing() (n int, last time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.delivers {
		for i, answered := range r.answered {
			if answered && r.received[i] == 0 {
				n++
			}
		}
	}
	return n, r.at
}

func (b *deliverer) check() (c DeliverCheck) {
	for _, r := range b.repliers {
		if !r.delivers {
			continue
		}
		missing, _ := r.missing()
		c.Missing += missing
		r.mu.Lock()
		for i, n := range r.received {
			if r.answered[i] {
				c.Answered++
			}
			if n > 0 {
				c.Received++
			}
			if n > 1 {
				c.Twice++
			}
		}
		r.mu.Unlock()
	}
	b.hooks.mu.Lock()
	defer b.hooks.mu.Unlock()
	c.Unsigned = b.hooks.unsigned
	return c
}

// Failed is the reason why the run failed; "" if it did not. An event may be received
// twice.
func (r *DeliverResult) Failed() string {
	for _, p := range r.Phases {
		if p.Errors > 0 || p.Replies == 0 {
			return fmt.Sprintf("%s: %d requests failed, the first with: %s", p.Name, p.Errors, p.FirstError)
		}
	}
	if c := r.Check; c.Missing+c.Unsigned > 0 {
		return fmt.Sprintf("of %d replies %d have no event; %d events had no valid signature", c.Answered, c.Missing, c.Unsigned)
	}
	return ""
}

// String is the phase in a line, as progress.
func (p DeliverPhase) String() string {
	text := fmt.Sprintf("%s, callers: %d, %.0f/s, p50 %.2f ms, p99 %.2f ms, CPU %s", p.Name, p.Connections, p.PerSecond, p.Latency.P50MS, p.Latency.P99MS, optionalMS(p.CPU.ServerMS))
	if p.CPU.DatabaseMS != nil {
		text += " and PostgreSQL " + optionalMS(p.CPU.DatabaseMS)
	}
	return text
}

// Print writes the phases as a table.
func (r *DeliverResult) Print(w io.Writer) error {
	fmt.Fprintf(w, "svcx %s, %s, %d conversations, %d messages, %d channels with a webhook\n", r.Version, r.Database, r.Seeded.Conversations, r.Seeded.Messages, r.Channels)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "phase\tcallers\treplies per second\tp50 ms\tp99 ms\tmax ms\tevents per second\tlast after s\tCPU ms\tPostgreSQL ms\tgenerator ms\tfailed")
	for _, p := range r.Phases {
		events := "-"
		if p.DeliveredPerSecond != nil {
			events = fmt.Sprintf("%.0f", *p.DeliveredPerSecond)
		}
		fmt.Fprintf(t, "%s\t%d\t%.0f\t%.2f\t%.2f\t%.2f\t%s\t%.1f\t%s\t%s\t%s\t%d\n", p.Name, p.Connections, p.PerSecond, p.Latency.P50MS, p.Latency.P99MS, p.Latency.MaxMS,
			events, p.DrainSeconds, figure(p.CPU.ServerMS), figure(p.CPU.DatabaseMS), figure(p.CPU.GeneratorMS), p.Errors)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	c := r.Check
	_, err := fmt.Fprintf(w, "Memory: %s resident before, %s at the peak\nCheck: %d replies, %d of their events received, %d missing, %d received twice, %d without a valid signature\n",
		mebibytes(r.Memory.IdleBytes), mebibytes(r.Memory.PeakBytes), c.Answered, c.Received, c.Missing, c.Twice, c.Unsigned)
	return err
}
