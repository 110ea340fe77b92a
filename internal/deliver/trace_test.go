package deliver

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
	"svcx/internal/trace"
	"svcx/internal/trace/tracetest"
)

// addTraced stores a delivery of a conversation with the trace of what caused it.
func (w *fixture) addTraced(ref store.ChannelRef, id svcx.ConversationID, traceparent string) {
	w.Helper()
	d := &svcx.Delivery{
		Workspace: ref.Workspace, Channel: ref.Channel, Conversation: id, ConversationID: fmt.Sprint("c", id), Sequence: 1, WebhookID: fmt.Sprint("msg_", id),
		Type: svcx.EventMessageCreated, Data: svcx.EventData{Content: "hush", AuthorName: "hush", Trace: traceparent}, CreatedAt: svcx.At(time.Now()),
	}
	w.write(ref.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(ref.Workspace, d) })
}

// Each attempt is a span below its event, wherever that was stored, with the host of the receiver
// and its answer, and nothing of the rest of the URL or of the body. An event that no traced
// request has caused has none. The receiver is told the trace only if the operator wants that.
func TestAttemptsAreTraced(t *testing.T) {
	for _, told := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w := newFixture(t)
			r := tracetest.New(t)
			_, stop := w.start(func(o *Options) { o.Trace, o.Traceparent = r.Tracer, told }, schedule(time.Second))
			defer stop()
			event := r.Request("", "request")
			ref := w.channel(svcx.FormB, "https://receiver.test:8443/hush?token=hush")
			statuses := []int{503, 200, 200}
			w.answer = func(context.Context, posted) (*safehttp.Response, error) {
				status := statuses[0]
				statuses = statuses[1:]
				return respond(status), nil
			}
			w.addTraced(ref, 1, event.Traceparent())
			time.Sleep(time.Minute)
			synctest.Wait()
			w.addTraced(ref, 2, "")
			time.Sleep(time.Minute)
			synctest.Wait()
			all := r.Ended()
			if got, want := tracetest.Tree(all, event), "call message.created commit call message.created commit"; got != want || len(all) != 4 {
				t.Fatalf("%q and %d spans, want %q", got, len(all), want)
			}
			for i, status := range []int64{503, 200} {
				s := all[2*i]
				text := fmt.Sprint(s.Attributes)
				for _, a := range []trace.Attribute{
					trace.Text("server.address", "receiver.test"), trace.Number("server.port", 8443), trace.Text("svcx.webhook_id", "msg_1"), trace.Text("svcx.event", "message.created"),
					trace.Number("svcx.attempt", int64(i+1)), trace.Number("http.response.status_code", status), trace.Text("http.request.method", "POST"),
				} {
					if !strings.Contains(text, fmt.Sprint(a)) {
						t.Errorf("attempt %d has no %v: %s", i+1, a, text)
					}
				}
				if strings.Contains(text+s.Fault, "hush") || s.Failed != (status == 503) || s.Kind != trace.Client {
					t.Errorf("%+v", s)
				}
			}
			for i, p := range w.posts() {
				want := ""
				if told && i < 2 {
					want = all[2*i].Traceparent()
				}
				if got := p.header.Get("traceparent"); got != want {
					t.Errorf("call %d was told %q, want %q", i, got, want)
				}
			}
		})
	}
}
