package otlp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"svcx/internal/safehttp"
	"svcx/internal/trace"
)

// collector answers in turn, the last answer for ever.
type collector struct {
	answers []answer
	began   time.Time
	came    []string
	header  http.Header
	body    []byte
}

type answer struct {
	*safehttp.Response
	err error
}

func status(code int, header ...string) answer {
	h := http.Header{}
	for i := 0; i < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return answer{Response: &safehttp.Response{Status: code, Header: h}}
}

func (c *collector) Post(ctx context.Context, url string, header http.Header, body []byte) (*safehttp.Response, error) {
	c.came = append(c.came, time.Since(c.began).Round(time.Second).String())
	c.header, c.body = header, body
	a := c.answers[0]
	if len(c.answers) > 1 {
		c.answers = c.answers[1:]
	}
	if a.Response == nil && a.err == nil { // it does not answer
		<-ctx.Done()
		return nil, &safehttp.Error{Code: safehttp.CodeTimeout, Err: errors.New("no answer in time")}
	}
	return a.Response, a.err
}

func spans(n int) (all []*trace.Span) {
	for range n {
		all = append(all, &trace.Span{Name: "x", Begun: time.Unix(1, 2), Ended: time.Unix(3, 4)})
	}
	return all
}

// partial is an answer that rejects spans.
func partial(n int, why string) []byte {
	return message(nil, 1, func(b []byte) []byte { return text(number(b, 1, uint64(n)), 2, why) })
}

// What may work later is tried again, at the time that the collector asks for, for a minute; other
// answers are final (https://opentelemetry.io/docs/specs/otlp/#otlphttp-response).
func TestSend(t *testing.T) {
	refused := answer{err: &safehttp.Error{Code: safehttp.CodeConnectFailed, Err: errors.New("connection refused")}}
	blocked := answer{err: &safehttp.Error{Code: safehttp.CodeBlockedURL, Err: errors.New("blocked")}}
	for _, tt := range []struct {
		name    string
		answers []answer
		failed  int
		times   int
		last    time.Duration // when the last request came, at most
		least   time.Duration
	}{
		{"taken", []answer{status(200)}, 0, 1, 0, 0},
		{"taken, with 202", []answer{status(202)}, 0, 1, 0, 0},
		{"rejected in part", []answer{{Response: &safehttp.Response{Status: 200, Body: partial(2, "too old")}}}, 2, 1, 0, 0},
		{"an answer that cannot be read", []answer{{Response: &safehttp.Response{Status: 200, Body: []byte("{}")}}}, 0, 1, 0, 0},
		{"too many", []answer{status(429, "Retry-After", "7"), status(200)}, 0, 2, 7 * time.Second, 7 * time.Second},
		{"too many until a date", []answer{status(429, "Retry-After", "Sat, 01 Jan 2000 00:00:09 GMT"), status(200)}, 0, 2, 9 * time.Second, 9 * time.Second},
		{"busy", []answer{status(503), status(502), status(504), status(200)}, 0, 4, 7 * time.Second, 3 * time.Second},
		{"not reached", []answer{refused, refused, status(200)}, 0, 3, 3 * time.Second, time.Second},
		{"silent", []answer{{}, status(200)}, 0, 2, 11 * time.Second, 10 * time.Second},
		{"down for long", []answer{refused}, 5, 0, time.Minute, 25 * time.Second},
		{"asks for too long", []answer{status(503, "Retry-After", "86400")}, 5, 1, 0, 0},
		{"malformed", []answer{status(400)}, 5, 1, 0, 0},
		{"wrong key", []answer{status(401)}, 5, 1, 0, 0},
		{"wrong address", []answer{status(404)}, 5, 1, 0, 0},
		{"internal error", []answer{status(500)}, 5, 1, 0, 0},
		{"redirected", []answer{{status(302).Response, &safehttp.Error{Code: safehttp.CodeRedirect, Err: errors.New("x")}}}, 5, 1, 0, 0},
		{"blocked", []answer{blocked}, 5, 1, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := &collector{answers: tt.answers, began: time.Now()}
				e := New(Options{URL: "http://collector.test/v1/traces", Timeout: 10 * time.Second, Post: c, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
				if failed := e.Send(t.Context(), spans(5)); failed != tt.failed {
					t.Errorf("%d failed, want %d", failed, tt.failed)
				}
				if tt.times != 0 && len(c.came) != tt.times {
					t.Errorf("requests at %v", c.came)
				}
				if took := time.Since(c.began); took > tt.last+2*time.Second && tt.failed == 0 || took > sendTime+time.Second || took < tt.least {
					t.Errorf("it took %v, requests at %v", took, c.came)
				}
			})
		})
	}
}

// A stop ends the waits.
func TestSendEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &collector{answers: []answer{status(503)}, began: time.Now()}
		e := New(Options{Timeout: 10 * time.Second, Post: c, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if failed := e.Send(ctx, spans(5)); failed != 5 || time.Since(c.began) != 3*time.Second {
			t.Errorf("%d failed after %v", failed, time.Since(c.began))
		}
	})
}

