package channel

import (
	"slices"
	"testing"

	"svcx/internal/form"
)

// Fault 2.3: the endpoints for a channel's key were not described. Every endpoint is
// described, and no other.
func TestEveryEndpointIsDescribed(t *testing.T) {
	for _, f := range []*form.Form{forms.A, forms.B} {
		described := Describe(f, f.Schemas())
		for _, d := range described {
			if !slices.ContainsFunc(endpoints, func(e endpoint) bool { return d.Method == e.method && d.Path == Prefix+"{channelId}"+e.path }) {
				t.Errorf("form %s: nothing serves %s %s", f.Name, d.Method, d.Path)
			}
			if d.Summary == "" || d.Text == "" || d.Status == 0 {
				t.Errorf("form %s: the description of %s is incomplete", f.Name, d.Name)
			}
		}
		for _, e := range endpoints {
			path := Prefix + "{channelId}" + e.path
			if !slices.ContainsFunc(described, func(d Description) bool { return d.Method == e.method && d.Path == path }) {
				t.Errorf("form %s: %s %s is not described: add it to describe.go and a line to internal/rest/testdata/tour.txt", f.Name, e.method, path)
			}
		}
	}
}
