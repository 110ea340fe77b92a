// Package otel has the real program send its traces to the receiver of the OpenTelemetry
// collector. It is a module of its own: the receiver has dependencies that nothing else of
// svcx needs.
package otel

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/receiver/receivertest"
)

// secret is in every text that a user writes, and in every name: no trace has it.
const secret = "hush"

// A customer's message, the agent's reply to it and the attempts at its delivery are one trace,
// if both clients are in it; so are what an integrator asks for and the event that follows. It
// stays one when the process is killed after the commit and another one delivers.
func TestTraceFromTheRequestToTheAttempt(t *testing.T) {
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	databases := map[string]func(*testing.T) string{"sqlite": func(*testing.T) string { return "" }}
	switch server := os.Getenv("SVCX_TEST_POSTGRES_URL"); {
	case server != "":
		databases["postgres"] = func(t *testing.T) string { return newDatabase(t, server) }
	case os.Getenv("SVCX_REQUIRE_POSTGRES") == "1":
		t.Fatal("SVCX_TEST_POSTGRES_URL names no server")
	}
	for name, database := range databases {
		for _, form := range []string{"A", "B"} {
			t.Run(name+"/"+form, func(t *testing.T) {
				t.Parallel()
				traceAcrossKill(t, program, form, database(t))
			})
		}
	}
}

func traceAcrossKill(t *testing.T, program, form, database string) {
	collector := startCollector(t)
	var told struct {
		sync.Mutex
		traceparents []string
	}
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told.Lock()
		defer told.Unlock()
		told.traceparents = append(told.traceparents, r.Header.Get("traceparent"))
		if len(told.traceparents) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable) // the first is tried again
		}
	}))
	defer receiver.Close()
	s := &service{t: t, program: program, dir: t.TempDir(), address: freeAddress(t)}
	s.env = append(os.Environ(), "SVCX_ADDR="+s.address, "SVCX_DATA_DIR="+filepath.Join(s.dir, "data"), "SVCX_DATABASE_URL="+database,
		"SVCX_OUTBOUND_ALLOW_HTTP=true", "SVCX_OUTBOUND_ALLOW_CIDRS=127.0.0.0/8", "SVCX_OUTBOUND_RETRY_SCHEDULE=50ms,50ms,50ms", "SVCX_MONITOR_INTERVAL=0",
		"SVCX_OUTBOUND_TRACEPARENT=true", "SVCX_LOG_LEVEL=debug", "SVCX_LOG_FORMAT=text",
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://"+collector.address, "OTEL_SERVICE_NAME=inbox", "OTEL_RESOURCE_ATTRIBUTES=deployment.environment.name=a%20test")
	s.start()
	s.command("workspace", "create", "--slug", "acme", "--name", "Acme "+secret, "--form", form, "--admin-email", secret+"@acme.test")
	key := s.command("key", "create", "--workspace", "acme", "--name", secret, "--scopes", "conversations:read,conversations:write,messages:read,messages:write")["key"].(string)
	channel := s.command("channel", "create", "--workspace", "acme", "--name", secret, "--webhook-url", receiver.URL+"/"+secret+"?token="+secret)

	// The events wait, so that the process is killed between the commit and the first attempt.
	s.command("outbound", "pause")
	const client = "1111111111111111"
	trace := newTrace()
	inbound := func(traceparent, body string) {
		s.call("POST", "/api/webhooks/custom/"+fmt.Sprint(channel["id"])+"?q="+secret, http.Header{"X-Svcx-Api-Key": {channel["key"].(string)}, "Traceparent": {traceparent}}, body, nil)
	}
	inbound("00-"+trace+"-"+client+"-01", `{"messageId":"m1","conversationId":"c-1","from":{"externalId":"`+secret+`","name":"`+secret+`"},"content":"`+secret+`"}`)
	api := http.Header{"Authorization": {"Bearer " + key}}
	var list struct{ Data []struct{ ID any } }
	s.call("GET", "/api/v1/acme/conversations?externalConversationId=c-1", api, "", &list)
	api.Set("traceparent", "00-"+trace+"-"+client+"-01")
	s.call("POST", "/api/v1/acme/conversations/"+fmt.Sprint(list.Data[0].ID)+"/messages", api, `{"content":"`+secret+`"}`, nil)
	if form == "B" {
		inbound("", `{"action":"conversation.close","conversationId":"c-1"}`)
	}
	events := 1
	if form == "B" {
		events = 2
	}
	// What has ended is sent within seconds.
	collector.wait(t, func(all []span) bool { return count(all, "event ") == events })
	s.kill()
	if n := count(collector.all(), "call "); n != 0 {
		t.Fatalf("%d calls before the kill", n)
	}
	s.start()
	s.command("outbound", "resume")
	collector.wait(t, func(all []span) bool { return count(all, "call ") == events+1 })
	s.stop()

	all := collector.all()
	t.Log("\n" + drawing(all))
	one := func(where string, fit func(span) bool) span {
		t.Helper()
		found := slices.DeleteFunc(slices.Clone(all), func(s span) bool { return !fit(s) })
		if len(found) != 1 {
			t.Fatalf("%s: %d spans", where, len(found))
		}
		return found[0]
	}
	within := func(parent span, name string, kind ptrace.SpanKind) span {
		t.Helper()
		s := one(name, func(s span) bool { return s.trace == parent.trace && s.parent == parent.id && s.name == name })
		if s.kind != kind {
			t.Errorf("%s is a span of kind %s", name, s.kind)
		}
		return s
	}
	remote := span{trace: trace, id: client}
	within(within(remote, "POST /api/webhooks/custom/{channelId}", ptrace.SpanKindServer), "commit", ptrace.SpanKindInternal)
	reply := within(remote, "POST /api/v1/{org}/conversations/{id}/messages", ptrace.SpanKindServer)
	reply.has(t, "http.response.status_code", "201")
	reply.has(t, "svcx.workspace", "acme")
	event := within(reply, "event message.created", ptrace.SpanKindProducer)
	calls := map[string]bool{}
	for _, s := range all {
		if s.name != "call message.created" {
			continue
		}
		if s.parent != event.id || s.trace != trace || s.kind != ptrace.SpanKindClient {
			t.Errorf("an attempt is not below its event: %+v", s)
		}
		calls[s.attributes["svcx.attempt"]+" "+s.attributes["http.response.status_code"]+" "+s.status] = true
		s.has(t, "server.address", "127.0.0.1")
		s.has(t, "svcx.webhook_id", event.attributes["svcx.webhook_id"])
	}
	if form == "A" && (len(calls) != 2 || !calls["1 503 Error"] || !calls["2 200 Unset"]) {
		t.Errorf("the attempts are %v", calls)
	}
	if form == "B" {
		// Nobody's trace: it begins here.
		closing := one("closing", func(s span) bool {
			return s.name == "POST /api/webhooks/custom/{channelId}" && s.trace != trace
		})
		if closing.parent != "" {
			t.Errorf("a trace begins below %s", closing.parent)
		}
		within(within(closing, "event conversation.closed", ptrace.SpanKindProducer), "call conversation.closed", ptrace.SpanKindClient)
	}
	told.Lock()
	defer told.Unlock()
	for _, header := range told.traceparents {
		one("what the receiver was told: "+header, func(s span) bool { return header == "00-"+s.trace+"-"+s.id+"-01" && strings.HasPrefix(s.name, "call ") })
	}
	for _, s := range all {
		if s.resource["service.name"] != "inbox" || s.resource["deployment.environment.name"] != "a test" || s.resource["service.version"] == "" || s.resource["service.instance.id"] == "" {
			t.Errorf("the resource is %v", s.resource)
		}
		if text := fmt.Sprint(s); strings.Contains(text, secret) || strings.Contains(text, key) {
			t.Errorf("a span has what it must not: %s", text)
		}
		if strings.Contains(s.name, "health") || strings.Contains(s.name, "ready") {
			t.Errorf("a probe is traced: %s", s.name)
		}
	}
	if log := s.log(); !strings.Contains(log, "trace="+trace) {
		t.Error("no access line has the trace")
	}
}

