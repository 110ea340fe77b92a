package mail

import (
	"fmt"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/trace/tracetest"
)

// An e-mail is in the trace of the request that causes it, without its recipient.
func TestMailIsTraced(t *testing.T) {
	m := newMailbox(t, options{})
	r := tracetest.New(t)
	f := open(t, Options{URL: "smtp://" + m.address, Trace: r.Tracer})
	request := r.Request("", "request")
	f.Send(svcx.Email{To: "hush@acme.test", Token: "to-ken", Trace: request.Traceparent()})
	m.next(t)
	f.Send(svcx.Email{To: "hush@acme.test", Token: "to-ken"})
	m.next(t)
	f.stop()
	all := r.Ended()
	if len(all) != 1 || tracetest.Tree(all, request) != "mail" || all[0].Failed {
		t.Fatalf("%+v", all)
	}
	if text := fmt.Sprint(all[0].Attributes); strings.Contains(text, "hush") || strings.Contains(text, "to-ken") || !strings.Contains(text, "127.0.0.1") {
		t.Error(text)
	}
}
