package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"svcx/internal/bench/seed"
	"svcx/internal/store"
)

// ReadOptions are the options of Read; Only and DatabaseURL may be empty.
type ReadOptions struct {
	// SeedOptions say what to measure: a store that Seed has filled, or an empty one,
	// which is filled first.
	SeedOptions
	// Callers are numbers of concurrent connections; each is a run of its own for each
	// kind of read.
	Callers  []int
	Duration time.Duration
	// Only selects kinds of reads by the beginning of their names; empty means all.
	Only []string
}

// ReadResult is the result of Read. Memory is that of the server: without a request,
// and at the peak of all runs.
type ReadResult struct {
	Version  string            `json:"version"`
	Database string            `json:"database"`
	Seeded   *seed.Description `json:"seeded"`
	Rows     []ReadRow         `json:"rows"`
	Memory   Memory            `json:"memory"`
}

// ReadRow is the result of one kind of read.
type ReadRow struct {
	Name      string  `json:"name"`
	Callers   int     `json:"callers"`
	Requests  int     `json:"requests"`
	PerSecond float64 `json:"perSecond"`
	Latency   Latency `json:"latency"`
	CPU       CPU     `json:"cpu"`
	// AnswerBytes is the average size of an answer.
	AnswerBytes int    `json:"answerBytes"`
	Errors      int    `json:"errors"`
	FirstError  string `json:"firstError,omitempty"`
}

// Read measures every list, view, filter, search and thread of the REST API and the
// session API, one after the other.
func Read(ctx context.Context, o ReadOptions) (*ReadResult, error) {
	r := &run{Options: Options{Executable: o.Executable, Dir: o.Dir, DatabaseURL: o.DatabaseURL, Form: "B", Progress: o.Progress}}
	seeded, err := r.openSeeded(ctx, o.SeedOptions)
	if err != nil {
		return nil, err
	}
	u := &user{run: r}
	if err := u.authorize(ctx, seeded.Agent); err != nil {
		return nil, err
	}
	s, _, err := r.startServer(ctx)
	if err != nil {
		return nil, err
	}
	defer s.stop()
	r.target.address = s.address
	if err := u.signIn(ctx); err != nil {
		return nil, err
	}
	fmt.Fprintln(o.Progress, "choosing what to read …")
	reads, err := u.reads(ctx, seeded)
	if err != nil {
		return nil, err
	}
	for _, prefix := range o.Only {
		if !known(reads, prefix) {
			return nil, fmt.Errorf("--only: in this store no kind of read begins with %q", prefix)
		}
	}
	result := &ReadResult{Database: seeded.Database, Seeded: seeded}
	if memory, err := s.memory(); err == nil {
		result.Memory.IdleBytes = &memory.now
	}
	m := meter{s, databaseProcess(ctx, o.DatabaseURL)}
	for _, read := range reads {
		if !selected(read.name, o.Only) {
			continue
		}
		for _, callers := range o.Callers {
			row, err := read.measure(ctx, u, m, callers, o.Duration)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", read.name, err)
			}
			fmt.Fprintln(o.Progress, row)
			result.Rows = append(result.Rows, row)
		}
	}
	if memory, err := s.memory(); err == nil {
		result.Memory.PeakBytes = &memory.peak
	}
	return result, s.stop()
}

