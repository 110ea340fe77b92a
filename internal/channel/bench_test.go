package channel

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"svcx/internal/limit"
)

// discardWriter discards the answer.
type discardWriter struct{ header http.Header }

func (d discardWriter) Header() http.Header       { return d.header }
func (discardWriter) Write(p []byte) (int, error) { return len(p), nil }
func (discardWriter) WriteHeader(int)             {}

// BenchmarkInbound measures the whole handler on SQLite, durable commits included, with
// 64 clients at once that write to one conversation.
func BenchmarkInbound(b *testing.B) {
	f := newFixture(b, limit.Rate{})
	body := []byte(`{"conversationId":"c1","from":{"externalId":"u1","name":"Ada","email":"ada@example.com"},"content":"Where is my parcel?"}`)
	r := httptest.NewRequest("POST", f.b.path(""), nil)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Svcx-Api-Key", f.b.key)
	r.ContentLength = int64(len(body))
	b.ReportAllocs()
	b.SetParallelism((64 + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0))
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			own := *r
			own.Body = io.NopCloser(bytes.NewReader(body))
			f.ServeHTTP(discardWriter{make(http.Header)}, &own)
		}
	})
	b.StopTimer()
	if n := f.messages(f.b); n != b.N {
		b.Errorf("%d messages of %d requests", n, b.N)
	}
}

// BenchmarkUnauthenticated is a flood of wrong keys: what it costs once the rows of the
// minute are used up.
func BenchmarkUnauthenticated(b *testing.B) {
	f := newFixture(b, limit.Rate{})
	r := httptest.NewRequest("POST", f.b.path(""), nil)
	r.Header.Set("X-Svcx-Api-Key", "svcx_wrong")
	b.ReportAllocs()
	b.SetParallelism((64 + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0))
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		r := r.Clone(b.Context()) // the mux writes to it
		for pb.Next() {
			f.ServeHTTP(discardWriter{make(http.Header)}, r)
		}
	})
}
