package assist_test

import (
	"fmt"
	"strings"
	"testing"

	"svcx/internal/assist/assisttest"
	"svcx/internal/store"
	"svcx/internal/trace"
	"svcx/internal/trace/tracetest"
)

// A call of a model is in the trace of the request that makes it, with its tokens, and without
// what is sent and answered.
func TestModelsAreTraced(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text("We will send hush."), assisttest.BadKey())
	r := tracetest.New(t)
	request := r.Request("", "request")
	ctx := trace.With(t.Context(), request)
	if _, err := f.Assist.Polish(ctx, f.request(7), "we send hush"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Assist.Polish(ctx, f.request(7), "we send hush later"); err == nil {
		t.Fatal("no error")
	}
	var calls []*trace.Span
	for _, s := range r.Ended() {
		if text := fmt.Sprint(s); strings.Contains(text, "hush") {
			t.Error(text)
		}
		if s.Name == "ai polish" && s.Parent == request.ID {
			calls = append(calls, s)
		}
	}
	if len(calls) != 2 || calls[0].Failed || !calls[1].Failed || calls[0].Attributes[0].Number == 0 || calls[0].Kind != trace.Client {
		t.Errorf("%+v", calls)
	}
}