func selected(name string, only []string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// openSeeded describes the filled store, and fills it first if it is empty.
func (r *run) openSeeded(ctx context.Context, o SeedOptions) (*seed.Description, error) {
	if r.DatabaseURL == "" {
		if exists, err := store.Exists(r.Dir); err != nil {
			return nil, err
		} else if entries, err := os.ReadDir(r.Dir); !exists && (err != nil || len(entries) > 0) {
			return nil, errors.Join(err, seed.ErrNotSeeded)
		} else if !exists {
			return r.fillEmpty(ctx, o)
		}
		return r.seeded(ctx)
	}
	if r.checkEmpty(ctx) == nil {
		return r.fillEmpty(ctx, o)
	}
	return r.seeded(ctx)
}

func (r *run) fillEmpty(ctx context.Context, o SeedOptions) (*seed.Description, error) {
	fmt.Fprintf(r.Progress, "seeding %d conversations with %d messages …\n", o.Conversations, o.Messages)
	return Seed(ctx, o)
}

// read is a kind of read: GETs of some paths, in turn.
type read struct {
	name  string
	paths []string
}

// warmUp is how many requests each caller sends before it is measured.
const warmUp = 2

// measure runs the callers for d.
func (r read) measure(ctx context.Context, u *user, m meter, callers int, d time.Duration) (ReadRow, error) {
	heads := make([][]byte, len(r.paths))
	for i, path := range r.paths {
		heads[i] = u.head("GET", path)
	}
	return measure(ctx, r.name, heads, u.target.address, m, callers, d)
}

// measure runs callers for d, who send some requests in turn.
func measure(ctx context.Context, name string, heads [][]byte, address string, m meter, callers int, d time.Duration) (ReadRow, error) {
	all := make([]*reader, callers)
	for i := range all {
		all[i] = &reader{heads: heads, next: i * len(heads) / callers, address: address}
	}
	var ready, running sync.WaitGroup
	var end atomic.Pointer[time.Time]
	begin := make(chan struct{})
	ready.Add(callers)
	for _, c := range all {
		running.Go(func() {
			c.warm(time.Now().Add(d + 2*grace))
			ready.Done()
			<-begin
			c.loop(ctx, *end.Load(), d)
		})
	}
	ready.Wait()
	before, began := m.read(), time.Now()
	until := began.Add(d)
	end.Store(&until)
	close(begin)
	running.Wait()
	elapsed := time.Since(began)
	row := ReadRow{Name: name, Callers: callers}
	var latencies []time.Duration
	bytes := 0
	for _, c := range all {
		latencies = append(latencies, c.latencies...)
		bytes += c.bytes
		row.Errors += c.errors
		if row.FirstError == "" && c.firstErr != nil {
			row.FirstError = c.firstErr.Error()
		}
	}
	row.Requests = len(latencies)
	row.PerSecond = float64(row.Requests) / elapsed.Seconds()
	row.Latency = latencyOf(latencies)
	row.CPU = m.since(before, row.Requests)
	if row.Requests > 0 {
		row.AnswerBytes = bytes / row.Requests
	}
	return row, errors.Join(ctx.Err(), m.server.exited())
}

// reader is a connection that sends its next request when the last one is answered.
type reader struct {
	failures
	address   string
	conn      *client
	heads     [][]byte
	next      int
	latencies []time.Duration
	bytes     int
}

// warm connects and sends the first requests.
func (c *reader) warm(deadline time.Time) {
	if c.conn, c.firstErr = connect(c.address, deadline); c.firstErr != nil {
		c.errors++
		return
	}
	for range warmUp {
		c.ask()
	}
	c.latencies, c.bytes = nil, 0
}

// few is how many requests of a slow kind each caller sends, though its time is up:
// CPU time is known in steps of 10 ms.
const few = 10

// loop sends requests for d, or up to three times as long for a slow kind.
func (c *reader) loop(ctx context.Context, end time.Time, d time.Duration) {
	for c.conn != nil && c.errors < maxErrors && ctx.Err() == nil {
		if late := time.Since(end); late > 0 && (len(c.latencies) >= few || late > 2*d) {
			break
		}
		c.ask()
	}
	if c.conn != nil {
		c.conn.close()
	}
}

// ask sends one request. A connection that failed is not used again.
func (c *reader) ask() {
	began := time.Now()
	status, answer, err := c.conn.send(c.heads[c.next%len(c.heads)])
	switch {
	case err != nil:
		c.failed(err)
		c.errors = maxErrors
	case status != 200:
		c.failed(fmt.Errorf("answered %d %.200q to %.200q", status, answer, c.heads[c.next%len(c.heads)]))
	default:
		c.latencies = append(c.latencies, time.Since(began))
		c.bytes += len(answer)
	}
	c.next++
}

// Failed is the reason why the run failed; "" if it did not.
func (r *ReadResult) Failed() string { return failedRow(r.Rows) }

func failedRow(rows []ReadRow) string {
	for _, row := range rows {
		if row.Errors > 0 || row.Requests == 0 {
			return fmt.Sprintf("%s: %d requests failed, the first with: %s", row.Name, row.Errors, row.FirstError)
		}
	}
	return ""
}

// String is the row in a line, as progress.
func (r ReadRow) String() string {
	text := fmt.Sprintf("%s, callers: %d, %.0f/s, p50 %.2f ms, p99 %.2f ms, CPU %s", r.Name, r.Callers, r.PerSecond, r.Latency.P50MS, r.Latency.P99MS, optionalMS(r.CPU.ServerMS))
	if r.CPU.DatabaseMS != nil {
		text += " and PostgreSQL " + optionalMS(r.CPU.DatabaseMS)
	}
	return text
}

// Print writes the rows as a table.
func (r *ReadResult) Print(w io.Writer) error {
	fmt.Fprintf(w, "svcx %s, %s, %d conversations, %d messages, %d contacts\n", r.Version, r.Database, r.Seeded.Conversations, r.Seeded.Messages, r.Seeded.Contacts)
	if err := printRows(w, "read", r.Rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "Memory: %s resident before, %s at the peak\n", mebibytes(r.Memory.IdleBytes), mebibytes(r.Memory.PeakBytes))
	return err
}

func printRows(w io.Writer, what string, rows []ReadRow) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, what+"\tcallers\tper second\tp50 ms\tp99 ms\tmax ms\tCPU ms\tPostgreSQL ms\tKiB\tfailed")
	for _, row := range rows {
		fmt.Fprintf(t, "%s\t%d\t%.0f\t%.2f\t%.2f\t%.2f\t%s\t%s\t%.1f\t%d\n", row.Name, row.Callers, row.PerSecond, row.Latency.P50MS, row.Latency.P99MS, row.Latency.MaxMS,
			figure(row.CPU.ServerMS), figure(row.CPU.DatabaseMS), float64(row.AnswerBytes)/1024, row.Errors)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return nil
}

// figure is a time in milliseconds for a table.
func figure(ms *float64) string {
	if ms == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *ms)
}
