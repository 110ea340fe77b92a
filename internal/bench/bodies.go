package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// BodiesOptions are the options of Bodies; Only and DatabaseURL may be empty.
type BodiesOptions struct {
	// Executable, Dir and DatabaseURL are as in Options.
	Executable  string
	Dir         string
	DatabaseURL string
	// Senders are numbers of concurrent connections; each is a run of its own for
	// each kind of body.
	Senders  []int
	Duration time.Duration
	// Size is the size of a body in bytes.
	Size int
	// Only selects kinds; empty means all.
	Only     []string
	Progress io.Writer
}

// BodiesResult is the result of Bodies, with a row for each kind of body and number of
// senders.
type BodiesResult struct {
	Database string      `json:"database"`
	Rows     []BodiesRow `json:"rows"`
}

// BodiesRow is the result of one load on a server of its own.
type BodiesRow struct {
	Kind        string `json:"kind"`
	Senders     int    `json:"senders"`
	PeakBytes   *int64 `json:"peakBytes"`
	Stored      int    `json:"stored"`      // answered 200
	Unavailable int    `json:"unavailable"` // answered 503
	Other       int    `json:"other"`       // any other answer, or none
	// Small is the latency of concurrent requests of a few hundred bytes.
	Small       Latency `json:"small"`
	SmallErrors int     `json:"smallErrors"`
}

// The small requests during the load: the number of callers, and the pause between two
// requests of one, so that they wait for the load and not for each other.
const (
	smallCallers = 4
	smallPause   = 20 * time.Millisecond
)

// Bodies sends large bodies over many connections at once, in the shapes that are most
// costly to read, and measures the server's memory and the latency of small requests
// at the same time. Each row has a server process of its own.
func Bodies(ctx context.Context, o BodiesOptions) (*BodiesResult, error) {
	r := &run{Options: Options{Executable: o.Executable, Dir: o.Dir, DatabaseURL: o.DatabaseURL, Form: "B", Contacts: smallCallers, Progress: o.Progress}}
	result := &BodiesResult{Database: "sqlite"}
	if o.DatabaseURL != "" {
		result.Database = "postgres"
	}
	for _, step := range []func(context.Context) error{r.checkEmpty, r.firstStart, r.seed} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	for _, kind := range bodyKinds {
		if len(o.Only) > 0 && !slices.Contains(o.Only, kind.name) {
			continue
		}
		body := kind.make(o.Size)
		for _, senders := range o.Senders {
			fmt.Fprintf(o.Progress, "%s, %d senders …\n", kind.name, senders)
			row, err := r.bodies(ctx, kind, body, senders, o.Duration)
			if err != nil {
				return nil, fmt.Errorf("%s, %d senders: %w", kind.name, senders, err)
			}
			result.Rows = append(result.Rows, row)
		}
	}
	return result, nil
}

func (r *run) bodies(ctx context.Context, kind bodyKind, body []byte, senders int, d time.Duration) (BodiesRow, error) {
	row := BodiesRow{Kind: kind.name, Senders: senders}
	s, _, err := r.startServer(ctx)
	if err != nil {
		return row, err
	}
	defer s.stop()
	r.target.address = s.address
	end := time.Now().Add(d)
	all := make([]*bodySender, senders)
	var sending sync.WaitGroup
	for i := range all {
		all[i] = &bodySender{target: &r.target, body: body, stalls: kind.stalls}
		sending.Go(func() { all[i].loop(ctx, end) })
	}
	small := r.beside(ctx, end, &sending)
	sending.Wait()
	if exited := s.exited(); exited != nil {
		return row, exited
	}
	for _, b := range all {
		row.Stored, row.Unavailable, row.Other = row.Stored+b.stored, row.Unavailable+b.unavailable, row.Other+b.other
	}
	p := summarize(small, d)
	row.Small, row.SmallErrors = p.Latency, p.Errors
	if memory, err := s.memory(); err == nil {
		row.PeakBytes = &memory.peak
	}
	return row, s.stop()
}

// beside starts callers that send small requests until the end.
func (r *run) beside(ctx context.Context, end time.Time, working *sync.WaitGroup) []*caller {
	small := make([]*caller, smallCallers)
	for i := range small {
		small[i] = &caller{mix: &mix{caller: len(r.sent), contacts: r.Contacts}, target: &r.target}
		r.sent = append(r.sent, small[i])
		working.Go(func() { small[i].beside(ctx, end) })
	}
	return small
}

// beside sends small requests with pauses until the end.
func (c *caller) beside(ctx context.Context, end time.Time) {
	conn, err := dial(c.target, end.Add(grace))
	if err != nil {
		c.failed(err)
		return
	}
	defer func() { conn.close() }()
	for time.Now().Before(end) && c.errors < maxErrors && sleep(ctx, smallPause) == nil {
		msg := c.next(conn)
		began := time.Now()
		status, _, err := conn.post()
		if err == nil && status == 200 {
			c.latencies = append(c.latencies, time.Since(began))
			c.ok(msg)
			continue
		}
		c.failed(fmt.Errorf("answered %d: %w", status, err))
		if err != nil {
			conn.close()
			if conn, err = dial(c.target, end.Add(grace)); err != nil {
				return
			}
		}
	}
}

