package rest_test

import (
	"context"
	"net/http"
	"testing"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
	"svcx/internal/live"
)

// Errors that are a 429 or 503 in a form have Retry-After, and no others do.
func TestFault117RefusalsHaveRetryAfter(t *testing.T) {
	for _, f := range []*form.Form{testForms.A, testForms.B} {
		for _, kind := range svcx.Kinds() {
			status, code := f.ErrorCode(kind)
			h := http.Header{}
			limit.SetRetryAfter(h, &svcx.Error{Kind: kind})
			if passes := status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable; passes != (h.Get("Retry-After") != "") {
				t.Errorf("%d %s: Retry-After is %q", status, code, h.Get("Retry-After"))
			}
		}
	}
}

// Fault 117: the answer to one stream too many had no Retry-After and did not name the
// limit.
func TestFault117TooManyStreams(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	w := d.workspace("a")
	for range 32 {
		r, err := d.api.Live.Subscribe(t.Context(), live.Subscription{Workspace: w.ID, User: d.user["ada"], Encoder: noEvents{}})
		d.must(err)
		defer r.Leave()
	}
	got := d.call(d.ada, "GET", "/api/a/stream", "")
	d.equal("the answer", []any{got.Code, got.Body.String(), got.Header().Get("Retry-After")}, []any{
		429, `{"error":{"code":"RATE_LIMITED","message":"too many open streams of one member: 32 at most, close one"}}`, "30",
	})
	d.equal("another user", d.call(d.bob, "GET", "/api/a/stream", "").Code, 200)
}

// noEvents encodes every event as nothing.
type noEvents struct{}

func (noEvents) Encode(_ context.Context, _ svcx.WorkspaceID, events []live.Event) ([][]byte, error) {
	return make([][]byte, len(events)), nil
}
