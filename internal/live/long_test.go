package live_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/live"
	"svcx/internal/store"
)

// sizingEncoder records how many bytes it gets at once, and ends the stream after
// the last message.
type sizingEncoder struct {
	mu             sync.Mutex // the topic renders too
	messages, most int
	got            []svcx.MessageID
	end            context.CancelFunc
}

func (e *sizingEncoder) Encode(_ context.Context, _ svcx.WorkspaceID, events []live.Event) ([][]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	size := 0
	for _, event := range events {
		if event.Message != nil {
			e.got = append(e.got, event.Message.ID)
			size += len(event.Message.Content)
		}
	}
	e.most = max(e.most, size)
	if len(e.got) == e.messages {
		e.end()
	}
	return make([][]byte, len(events)), nil
}

// Missed changes are read and written in order, in pieces of a bounded size, however
// long the messages are (fault 4.4 of 28 November: 300 of 1 MiB took 1.6 GiB).
func TestMissedIsReadInPieces(t *testing.T) {
	databases(t, func(t *testing.T, w *fixture) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		encoder := &sizingEncoder{messages: 9, end: end}
		var want []svcx.MessageID
		for i := range encoder.messages {
			m := &svcx.Message{Workspace: w.ws, Conversation: w.conversation.ID, Kind: svcx.MessageKindMessage, ContentType: svcx.ContentText, SentAt: 1, CreatedAt: 1,
				Content: strings.Repeat("x", 400<<10)}
			if i == 4 {
				m.Content = strings.Repeat("x", 1200<<10)
			}
			w.must(w.db.Write(ctx, w.ws, func(tx *store.Tx) error {
				ids, err := tx.ReserveMessages(1)
				if err != nil {
					return err
				}
				m.ID = svcx.MessageID(ids[0])
				if err := tx.InsertMessages(m); err != nil {
					return err
				}
				return tx.InsertChanges(w.ws, svcx.At(w.now()), svcx.Change{Kind: svcx.ChangeBoth, Conversation: w.conversation.ID, Message: m.ID})
			}))
			want = append(want, m.ID)
		}
		h := live.New(live.Options{DB: w.db, Now: w.now, Log: slog.New(slog.DiscardHandler)})
		defer h.Close()
		first := svcx.Sequence(0)
		w.must(h.Serve(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil),
			live.Subscription{Workspace: w.ws, User: 1, Encoder: encoder, Since: &first}, func(context.Context) error { return nil }))
		if encoder.most > 1200<<10 {
			t.Errorf("%d bytes at once", encoder.most)
		}
		for i, id := range encoder.got {
			if id != want[i] {
				t.Fatalf("%v, want %v", encoder.got, want)
			}
		}
	})
}
