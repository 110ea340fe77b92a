package otlp

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"

	"svcx/internal/trace"
)

// ParseHeaders reads the value of OTEL_EXPORTER_OTLP_HEADERS, "name=value,name=value" with
// percent-encoded values. Its error shows no value.
func ParseHeaders(text string) (http.Header, error) {
	header := http.Header{}
	for name, value := range pairs(text) {
		switch {
		case value == nil:
			return nil, errors.New("must be name=value, separated by commas, with percent-encoded values")
		case !httpguts.ValidHeaderFieldName(name):
			return nil, errors.New("must have names of headers before each =")
		case !httpguts.ValidHeaderFieldValue(*value):
			return nil, fmt.Errorf("must have a value that can be sent for %s", name)
		}
		header.Set(name, *value)
	}
	return header, nil
}

// ParseAttributes reads the value of OTEL_RESOURCE_ATTRIBUTES, in the same form.
func ParseAttributes(text string) (all []trace.Attribute, err error) {
	for name, value := range pairs(text) {
		if name == "" || value == nil {
			return nil, errors.New("must be name=value, separated by commas, with percent-encoded values")
		}
		all = append(all, trace.Text(name, *value))
	}
	return all, nil
}

// pairs are the names and decoded values of a list; a value is nil if it cannot be read.
func pairs(text string) func(func(string, *string) bool) {
	return func(yield func(string, *string) bool) {
		if strings.TrimSpace(text) == "" {
			return
		}
		for pair := range strings.SplitSeq(text, ",") {
			name, raw, found := strings.Cut(pair, "=")
			var value *string
			if decoded, err := url.PathUnescape(strings.TrimSpace(raw)); found && err == nil {
				value = &decoded
			}
			if !yield(strings.TrimSpace(name), value) {
				return
			}
		}
	}
}
