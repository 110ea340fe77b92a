// Package otlp sends spans to a collector by OTLP over HTTP, in protobuf
// (https://opentelemetry.io/docs/specs/otlp/). The SDK of OpenTelemetry does the same and
// more; docs/dependencies.md says what it weighs.
package otlp

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"svcx/internal/outage"
	"svcx/internal/safehttp"
	"svcx/internal/trace"
)

const (
	// firstWait is the wait after an attempt that failed for a time; it doubles up to maxWait.
	firstWait = time.Second
	maxWait   = 30 * time.Second
	// sendTime is for how long the same spans are tried, while others wait.
	sendTime = time.Minute
	// longestWhy bounds what is shown of the collector's words.
	longestWhy = 200
)

// Poster makes the HTTP calls. The program uses *safehttp.Client.
type Poster interface {
	Post(ctx context.Context, url string, header http.Header, body []byte) (*safehttp.Response, error)
}

// Options configure an Exporter.
type Options struct {
	// URL is where traces are posted, with its path.
	URL string
	// Header is sent with each request. It may hold a secret.
	Header http.Header
	// Timeout bounds each request.
	Timeout  time.Duration
	Resource Resource
	Post     Poster
	Now      func() time.Time
	Log      *slog.Logger
}

// Exporter sends spans. One goroutine at a time may use it.
type Exporter struct {
	Options
	down *outage.Outage
}

// New returns an Exporter.
func New(o Options) *Exporter {
	return &Exporter{Options: o, down: outage.New(o.Log, o.Now, "the collector does not take traces: spans are lost, nothing else is", "the collector takes traces again", "url", safehttp.Redact(o.URL))}
}

// Send sends spans, and tries again what may work later (a server that is down or busy) for a
// minute, or until ctx ends. It returns how many of them the collector has not taken.
func (e *Exporter) Send(ctx context.Context, spans []*trace.Span) (failed int) {
	body := encode(e.Resource, spans)
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	for wait := firstWait; ; wait = min(2*wait, maxWait) {
		failed, asked, err := e.post(ctx, body)
		if err == nil {
			e.down.Works()
			return failed
		}
		e.down.Failed(err)
		if asked < 0 {
			return len(spans)
		}
		// Nodes that were refused at the same time do not come back at the same time.
		pause := max(asked, wait/2+time.Duration(rand.Int64N(int64(wait/2))))
		select {
		case <-ctx.Done():
			return len(spans)
		case <-time.After(pause):
		}
	}
}

// Try sends a request without spans, which a collector accepts.
func (e *Exporter) Try(ctx context.Context) error {
	_, _, err := e.post(ctx, encode(e.Resource, nil))
	return err
}

// final is the wait after a failure that will not go away.
const final time.Duration = -1

// post makes a request. After an error wait is the time that the collector asks for, or 0, or
// final. lost are spans that a collector does not take of a request that it takes.
func (e *Exporter) post(ctx context.Context, body []byte) (lost int, wait time.Duration, err error) {
	header := e.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Content-Type", "application/x-protobuf")
	bounded, cancel := context.WithTimeout(ctx, e.Timeout)
	defer cancel()
	answer, err := e.Post.Post(bounded, e.URL, header, body)
	switch {
	case answer == nil && safehttp.Code(err) == safehttp.CodeBlockedURL:
		return 0, final, err
	case answer == nil:
		return 0, 0, err
	case answer.Status >= 200 && answer.Status <= 299:
		lost, why := rejected(answer.Body)
		if lost > 0 {
			e.Log.Warn("the collector rejected spans", "spans", lost, "reason", shown(why))
		}
		return lost, 0, nil
	}
	err = fmt.Errorf("the collector answered %d", answer.Status)
	switch answer.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return 0, retryAfter(answer.Header.Get("Retry-After"), e.Now()), err
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType:
		err = fmt.Errorf("%w: this must be its address of OTLP over HTTP, which mostly has port 4318; gRPC's 4317 does not do", err)
	}
	return 0, final, err
}

// shown is a text of the collector in one bounded line.
func shown(why string) string {
	why = strings.Join(strings.Fields(strings.ToValidUTF8(why, "?")), " ")
	if len(why) > longestWhy {
		why = strings.ToValidUTF8(why[:longestWhy], "") + "…"
	}
	return why
}

// retryAfter reads the header, in seconds or as a date. What is longer than sendTime ends that.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && seconds >= 0 {
		return min(time.Duration(seconds), 2*sendTime/time.Second) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), 2*sendTime)
	}
	return 0
}
