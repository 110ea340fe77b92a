package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"svcx/internal/bench/seed"
)

// DeskResult is the result of Desk. Pointers are nil for figures that this system does
// not provide.
type DeskResult struct {
	Version          string            `json:"version"`
	Database         string            `json:"database"`
	Seeded           *seed.Description `json:"seeded"`
	CPUs             int               `json:"cpus"`
	GoVersion        string            `json:"goVersion"`
	Agents           int               `json:"agents"`
	OpenEverySeconds float64           `json:"openEverySeconds"`
	RepliesPercent   int               `json:"repliesPercent"`
	ResolvesPercent  int               `json:"resolvesPercent"`
	Seconds          float64           `json:"seconds"`
	// Inbound are all messages, First those of new conversations. Their latency counts
	// from when they were due. Late is how long after that the generator sent them.
	Inbound DeskFigure `json:"inbound"`
	First   DeskFigure `json:"first"`
	Late    Latency    `json:"late"`
	Screens Screens    `json:"screens"`
	// Work is what the agents asked for.
	Work []DeskFigure `json:"work"`
	// CPU is in processors: seconds of CPU time per second.
	CPU    DeskCPU `json:"cpu"`
	Memory Memory  `json:"memory"`
	// LogPeakBytes is the greatest size of the write-ahead log, that of the text index
	// included.
	LogPeakBytes *int64       `json:"logPeakBytes"`
	Samples      []DeskSample `json:"samples"`
	Check        Check        `json:"check"`
}

// DeskFigure is one kind of request.
type DeskFigure struct {
	Name       string  `json:"name"`
	Requests   int     `json:"requests"`
	PerSecond  float64 `json:"perSecond"`
	Latency    Latency `json:"latency"`
	Errors     int     `json:"errors"`
	FirstError string  `json:"firstError,omitempty"`
}

// Screens is how long after a message was due it was on the agents' screens.
type Screens struct {
	Streams int     `json:"streams"`
	Shown   int     `json:"shown"` // as far as it was counted
	Lag     Latency `json:"lag"`
	// Watched screens are compared with all that was answered.
	Watched int `json:"watched"`
	Missed  int `json:"missed"`
	// Resets is how often a screen was told to load everything again.
	Resets     int    `json:"resets"`
	Errors     int    `json:"errors"`
	FirstError string `json:"firstError,omitempty"`
}

// DeskCPU is CPU time of svcx, of PostgreSQL and of the load generator.
type DeskCPU struct {
	Server    *float64 `json:"server"`
	Database  *float64 `json:"database"`
	Generator *float64 `json:"generator"`
}

// DeskSample is what happened since the last sample.
type DeskSample struct {
	Seconds      float64 `json:"seconds"` // since the beginning
	PerSecond    float64 `json:"perSecond"`
	InboundP99MS float64 `json:"inboundP99Ms"`
	LagP99MS     float64 `json:"lagP99Ms"`
	CPU          DeskCPU `json:"cpu"`
	MemoryBytes  *int64  `json:"memoryBytes"`
	LogBytes     *int64  `json:"logBytes"`
}

// A run has some 240 samples, at least sampleAtLeast and at most sampleAtMost apart;
// one every reportEvery is printed.
const (
	samplesOfRun  = 240
	sampleAtLeast = 100 * time.Millisecond
	sampleAtMost  = 10 * time.Second
	reportEvery   = 10 * time.Second
)