// Doctor says whether the collector takes traces.
func TestDoctorAsksTheCollector(t *testing.T) {
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	collector := startCollector(t)
	for _, tt := range []struct{ endpoint, says string }{
		{"http://" + collector.address, "http://" + collector.address + "/v1/traces takes them"},
		{"http://" + collector.address + "/elsewhere", "answered 404"},
		{"http://" + freeAddress(t), "OTEL_EXPORTER_OTLP_ENDPOINT"},
		{"", "none are sent"},
	} {
		cmd := exec.Command(program, "doctor", "--data-dir", t.TempDir())
		cmd.Env = append(os.Environ(), "OTEL_EXPORTER_OTLP_ENDPOINT="+tt.endpoint)
		out, _ := cmd.CombinedOutput()
		if !strings.Contains(string(out), tt.says) {
			t.Errorf("%q: doctor does not say %q:\n%s", tt.endpoint, tt.says, out)
		}
	}
}

// span is what the tests look at.
type span struct {
	trace, id, parent, name, status string
	kind                            ptrace.SpanKind
	attributes, resource            map[string]string
	at                              time.Time
	took                            time.Duration
}

func (s span) has(t *testing.T, name, want string) {
	t.Helper()
	if got := s.attributes[name]; got != want {
		t.Errorf("%s: %s is %q, want %q", s.name, name, got, want)
	}
}

func count(all []span, prefix string) (n int) {
	for _, s := range all {
		if strings.HasPrefix(s.name, prefix) {
			n++
		}
	}
	return n
}

// drawing shows traces as trees.
func drawing(all []span) string {
	var b strings.Builder
	slices.SortFunc(all, func(a, b span) int { return a.at.Compare(b.at) })
	ids := make(map[string]bool)
	for _, s := range all {
		ids[s.id] = true
	}
	var draw func(parent, indent string)
	one := func(s span, indent string) {
		fmt.Fprintf(&b, "%s%s  %v  %s  %v\n", indent, s.name, s.took.Round(10*time.Microsecond), s.status, s.attributes)
		draw(s.id, indent+"    ")
	}
	draw = func(parent, indent string) {
		for _, s := range all {
			if s.parent == parent {
				one(s, indent)
			}
		}
	}
	for _, s := range all {
		if !ids[s.parent] {
			fmt.Fprintf(&b, "trace %s below %q\n", s.trace, s.parent)
			one(s, "  ")
		}
	}
	return b.String()
}