// bodySender sends the same body in a loop. After a 503 it waits the second that the
// answer asks for.
type bodySender struct {
	*target
	body []byte
	// stalls withholds the last byte of each body until the server gives up.
	stalls                     bool
	stored, unavailable, other int
}

func (b *bodySender) loop(ctx context.Context, end time.Time) {
	for time.Now().Before(end) && ctx.Err() == nil {
		conn, err := dial(b.target, end.Add(grace))
		if err != nil {
			b.other++
			return
		}
		b.over(ctx, conn, end)
		conn.close()
	}
}

// over sends on one connection until it is closed.
func (b *bodySender) over(ctx context.Context, conn *client, end time.Time) {
	for time.Now().Before(end) && ctx.Err() == nil {
		status, err := b.post(conn)
		switch {
		case err == nil && status == 200:
			b.stored++
		case err == nil && status == 503:
			b.unavailable++
			sleep(ctx, time.Second)
		default:
			b.other++
		}
		if err != nil || status != 200 {
			return
		}
	}
}

func (b *bodySender) post(conn *client) (int, error) {
	head := append(strconv.AppendInt(bytes.Clone(conn.head), int64(len(b.body)), 10), "\r\n\r\n"...)
	body := b.body
	if b.stalls {
		body = body[:len(body)-1]
	}
	if _, err := conn.conn.Write(head); err != nil {
		return 0, err
	}
	// The server may answer and close before it has read everything.
	conn.conn.Write(body)
	status, _, err := conn.read()
	return status, err
}

// bodyKind is a shape of body that is costly to read carelessly.
type bodyKind struct {
	name   string
	make   func(size int) []byte
	stalls bool
}

// BodyNames are the names of the kinds of bodies.
func BodyNames() []string {
	names := make([]string, len(bodyKinds))
	for i, k := range bodyKinds {
		names[i] = k.name
	}
	return names
}

const bodyStart = `{"from":{"externalId":"large"},`

var bodyKinds = []bodyKind{
	{name: "text", make: textBody},
	{name: "fields", make: func(size int) []byte {
		return filled(bodyStart+`"content":"x","fields":{`, "}}", size, numbered(`"k%d":1`))
	}},
	{name: "members", make: func(size int) []byte { return filled(bodyStart+`"content":"x",`, "}", size, numbered(`"%d":0`)) }},
	{name: "nested", make: func(size int) []byte {
		return filled(bodyStart+`"content":"x","deep":[`, "]}", size, func(int) string { return strings.Repeat("[", 9000) + strings.Repeat("]", 9000) })
	}},
	{name: "participants", make: func(size int) []byte {
		return filled(bodyStart+`"content":"x","participants":[`, "]}", size, func(int) string { return `{"role":"cc"}` })
	}},
	{name: "attachments", make: func(size int) []byte {
		return filled(bodyStart+`"content":"x","attachments":[`, "]}", size, func(int) string { return `{}` })
	}},
	{name: "tags", make: func(size int) []byte {
		start := `{"intent":"updateinfo","conversationId":"large","data":{"tags":"`
		return []byte(start + strings.Repeat("a,", (size-len(start)-3)/2) + `"}}`)
	}},
	{name: "escapes", make: func(size int) []byte { return contentBody(size, `\u0041`) }},
	{name: "bad-utf8", make: func(size int) []byte { return contentBody(size, "\xff") }},
	{name: "stalled", make: textBody, stalls: true},
}

func textBody(size int) []byte { return contentBody(size, "a word or two ") }

func contentBody(size int, piece string) []byte {
	start := bodyStart + `"content":"`
	return []byte(start + strings.Repeat(piece, (size-len(start)-2)/len(piece)) + `"}`)
}

func numbered(format string) func(int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}

// filled joins as many pieces as fit with commas.
func filled(start, end string, size int, piece func(i int) string) []byte {
	b := append(make([]byte, 0, size), start...)
	for i := 0; ; i++ {
		p := piece(i)
		if len(b)+len(p)+1+len(end) > size {
			return append(b, end...)
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, p...)
	}
}

// Print writes the rows as a table.
func (r *BodiesResult) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\nbody\tsenders\tpeak MiB\tstored\t503\tother\tsmall p50 ms\tp99 ms\tmax ms\tfailed\n", r.Database)
	for _, row := range r.Rows {
		peak := "-"
		if row.PeakBytes != nil {
			peak = strconv.FormatInt(*row.PeakBytes>>20, 10)
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%d\t%d\t%.0f\t%.0f\t%.0f\t%d\n", row.Kind, row.Senders, peak, row.Stored, row.Unavailable, row.Other,
			row.Small.P50MS, row.Small.P99MS, row.Small.MaxMS, row.SmallErrors)
	}
	return t.Flush()
}