// An outage of the collector is one line when it begins and one when it ends, without the key of
// the collector, which is sent.
func TestOutageOfTheCollector(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		header, err := ParseHeaders("authorization=Bearer%20hush")
		if err != nil {
			t.Fatal(err)
		}
		c := &collector{answers: []answer{status(503), status(503), status(401), status(404), status(200)}, began: time.Now()}
		e := New(Options{URL: "http://collector.test/v1/traces?key=hush", Header: header, Timeout: time.Second, Post: c, Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))})
		for range 4 {
			e.Send(t.Context(), spans(1))
		}
		if lines := strings.Count(log.String(), "\n"); lines != 2 || strings.Contains(log.String(), "hush") || !strings.Contains(log.String(), "503") {
			t.Error(log.String())
		}
		if got := c.header.Get("Authorization") + " " + c.header.Get("Content-Type"); got != "Bearer hush application/x-protobuf" {
			t.Error(got)
		}
	})
}

// What the collector says of rejected spans is logged as one bounded line.
func TestRejectedSpansAreLogged(t *testing.T) {
	var log bytes.Buffer
	c := &collector{answers: []answer{{Response: &safehttp.Response{Status: 200, Body: partial(1, "too\nold "+strings.Repeat("ü", 500)+"\xff")}}}}
	e := New(Options{Timeout: time.Second, Post: c, Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))})
	e.Send(t.Context(), spans(1))
	if text := log.String(); !strings.Contains(text, "spans=1") || !strings.Contains(text, `"too old ü`) || len(text) > 500 {
		t.Error(text)
	}
}

// The request has the fields of the protocol; tests/otel has the collector's own receiver read it.
func TestEncode(t *testing.T) {
	s := &trace.Span{Trace: trace.ID{1}, ID: trace.SpanID{2}, Parent: trace.SpanID{3}, Kind: trace.Client, Name: "call \xff", Begun: time.Unix(1, 2), Ended: time.Unix(3, 4),
		Attributes: []trace.Attribute{trace.Text("a", "b"), trace.Text("empty", ""), trace.Number("n", -1)}, Failed: true, Fault: "refused"}
	got := fields(encode(Resource{Attributes: []trace.Attribute{trace.Text("service.name", "svcx")}, Version: "1"}, []*trace.Span{s}), "")
	want := []string{
		"1.1.1.1=service.name", "1.1.1.2.1=svcx", "1.2.1.1=svcx", "1.2.1.2=1",
		"1.2.2.1=\x01" + strings.Repeat("\x00", 15), "1.2.2.2=\x02" + strings.Repeat("\x00", 7), "1.2.2.4=\x03" + strings.Repeat("\x00", 7), "1.2.2.5=call \uFFFD", "1.2.2.6=3", "1.2.2.7=1000000002", "1.2.2.8=3000000004",
		"1.2.2.9.1=a", "1.2.2.9.2.1=b", "1.2.2.9.1=empty", "1.2.2.9.2.1=", "1.2.2.9.1=n", "1.2.2.9.2.3=18446744073709551615",
		"1.2.2.15.2=refused", "1.2.2.15.3=2", "1.2.2.16=1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n%q\n%q", got, want)
	}
}

// messages are the fields that have fields.
var messages = []string{"1", "1.1", "1.1.1", "1.1.1.2", "1.2", "1.2.1", "1.2.2", "1.2.2.9", "1.2.2.9.2", "1.2.2.15"}

func fields(b []byte, at string) (all []string) {
	for len(b) > 0 {
		n, kind, size := protowire.ConsumeTag(b)
		b = b[size:]
		path := strings.TrimPrefix(fmt.Sprintf("%s.%d", at, n), ".")
		switch kind {
		case protowire.BytesType:
			v, size := protowire.ConsumeBytes(b)
			b = b[size:]
			if slices.Contains(messages, path) {
				all = append(all, fields(v, path)...)
				continue
			}
			all = append(all, path+"="+string(v))
		case protowire.VarintType:
			v, size := protowire.ConsumeVarint(b)
			b = b[size:]
			all = append(all, fmt.Sprintf("%s=%d", path, v))
		case protowire.Fixed64Type:
			v, size := protowire.ConsumeFixed64(b)
			b = b[size:]
			all = append(all, fmt.Sprintf("%s=%d", path, v))
		case protowire.Fixed32Type:
			v, size := protowire.ConsumeFixed32(b)
			b = b[size:]
			all = append(all, fmt.Sprintf("%s=%d", path, v))
		}
	}
	return all
}

func FuzzRejected(f *testing.F) {
	f.Add(partial(3, "x"))
	f.Fuzz(func(t *testing.T, answer []byte) { rejected(answer) })
}

// Headers and attributes are lists of W3C Baggage's form.
func TestParse(t *testing.T) {
	header, err := ParseHeaders(" authorization=Basic%20aGk%3D , x-scope-orgid=1=2,")
	if err == nil {
		t.Errorf("an empty member: %v", header)
	}
	header, err = ParseHeaders(" authorization=Basic%20aGk%3D , x-scope-orgid=1=2")
	if err != nil || header.Get("Authorization") != "Basic aGk=" || header.Get("X-Scope-OrgID") != "1=2" {
		t.Errorf("%v %v", header, err)
	}
	if header, err := ParseHeaders(" "); err != nil || len(header) != 0 {
		t.Errorf("%v %v", header, err)
	}
	for _, wrong := range []string{"hush", "=hush", "a b=hush", "a=hush%0a", "a=hush%zz", "ä=hush"} {
		if _, err := ParseHeaders(wrong); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	all, err := ParseAttributes("a=1, b=x%2Cy")
	if want := []trace.Attribute{trace.Text("a", "1"), trace.Text("b", "x,y")}; err != nil || !slices.Equal(all, want) {
		t.Errorf("%v %v", all, err)
	}
}