// collector is the OpenTelemetry collector's receiver.
type collector struct {
	address string
	mu      sync.Mutex
	spans   []span
	came    chan struct{}
}

func startCollector(t *testing.T) *collector {
	c := &collector{address: freeAddress(t), came: make(chan struct{}, 1)}
	sink, err := consumer.NewTraces(func(_ context.Context, traces ptrace.Traces) error {
		c.take(traces)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	factory := otlpreceiver.NewFactory()
	config := factory.CreateDefaultConfig()
	given := confmap.NewFromStringMap(map[string]any{"protocols": map[string]any{"http": map[string]any{"endpoint": c.address}}})
	if err := given.Unmarshal(config); err != nil {
		t.Fatal(err)
	}
	r, err := factory.CreateTraces(context.Background(), receivertest.NewNopSettings(factory.Type()), config, sink)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(context.Background(), componenttest.NewNopHost()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Shutdown(context.Background()) })
	return c
}

func (c *collector) take(traces ptrace.Traces) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, rs := range traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, s := range ss.Spans().All() {
				begun, ended := s.StartTimestamp().AsTime(), s.EndTimestamp().AsTime()
				c.spans = append(c.spans, span{
					trace: s.TraceID().String(), id: s.SpanID().String(), parent: s.ParentSpanID().String(), name: s.Name(), kind: s.Kind(), status: s.Status().Code().String(),
					attributes: texts(s.Attributes()), resource: texts(rs.Resource().Attributes()), at: begun, took: ended.Sub(begun),
				})
			}
		}
	}
	select {
	case c.came <- struct{}{}:
	default:
	}
}

func texts(m pcommon.Map) map[string]string {
	all := make(map[string]string)
	for name, value := range m.All() {
		all[name] = value.AsString()
	}
	return all
}

func (c *collector) all() []span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.spans)
}

// wait waits for spans.
func (c *collector) wait(t *testing.T, enough func([]span) bool) {
	t.Helper()
	late := time.After(time.Minute)
	for !enough(c.all()) {
		select {
		case <-c.came:
		case <-late:
			t.Fatalf("after a minute the collector has only\n%s", drawing(c.all()))
		}
	}
}

// service is the program.
type service struct {
	t                     *testing.T
	program, dir, address string
	env                   []string
	process               *exec.Cmd
}

func (s *service) start() {
	s.t.Helper()
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	s.process = exec.Command(s.program, "serve")
	s.process.Env, s.process.Stdout, s.process.Stderr = s.env, log, log
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	process := s.process.Process
	s.t.Cleanup(func() { process.Kill() })
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if answer, err := http.Get("http://" + s.address + "/readyz"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("not ready:\n%s", s.log())
		}
	}
}

func (s *service) log() string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return string(text)
}

func (s *service) kill() {
	s.process.Process.Kill()
	s.process.Wait()
}

func (s *service) stop() {
	s.t.Helper()
	s.process.Process.Signal(syscall.SIGTERM)
	if err := s.process.Wait(); err != nil {
		s.t.Fatalf("%v:\n%s", err, s.log())
	}
}

func (s *service) command(args ...string) map[string]any {
	s.t.Helper()
	cmd := exec.Command(s.program, append(args, "--json")...)
	cmd.Env = s.env
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("svcx %v: %v\n%s", args, err, said.String())
	}
	var answer map[string]any
	if err := json.Unmarshal(out, &answer); err != nil {
		s.t.Fatalf("svcx %v printed %s", args, out)
	}
	return answer
}

func (s *service) call(method, path string, header http.Header, body string, into any) {
	s.t.Helper()
	r, err := http.NewRequest(method, "http://"+s.address+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header = header.Clone()
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode > 299 {
		s.t.Fatalf("%s %s: %s %s %v", method, path, answer.Status, text, err)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			s.t.Fatalf("%s: %v", text, err)
		}
	}
}

// build builds the program, once.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "svcx-otel")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "svcx")
	cmd := exec.Command("go", "build", "-o", path, "./cmd/svcx")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if program, err := build(); err == nil {
		os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(code)
}

func newDatabase(t *testing.T, server string) string {
	ctx := context.Background()
	run := func(statement string) {
		conn, err := pgx.Connect(ctx, server)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	name := "svcx_otel_" + newTrace()
	run("CREATE DATABASE " + name)
	t.Cleanup(func() { run("DROP DATABASE " + name + " WITH (FORCE)") })
	config, err := pgx.ParseConfig(server)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(server, "/"+config.Database+"?", "/"+name+"?", 1)
}

func newTrace() string {
	var id [16]byte
	rand.Read(id[:])
	return fmt.Sprintf("%x", id)
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
