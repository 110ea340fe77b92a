// Package metrics counts what the service does and writes it in the text format of
// Prometheus. Every name is in the table of family.go, with its labels and its meaning.
//
// Other packages do not import it: they call functions that they are given, which
// package app passes on. Labels have few values, whatever the service is used for: the
// patterns of endpoints, never paths; kinds and outcomes, never ids or workspaces.
package metrics

//go:generate go test -run ^TestDocumentation$ -update .

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Metrics is what one process has counted. It is safe for concurrent use.
type Metrics struct {
	set *metrics.Set

	requests, inbound, attempts, deliveries, circuits, commits, writes, mails, aiCalls, aiTokens, spans counters
	requestTime, attemptTime, commitTime, commitSize, aiTime                                            histograms
}

// Buckets of durations, in seconds, and of sizes of batches.
var (
	requestBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	commitBuckets  = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	attemptBuckets = []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	modelBuckets   = []float64{.1, .25, .5, 1, 2.5, 5, 10, 20, 40, 80}
	batchBuckets   = []float64{1, 2, 4, 8, 16, 32, 64, 128}
)

// New returns Metrics without counts.
func New() *Metrics {
	set := metrics.NewSet()
	return &Metrics{
		set:         set,
		requests:    newCounters(set, nameRequests),
		requestTime: newHistograms(set, nameRequestTime, requestBuckets),
		inbound:     newCounters(set, nameInbound),
		attempts:    newCounters(set, nameAttempts),
		attemptTime: newHistograms(set, nameAttemptTime, attemptBuckets),
		deliveries:  newCounters(set, nameDeliveries),
		circuits:    newCounters(set, nameCircuits),
		commits:     newCounters(set, nameCommits),
		writes:      newCounters(set, nameWrites),
		commitTime:  newHistograms(set, nameCommitTime, commitBuckets),
		commitSize:  newHistograms(set, nameCommitSize, batchBuckets),
		mails:       newCounters(set, nameMails),
		aiCalls:     newCounters(set, nameAICalls),
		aiTime:      newHistograms(set, nameAITime, modelBuckets),
		aiTokens:    newCounters(set, nameAITokens),
		spans:       newCounters(set, nameSpans),
	}
}

// Request counts a request that was answered. A stream counts when it ends, and has no
// duration.
func (m *Metrics) Request(operation string, status int, took time.Duration, stream bool) {
	m.requests.of(operation, strconv.Itoa(status)).Inc()
	if !stream {
		m.requestTime.of(operation).Update(took.Seconds())
	}
}

// Inbound counts a request to an integrator's inbound endpoint.
func (m *Metrics) Inbound(kind, outcome string) { m.inbound.of(kind, outcome).Inc() }

// Attempt counts a call to an integrator.
func (m *Metrics) Attempt(kind, outcome string, took time.Duration) {
	m.attempts.of(kind, outcome).Inc()
	m.attemptTime.of(kind).Update(took.Seconds())
}

// DeliveryEnded counts a delivery that will not be attempted again.
func (m *Metrics) DeliveryEnded(state string) { m.deliveries.of(state).Inc() }

// Circuit counts a circuit that was opened or closed.
func (m *Metrics) Circuit(change string) { m.circuits.of(change).Inc() }

// Commit counts a transaction of the committer and the writes that shared it.
func (m *Metrics) Commit(writes int, took time.Duration, failed bool) {
	outcome := "ok"
	if failed {
		outcome = "failed"
	}
	m.commits.of(outcome).Inc()
	m.writes.of(outcome).Add(writes)
	m.commitTime.of().Update(took.Seconds())
	m.commitSize.of().Update(float64(writes))
}

// Mail counts an attempt to send an e-mail, or an e-mail that was dropped.
func (m *Metrics) Mail(outcome string) { m.mails.of(outcome).Inc() }

// AI counts a call of a model and the tokens that its provider counted.
func (m *Metrics) AI(operation string, took time.Duration, in, out int, outcome string) {
	m.aiCalls.of(operation, outcome).Inc()
	m.aiTime.of(operation).Update(took.Seconds())
	m.aiTokens.of(operation, "in").Add(in)
	m.aiTokens.of(operation, "out").Add(out)
}

// Spans counts spans of traces that were sent, or not.
func (m *Metrics) Spans(outcome string, n int) { m.spans.of(outcome).Add(n) }

// Write writes everything: what was counted, what was read of the service now, and what
// Go's runtime and the system say of the process. The library's metadata must be on
// (metrics.ExposeMetadata), which is a setting of the whole process.
func (m *Metrics) Write(w io.Writer, r Reading) error {
	var out bytes.Buffer
	m.set.WritePrometheus(&out)
	r.write(&out)
	metrics.WriteProcessMetrics(&out)
	metrics.WriteFDMetrics(&out)
	_, err := io.WriteString(w, withHelp(out.String()))
	return err
}

// withHelp adds the meaning of each family, which the library leaves empty.
func withHelp(text string) string {
	meaning := make(map[string]string, len(Families))
	for _, f := range Families {
		meaning[f.Name] = f.Help
	}
	var out strings.Builder
	out.Grow(len(text) + 100*len(Families))
	for line := range strings.Lines(text) {
		name, isHelp := strings.CutPrefix(line, "# HELP ")
		name = strings.TrimSpace(name)
		if help := meaning[name]; isHelp && help != "" {
			line = "# HELP " + name + " " + help + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}