// sample takes samples until ctx ends.
func (b *desk) sample(ctx context.Context) {
	every := min(max(b.Duration/samplesOfRun, sampleAtLeast), sampleAtMost)
	last, before, printed := b.begin, b.meter.read(), b.begin
	begin := before
	for n := 1; sleep(ctx, time.Until(b.begin.Add(time.Duration(n)*every))) == nil; n++ {
		now, cpu := time.Now(), b.meter.read()
		inbound, lag := b.inbound.latency.sample(), b.lag.sample()
		s := DeskSample{
			Seconds: now.Sub(b.begin).Seconds(), PerSecond: float64(inbound.n) / now.Sub(last).Seconds(), InboundP99MS: inbound.percentile(99), LagP99MS: lag.percentile(99),
			CPU: processors(before, cpu, now.Sub(last)), LogBytes: b.log.read(ctx),
		}
		if memory, err := b.meter.server.memory(); err == nil {
			s.MemoryBytes = &memory.now
		}
		if s.LogBytes != nil && (b.result.LogPeakBytes == nil || *s.LogBytes > *b.result.LogPeakBytes) {
			b.result.LogPeakBytes = s.LogBytes
		}
		b.result.Samples = append(b.result.Samples, s)
		if now.Sub(printed) >= reportEvery {
			printed = now
			fmt.Fprintln(b.run.Progress, s)
		}
		last, before = now, cpu
		if b.meter.server.exited() != nil {
			b.cancel(b.meter.server.exited())
		}
	}
	if memory, err := b.meter.server.memory(); err == nil {
		b.result.Memory.PeakBytes = &memory.peak
	}
	b.result.CPU = processors(begin, before, last.Sub(b.begin))
}

func processors(before, now times, elapsed time.Duration) DeskCPU {
	of := func(from, to *time.Duration) *float64 {
		if from == nil || to == nil || elapsed <= 0 {
			return nil
		}
		p := (*to - *from).Seconds() / elapsed.Seconds()
		return &p
	}
	return DeskCPU{of(before.server, now.server), of(before.database, now.database), of(before.own, now.own)}
}

// logSize reads the size of the write-ahead log.
type logSize struct {
	paths []string
	conn  *pgx.Conn
}

func openLogSize(ctx context.Context, r *run) (l logSize, err error) {
	if r.DatabaseURL == "" {
		l.paths, err = filepath.Glob(filepath.Join(r.Dir, "*.db"))
		for i := range l.paths {
			l.paths[i] += "-wal"
		}
		return l, err
	}
	l.conn, err = pgx.Connect(ctx, r.DatabaseURL)
	return l, err
}

