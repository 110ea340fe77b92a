package messaging_test

import (
	"context"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/messaging"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
	"svcx/internal/trace"
	"svcx/internal/trace/tracetest"
)

// Requests that are written together have each their own trace, and each event is stored with
// that of the request that caused it; one of a request that is not traced with none.
func TestEventsAreInTheTraceOfTheirRequest(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { eventsInTraces(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { eventsInTraces(t, store.Options{URL: pgtest.URL(t)}) })
}

func eventsInTraces(t *testing.T, o store.Options) {
	d := inboxtest.Open(t, o)
	w, ch := d.NewWorkspace(t, "w")
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	r := tracetest.New(t)
	var conversations []*svcx.Conversation
	for range 12 {
		c, err := d.CreateConversation(t.Context(), call, svcx.ConversationDraft{Channel: &ch.ID})
		if err != nil {
			t.Fatal(err)
		}
		conversations = append(conversations, c)
	}
	// The writer is held, so that what follows waits and is written together.
	held, release := make(chan struct{}), make(chan struct{})
	var writing, waiting sync.WaitGroup
	writing.Go(func() {
		d.DB.Write(context.Background(), w.ID, func(*store.Tx) error { close(held); <-release; return nil })
	})
	<-held
	requests := make(map[string]*trace.Span) // by the conversation's external id
	for i, c := range conversations {
		var request *trace.Span
		if i%3 != 2 {
			request = r.Request("", "request")
		}
		requests[c.ExternalID] = request
		ctx := trace.With(t.Context(), request)
		waiting.Go(func() {
			var err error
			if i%2 == 0 {
				_, err = d.Close(ctx, call, c.ID)
			} else {
				_, err = d.Receive(ctx, messaging.Receipt{
					Channel: ch, Form: w.Form, ReceivedAt: d.Now(),
					InboundBody: svcx.InboundBody{Action: &svcx.InboundAction{Type: svcx.ActionClose, ConversationID: c.ExternalID}},
				})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	storetest.Await(t, "waiting requests", func() bool { return d.DB.Waiting() == len(conversations) })
	close(release)
	writing.Wait()
	waiting.Wait()

	all := r.Ended()
	var stored []*svcx.Delivery
	err := d.DB.Write(t.Context(), w.ID, func(tx *store.Tx) error {
		now := d.Now().Add(time.Hour)
		return tx.Pipeline(func() error {
			return tx.DueDeliveries(&stored, store.ChannelRef{Workspace: w.ID, Channel: ch.ID}, 100, now, now)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, s := range stored {
		got[s.ConversationID] = s.Data.Trace
	}
	want := make(map[string]string)
	for id, request := range requests {
		want[id] = ""
		if request == nil {
			continue
		}
		// What is written together ends in any order.
		if tree := tracetest.Tree(all, request); tree != "event conversation.closed commit" && tree != "commit event conversation.closed" {
			t.Errorf("%s: %q", id, tree)
		}
		event := all[slices.IndexFunc(all, func(s *trace.Span) bool { return s.Parent == request.ID && s.Kind == trace.Producer })]
		want[id] = event.Traceparent()
	}
	if !maps.Equal(got, want) {
		t.Errorf("stored %v, want %v", got, want)
	}
}
