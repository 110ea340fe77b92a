package bench

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"svcx/internal/bench/seed"
)

// Result is the result of a run. Pointers are nil for figures that this system does not
// provide.
type Result struct {
	Database         string `json:"database"`
	Form             string `json:"form"`
	Connections      int    `json:"connections"`
	Contacts         int    `json:"contacts"`
	NewConversations int    `json:"newConversationsPercent"`
	NewContacts      int    `json:"newContactsPercent"`
	Repeats          int    `json:"repeatsPercent"`
	CPUs             int    `json:"cpus"`
	GoVersion        string `json:"goVersion"`
	Version          string `json:"version"`
	// Seeded describes the store; nil if it was empty.
	Seeded *seed.Description `json:"seeded"`

	Disk  Disk  `json:"disk"`
	Start Start `json:"start"`
	// Alone is the phase with a single connection, and AloneOverFsyncMS the
	// difference between its median and one fsync.
	Alone            Phase   `json:"alone"`
	AloneOverFsyncMS float64 `json:"aloneOverFsyncMs"`
	Load             Phase   `json:"load"`
	Memory           Memory  `json:"memory"`
	Log              *Log    `json:"log"`
	Check            Check   `json:"check"`
}

// Disk is the cost of writing 4 KiB and an fsync, measured just before the load.
type Disk struct {
	FsyncsPerSecond float64 `json:"fsyncsPerSecond"`
	FsyncMS         float64 `json:"fsyncMs"` // median
}

// Start is the first start, on an empty database.
type Start struct {
	ReadyMS     float64 `json:"readyMs"`
	MemoryBytes *int64  `json:"memoryBytes"`
}

// Phase is the result of a phase of load.
type Phase struct {
	Connections      int     `json:"connections"`
	Seconds          float64 `json:"seconds"`
	Messages         int     `json:"messages"`
	NewConversations int     `json:"newConversations"`
	Repeats          int     `json:"repeats"`
	Errors           int     `json:"errors"`
	FirstError       string  `json:"firstError,omitempty"`
	PerSecond        float64 `json:"perSecond"`
	Latency          Latency `json:"latency"`
	// CPU time per message, of the server's process, of PostgreSQL's (nil on SQLite,
	// and if it does not run on this machine) and of the load generator.
	ServerCPUMS    *float64 `json:"serverCpuMs"`
	DatabaseCPUMS  *float64 `json:"databaseCpuMs"`
	GeneratorCPUMS *float64 `json:"generatorCpuMs"`
}

// Latency is how long callers waited.
type Latency struct {
	P50MS float64 `json:"p50Ms"`
	P90MS float64 `json:"p90Ms"`
	P99MS float64 `json:"p99Ms"`
	MaxMS float64 `json:"maxMs"`
}

// Memory is the server's resident memory on the seeded database.
type Memory struct {
	IdleBytes *int64 `json:"idleBytes"`
	PeakBytes *int64 `json:"peakBytes"`
}

// Log is the embedded database's write-ahead log under load: its largest size, and how
// often it was restarted after a checkpoint.
type Log struct {
	PeakBytes int64 `json:"peakBytes"`
	Rounds    int   `json:"rounds"`
}

// Check compares, message by message, what was answered "ok" with what is stored.
type Check struct {
	Answered int `json:"answered"` // without repeats
	Stored   int `json:"stored"`
	Missing  int `json:"missing"`
	Twice    int `json:"twice"`
	// WrongCounts is how many conversations have a message count that differs from
	// the number of their messages.
	WrongCounts int `json:"wrongCounts"`
}

// Failed is the reason why the run failed; "" if it did not.
func (r *Result) Failed() string {
	errors := r.Alone.Errors + r.Load.Errors
	c := r.Check
	switch {
	case c.Missing+c.Twice+c.WrongCounts > 0:
		return fmt.Sprintf("of %d messages answered ok, %d are missing and %d stored twice; %d conversations have a wrong message count",
			c.Answered, c.Missing, c.Twice, c.WrongCounts)
	case errors > 0:
		return fmt.Sprintf("%d requests failed, the first with: %s", errors, r.Alone.FirstError+r.Load.FirstError)
	case r.Load.Messages == 0:
		return "no message was sent"
	}
	return ""
}

// Print writes the result as text.
func (r *Result) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(t, name+"\t"+format+"\n", args...) }
	row("Setting", "svcx %s, %s, form %s, %s, %d processors", r.Version, r.Database, r.Form, r.GoVersion, r.CPUs)
	if r.Seeded == nil {
		row("Seeded", "%d contacts, each with a conversation", r.Contacts)
	} else {
		row("Seeded", "%d conversations, %d messages, and %d more contacts, each with a conversation", r.Seeded.Conversations, r.Seeded.Messages, r.Contacts)
	}
	row("Disk", "%.0f fsyncs of 4 KiB per second, median %.2f ms", r.Disk.FsyncsPerSecond, r.Disk.FsyncMS)
	row("Start", "%.0f ms from exec to ready, then %s resident", r.Start.ReadyMS, mebibytes(r.Start.MemoryBytes))
	row("One caller", "%s over %d messages; the median is one fsync plus %.2f ms", r.Alone.Latency, r.Alone.Messages, r.AloneOverFsyncMS)
	row("Load", "%.0f messages per second: %d over %d connections in %.1f s (%d new conversations, %d repeats)",
		r.Load.PerSecond, r.Load.Messages, r.Load.Connections, r.Load.Seconds, r.Load.NewConversations, r.Load.Repeats)
	row("Latency", "%s", r.Load.Latency)
	if r.Database == "postgres" {
		row("CPU", "svcx %s per message, PostgreSQL %s, generator %s", optionalMS(r.Load.ServerCPUMS), optionalMS(r.Load.DatabaseCPUMS), optionalMS(r.Load.GeneratorCPUMS))
	} else {
		row("CPU", "server %s per message, generator %s", optionalMS(r.Load.ServerCPUMS), optionalMS(r.Load.GeneratorCPUMS))
	}
	row("Memory", "%s resident before, %s at the peak", mebibytes(r.Memory.IdleBytes), mebibytes(r.Memory.PeakBytes))
	if r.Log != nil {
		row("Log", "at most %s, restarted %d times after a checkpoint", mebibytes(&r.Log.PeakBytes), r.Log.Rounds)
	}
	row("Errors", "%d", r.Alone.Errors+r.Load.Errors)
	row("Check", "%s", r.Check)
	if err := t.Flush(); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return nil
}

func (l Latency) String() string {
	return fmt.Sprintf("p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, max %.1f ms", l.P50MS, l.P90MS, l.P99MS, l.MaxMS)
}

func (c Check) String() string {
	var wrong []string
	for _, w := range []struct {
		n    int
		what string
	}{{c.Missing, "missing"}, {c.Twice, "stored twice"}, {c.WrongCounts, "conversations with a wrong count"}} {
		if w.n > 0 {
			wrong = append(wrong, fmt.Sprintf("%d %s", w.n, w.what))
		}
	}
	verdict := "each is stored once"
	if wrong != nil {
		verdict = "FAILED: " + strings.Join(wrong, ", ")
	}
	return fmt.Sprintf("%d distinct messages answered ok; %s", c.Answered, verdict)
}

func mebibytes(n *int64) string {
	if n == nil {
		return "(unknown)"
	}
	return fmt.Sprintf("%.1f MiB", float64(*n)/(1<<20))
}

func optionalMS(ms *float64) string {
	if ms == nil {
		return "(unknown)"
	}
	return fmt.Sprintf("%.3f ms", *ms)
}