// read returns the size; nil if it is not known, as to a user who is no monitor of the
// PostgreSQL server.
func (l logSize) read(ctx context.Context) *int64 {
	var size int64
	if l.conn != nil {
		if l.conn.QueryRow(ctx, "SELECT sum(size)::bigint FROM pg_ls_waldir()").Scan(&size) != nil {
			return nil
		}
		return &size
	}
	for _, path := range l.paths {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	return &size
}

func (l logSize) close() {
	if l.conn != nil {
		l.conn.Close(context.Background())
	}
}

// summarize fills in the result.
func (b *desk) summarize() {
	r, a := &b.result, b.inbound
	r.Seconds = b.Duration.Seconds()
	figure := func(name string, h histogram, f failures) DeskFigure {
		row := DeskFigure{Name: name, Requests: h.n, PerSecond: float64(h.n) / r.Seconds, Latency: h.latency(), Errors: f.errors}
		if f.firstErr != nil {
			row.FirstError = f.firstErr.Error()
		}
		return row
	}
	r.Inbound, r.First = figure("inbound message", a.latency.all(), a.failures), figure("of these in a new conversation", a.first.all(), failures{})
	late, lag := a.late.all(), b.lag.all()
	r.Late = late.latency()
	r.Screens = Screens{Streams: len(b.screens), Shown: lag.n, Lag: lag.latency(), Resets: int(b.resets.Load()), Errors: b.streams.errors}
	if b.streams.firstErr != nil {
		r.Screens.FirstError = b.streams.firstErr.Error()
	}
	for _, s := range b.screens {
		if s.seen != nil {
			r.Screens.Watched++
			r.Screens.Missed += s.missed()
		}
	}
	for i := range b.work {
		r.Work = append(r.Work, figure(deskWork[i], b.work[i].all(), b.work[i].failures))
	}
}

// Failed is the reason why the run failed; "" if it did not.
func (r *DeskResult) Failed() string {
	c := r.Check
	if c.Missing+c.Twice+c.WrongCounts > 0 {
		return fmt.Sprintf("of %d messages and replies %d are missing and %d stored twice; %d conversations have a wrong message count", c.Answered, c.Missing, c.Twice, c.WrongCounts)
	}
	for _, f := range append([]DeskFigure{r.Inbound}, r.Work...) {
		if f.Errors > 0 {
			return fmt.Sprintf("%s: %d requests failed, the first with: %s", f.Name, f.Errors, f.FirstError)
		}
	}
	switch s := r.Screens; {
	case s.Errors > 0:
		return fmt.Sprintf("%d streams ended, the first with: %s", s.Errors, s.FirstError)
	case s.Missed > 0:
		return fmt.Sprintf("%d messages were answered and not shown on one of %d screens", s.Missed, s.Watched)
	case r.Inbound.Requests == 0 || s.Shown == 0:
		return "no message arrived on a screen"
	}
	return ""
}

// String is the sample in a line, as progress.
func (s DeskSample) String() string {
	return fmt.Sprintf("%s: %.0f messages/s, p99 %.0f ms, on the screen p99 %.0f ms, CPU %s, generator %s, memory %s, log %s", time.Duration(s.Seconds*float64(time.Second)).Round(time.Second),
		s.PerSecond, s.InboundP99MS, s.LagP99MS, optionalProcessors(s.CPU.Server), optionalProcessors(s.CPU.Generator), mebibytes(s.MemoryBytes), mebibytes(s.LogBytes))
}

func optionalProcessors(n *float64) string {
	if n == nil {
		return "(unknown)"
	}
	return fmt.Sprintf("%.2f", *n)
}

// Print writes the figures as a table.
func (r *DeskResult) Print(w io.Writer) error {
	fmt.Fprintf(w, "svcx %s, %s, %s, %d processors, %d conversations, %d messages\n%d agents for %.0f s; each opens a thread every %.0f s, replies to %d %% and resolves %d %%\n",
		r.Version, r.Database, r.GoVersion, r.CPUs, r.Seeded.Conversations, r.Seeded.Messages, r.Agents, r.Seconds, r.OpenEverySeconds, r.RepliesPercent, r.ResolvesPercent)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "what\tper second\tp50 ms\tp90 ms\tp99 ms\tmax ms\tnumber\tfailed")
	row := func(f DeskFigure) {
		fmt.Fprintf(t, "%s\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%d\t%d\n", f.Name, f.PerSecond, f.Latency.P50MS, f.Latency.P90MS, f.Latency.P99MS, f.Latency.MaxMS, f.Requests, f.Errors)
	}
	row(r.Inbound)
	row(r.First)
	s := r.Screens
	row(DeskFigure{Name: "message on a screen", Requests: s.Shown, PerSecond: float64(s.Shown) / r.Seconds, Latency: s.Lag, Errors: s.Errors})
	for _, f := range r.Work {
		row(f)
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	database := ""
	if r.CPU.Database != nil {
		database = fmt.Sprintf(", PostgreSQL %s", optionalProcessors(r.CPU.Database))
	}
	_, err := fmt.Fprintf(w, "Generator: messages sent p99 %.1f ms, at most %.1f ms late\nScreens: %d, of which %d were compared with what was answered: %d messages missed; %d times told to load again\n"+
		"CPU: svcx %s processors%s, generator %s\nMemory: %s resident before, %s at the peak\nLog: at most %s\nCheck: %s\n",
		r.Late.P99MS, r.Late.MaxMS, s.Streams, s.Watched, s.Missed, s.Resets, optionalProcessors(r.CPU.Server), database, optionalProcessors(r.CPU.Generator),
		mebibytes(r.Memory.IdleBytes), mebibytes(r.Memory.PeakBytes), mebibytes(r.LogPeakBytes), r.Check)
	return err
}
