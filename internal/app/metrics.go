package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"sync"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/httpd"
	"svcx/internal/metrics"
	"svcx/internal/store"
)

const (
	// figuresAge is for how long the figures of the deployment are not read again, sizeAge for
	// how long the size of the database is not.
	figuresAge = 10 * time.Second
	sizeAge    = time.Minute
	// scrapeTime is how long a scrape waits for them.
	scrapeTime = 3 * time.Second
)

// measured returns what counts for the metrics, nil if they are off.
func (c *Config) measured() *metrics.Metrics {
	if c.MetricsAddr == "" {
		return nil
	}
	// The types of metrics, which the library leaves out unless it is told.
	vm.ExposeMetadata(true)
	return metrics.New()
}

// answered counts requests; nil if the metrics are off.
func (a *App) answered() func(httpd.Answered) {
	if a.metrics == nil {
		return nil
	}
	return func(r httpd.Answered) { a.metrics.Request(r.Operation, r.Status, r.Took, r.Stream) }
}

// committed counts transactions.
func committed(m *metrics.Metrics) func(store.Commit) {
	if m == nil {
		return nil
	}
	return func(c store.Commit) { m.Commit(c.Writes, c.Took, c.Failed) }
}

// called counts calls of models.
func (a *App) called() func(svcx.AIOperation, time.Duration, int, int, assist.Outcome) {
	if a.metrics == nil {
		return nil
	}
	return func(op svcx.AIOperation, took time.Duration, in, out int, o assist.Outcome) {
		a.metrics.AI(string(op), took, in, out, string(o))
	}
}

// deployment is what a scrape reads of the database, kept for some time, so that many
// scrapes cost no more than one.
type deployment struct {
	mu     sync.Mutex
	at     time.Time
	figure store.Figures
	sizeAt time.Time
	size   int64
}

// read returns the figures; nil if the database does not answer.
func (d *deployment) read(ctx context.Context, db *store.DB, now time.Time) *metrics.Deployment {
	d.mu.Lock()
	defer d.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, scrapeTime)
	defer cancel()
	if old := now.Sub(d.at); old < 0 || old >= figuresAge {
		f, err := db.Read(ctx).Figures()
		if err != nil {
			d.at = time.Time{}
			return nil
		}
		d.figure, d.at = f, now
	}
	if old := now.Sub(d.sizeAt); old < 0 || old >= sizeAge {
		if n, err := db.Bytes(ctx); err == nil {
			d.size, d.sizeAt = n, now
		}
	}
	found := &metrics.Deployment{Pending: d.figure.Pending, OpenCircuits: d.figure.OpenCircuits, Paused: d.figure.PausedAt != nil, Size: d.size}
	if due := d.figure.OldestDue; due != 0 {
		found.Late = max(0, now.Sub(due.Std()))
	}
	return found
}

// measurements answers the metrics and the profiles.
func (a *App) measurements() http.Handler {
	var shared deployment
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		reading := metrics.Reading{
			Version: Version, Database: a.db.Dialect(), InFlight: a.deliver.InFlight(), WritesWaiting: a.db.Waiting(), MailsWaiting: a.post.Waiting(),
			Deployment: shared.read(r.Context(), a.db, a.now()),
		}
		reading.Streams, reading.StreamBytes, reading.FeedReaders = a.live.Figures()
		read, write := a.db.Stats()
		reading.Pools = map[string]sql.DBStats{"read": read, "write": write}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		a.metrics.Write(w, reading)
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// serveMetrics listens on the address of the metrics, if there is one, until stop is called.
func (a *App) serveMetrics() (stop func(), err error) {
	if a.metrics == nil {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", a.Config.MetricsAddr)
	if err != nil {
		return nil, fmt.Errorf("SVCX_METRICS_ADDR (--metrics-addr): %w", err)
	}
	server := &http.Server{Handler: a.measurements(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			a.Log.Error("the metrics are no longer served", "error", err)
		}
	}()
	a.Log.Info("metrics", "address", listener.Addr().String())
	return func() { server.Close() }, nil
}
