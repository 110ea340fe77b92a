package httpd

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"svcx/internal/trace"
	"svcx/internal/trace/tracetest"
)

// traced is a front whose requests are traced, with what ended.
func traced(t testing.TB, o Options) (handler http.Handler, ended func() []*trace.Span) {
	recorder := tracetest.New(t)
	o.Now, o.Trace, o.Untraced = time.Now, recorder.Tracer, []string{"/healthz"}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	mux := NewMux(func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusNotFound) })
	mux.Handle("POST /api/v1/{org}/a/{id}", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, child := trace.Begin(r.Context(), trace.Internal, "within")
		child.End()
		NoteKey(w, "svcx_0123456789a")
	}))
	mux.Handle("GET /healthz", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	mux.Handle("GET /p", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("p") }))
	mux.Handle("GET /cut", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	return New(o).Handler(mux), recorder.Ended
}

// A request's span has the pattern of its endpoint, its workspace and its id, and nothing of the
// path, the query, the key or the client.
func TestSpanOfARequest(t *testing.T) {
	h, ended := traced(t, Options{})
	r := httptest.NewRequest("POST", "/api/v1/acme/a/hush?token=hush", strings.NewReader("hush"))
	r.Header.Set("Authorization", "Bearer svcx_hush")
	r.Header.Set("User-Agent", "hush")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	all := ended()
	if len(all) != 2 || all[0].Name != "within" || all[1].Name != "POST /api/v1/{org}/a/{id}" {
		t.Fatalf("%+v", all)
	}
	within, request := all[0], all[1]
	if within.Trace != request.Trace || within.Parent != request.ID || request.Parent != (trace.SpanID{}) || request.Kind != trace.Server || request.Failed {
		t.Errorf("%+v, %+v", within, request)
	}
	want := []trace.Attribute{
		trace.Number("http.response.status_code", 200), trace.Text("svcx.request_id", w.Header().Get("X-Request-Id")),
		trace.Text("http.request.method", "POST"), trace.Text("http.route", "/api/v1/{org}/a/{id}"), trace.Text("svcx.workspace", "acme"),
	}
	if !slices.Equal(request.Attributes, want) {
		t.Errorf("%v, want %v", request.Attributes, want)
	}
	if text := fmt.Sprint(request); strings.Contains(text, "hush") || strings.Contains(text, "0123456789a") {
		t.Error(text)
	}
}

// A request below a client's span is in its trace, one that it does not record has none; probes
// have none; a failure of the server is one of the span, a refusal is not.
func TestWhichRequestsAreTraced(t *testing.T) {
	for _, tt := range []struct {
		method, path, traceparent string
		name, parent              string
		failed                    bool
	}{
		{"POST", "/api/v1/acme/a/1", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01", "within POST /api/v1/{org}/a/{id}", "0123456789abcdef", false},
		{"POST", "/api/v1/acme/a/1", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-00", "", "", false},
		{"POST", "/api/v1/acme/a/1", "nonsense", "within POST /api/v1/{org}/a/{id}", "0000000000000000", false},
		{"GET", "/healthz", "", "", "", false},
		{"GET", "/p", "", "GET /p", "0000000000000000", true},
		{"GET", "/cut", "", "GET /cut", "0000000000000000", false},
		{"GET", "/nowhere/hush", "", "none", "0000000000000000", false},
	} {
		h, ended := traced(t, Options{})
		r := httptest.NewRequest(tt.method, tt.path, nil)
		r.Header.Set("traceparent", tt.traceparent)
		func() {
			defer func() { recover() }()
			h.ServeHTTP(httptest.NewRecorder(), r)
		}()
		var names []string
		all := ended()
		for _, s := range all {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); got != tt.name {
			t.Errorf("%s: %q, want %q", tt.path, got, tt.name)
			continue
		}
		if len(all) > 0 {
			if last := all[len(all)-1]; last.Parent.String() != tt.parent || last.Failed != tt.failed {
				t.Errorf("%s: %+v", tt.path, last)
			}
		}
	}
}

// The access line has the trace, by which one finds the other.
func TestAccessLineHasTheTrace(t *testing.T) {
	var log bytes.Buffer
	h, ended := traced(t, Options{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/api/v1/acme/a/1", nil))
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/healthz", nil))
	all := ended()
	lines := strings.Split(log.String(), "\n")
	if !strings.Contains(lines[0], "trace="+all[1].Trace.String()+" status=200") || strings.Contains(lines[1], "trace=") {
		t.Errorf("%q", lines)
	}
}

// BenchmarkRequest is what tracing costs a request: nothing while it is off.
func BenchmarkRequest(b *testing.B) {
	sampler, err := trace.ParseSampler("always_on", "")
	if err != nil {
		b.Fatal(err)
	}
	never, err := trace.ParseSampler("traceidratio", "0")
	if err != nil {
		b.Fatal(err)
	}
	for _, bb := range []struct {
		name   string
		tracer *trace.Tracer
	}{
		{"off", nil},
		{"not sampled", trace.New(trace.Options{Sampler: never, Now: time.Now})},
		{"on", trace.New(trace.Options{Sampler: sampler, Now: time.Now})},
	} {
		b.Run(bb.name, func(b *testing.B) {
			mux := NewMux(nil)
			mux.Handle("POST /a/{id}", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				trace.Of(r.Context()).Child(trace.Internal, "commit").End()
			}))
			h := New(Options{Now: time.Now, Trace: bb.tracer, Log: slog.New(slog.DiscardHandler), Answered: func(Answered) {}}).Handler(mux)
			r := httptest.NewRequest("POST", "/a/17", nil)
			b.ReportAllocs()
			for b.Loop() {
				own := *r
				h.ServeHTTP(httptest.NewRecorder(), &own)
			}
		})
	}
}
