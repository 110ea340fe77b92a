package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"svcx/internal/safehttp"
	"svcx/internal/trace"
	"svcx/internal/trace/otlp"
)

// defaultOTLPTimeout is OpenTelemetry's.
const defaultOTLPTimeout = 10 * time.Second

// Milliseconds is a number of them, as OpenTelemetry's settings have it.
type Milliseconds int64

// Set reads a number of at least one.
func (m *Milliseconds) Set(text string) error {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	if err != nil || n < 1 {
		return fmt.Errorf("must be a number of milliseconds, not %q", text)
	}
	*m = Milliseconds(n)
	return nil
}

// Type is the name of the type in a command line.
func (*Milliseconds) Type() string { return "milliseconds" }

// String is the number.
func (m *Milliseconds) String() string { return strconv.FormatInt(int64(*m), 10) }

// untraced are paths that others ask for every few seconds, or with every page.
var untraced = []string{"/healthz", "/readyz", "/static/"}

// collector is where traces are posted, and the setting that says so; "" if they are off.
func (c *Config) collector() (address, setting string) {
	switch {
	case c.OTelDisabled:
		return "", ""
	case c.OTLPTracesEndpoint != "":
		return c.OTLPTracesEndpoint, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT (--otlp-traces-endpoint)"
	case c.OTLPEndpoint != "":
		return strings.TrimSuffix(c.OTLPEndpoint, "/") + "/v1/traces", "OTEL_EXPORTER_OTLP_ENDPOINT (--otlp-endpoint)"
	}
	return "", ""
}

// checkTraces refuses settings with which no trace could be sent.
func (c *Config) checkTraces() error {
	if _, err := c.exporter(slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	if c.OTLPProtocol != "" && c.OTLPProtocol != "http/protobuf" {
		return fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL (--otlp-protocol) must be http/protobuf, not %q: a collector takes it at port 4318", c.OTLPProtocol)
	}
	if _, err := trace.ParseShare(c.OTelSamplerArg); err != nil {
		return fmt.Errorf("OTEL_TRACES_SAMPLER_ARG (--otel-traces-sampler-arg) %w", err)
	}
	if _, err := trace.ParseSampler(c.OTelSampler, c.OTelSamplerArg); err != nil {
		return fmt.Errorf("OTEL_TRACES_SAMPLER (--otel-traces-sampler) %w", err)
	}
	for _, e := range []struct{ setting, value, path string }{
		{"OTEL_EXPORTER_OTLP_ENDPOINT (--otlp-endpoint)", c.OTLPEndpoint, "/v1/traces"},
		{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT (--otlp-traces-endpoint)", c.OTLPTracesEndpoint, ""},
	} {
		if err := checkCollector(e.setting, e.value, e.path); err != nil {
			return err
		}
	}
	return nil
}

func checkCollector(setting, value, path string) error {
	if value == "" {
		return nil
	}
	if err := anywhere(safehttp.Options{}).CheckURL(value); err != nil {
		var refused *safehttp.Error
		if errors.As(err, &refused) {
			err = refused.Err
		}
		return fmt.Errorf("%s must be an http or https URL such as http://localhost:4318%s: %w", setting, path, err)
	}
	if u, err := url.Parse(value); err != nil || path != "" && (u.RawQuery != "" || u.Fragment != "") {
		return fmt.Errorf("%s must be without a query and a fragment: %s is added to it", setting, path)
	}
	return nil
}

// anywhere is a client for addresses that the operator chooses, which may be private.
func anywhere(o safehttp.Options) *safehttp.Client {
	o.AllowCIDRs, o.AllowHTTP = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}, true
	o.UserAgent = "svcx/" + Version
	return safehttp.New(o)
}

// exporter returns what sends traces; nil if they are off.
func (c *Config) exporter(log *slog.Logger) (*otlp.Exporter, error) {
	header, err := otlp.ParseHeaders(c.OTLPHeaders)
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_HEADERS (--otlp-headers) %w", err)
	}
	resource, err := c.resource()
	if err != nil {
		return nil, err
	}
	address, _ := c.collector()
	if address == "" {
		return nil, nil
	}
	roots, err := c.roots()
	if err != nil {
		return nil, err
	}
	timeout := cmp.Or(time.Duration(c.OTLPTimeout)*time.Millisecond, defaultOTLPTimeout)
	return otlp.New(otlp.Options{
		URL: address, Header: header, Timeout: timeout, Post: anywhere(safehttp.Options{RootCAs: roots, Timeout: timeout}),
		Resource: otlp.Resource{Attributes: resource, Version: Version}, Now: time.Now, Log: log,
	}), nil
}

// resource says who sends the traces. The operator's words win.
func (c *Config) resource() ([]trace.Attribute, error) {
	all, err := otlp.ParseAttributes(c.OTelResourceAttributes)
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES (--otel-resource-attributes) %w", err)
	}
	const service = "service.name"
	if c.OTelServiceName != "" {
		all = slices.DeleteFunc(all, func(a trace.Attribute) bool { return a.Name == service })
		all = append(all, trace.Text(service, c.OTelServiceName))
	}
	for _, a := range []trace.Attribute{trace.Text(service, "svcx"), trace.Text("service.version", Version), trace.Text("service.instance.id", uuid.NewString())} {
		if !slices.ContainsFunc(all, func(b trace.Attribute) bool { return a.Name == b.Name }) {
			all = append(all, a)
		}
	}
	return all, nil
}

// tracer returns what traces requests; nil if that is off.
func (a *App) tracer() (*trace.Tracer, error) {
	e, err := a.Config.exporter(a.Log)
	if err != nil || e == nil {
		return nil, err
	}
	sampler, err := trace.ParseSampler(a.Config.OTelSampler, a.Config.OTelSamplerArg)
	if err != nil {
		return nil, err
	}
	var observe func(string, int)
	if a.metrics != nil {
		observe = a.metrics.Spans
	}
	return trace.New(trace.Options{Sampler: sampler, Send: e.Send, Observe: observe, Now: a.now}), nil
}

// traces asks the collector to take a request without spans.
func (d *doctor) traces(ctx context.Context) []Finding {
	e, err := d.exporter(slog.New(slog.DiscardHandler))
	if err != nil {
		return []Finding{wrong(err, "")}
	}
	if e == nil {
		return []Finding{found("none are sent: OTEL_EXPORTER_OTLP_ENDPOINT names no collector, or OTEL_SDK_DISABLED is set")}
	}
	address, setting := d.collector()
	if err := e.Try(ctx); err != nil {
		return []Finding{wrong(fmt.Errorf("%s: %w", safehttp.Redact(address), err), "start the collector, or correct "+setting+" or OTEL_EXPORTER_OTLP_HEADERS; until then spans are lost, and nothing else")}
	}
	return []Finding{found("%s takes them", safehttp.Redact(address))}
}
