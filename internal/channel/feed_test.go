package channel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/limit"
	"svcx/internal/live"
	"svcx/internal/store"
)

// feedFixture is a fixture whose channels have feeds.
type feedFixture struct {
	*fixture
	hub *live.Hub
	// body renders an event.
	body func(d *svcx.Delivery) ([]byte, error)
	next int
}

// Body is of messaging.Bodies.
func (f *feedFixture) Body(_ context.Context, cf store.ChannelForm, d *svcx.Delivery) ([]byte, error) {
	if f.body != nil {
		return f.body(d)
	}
	return forms.Of(cf.Form).Deliver(d, nil)
}

func newFeedFixture(t *testing.T) *feedFixture {
	f := &feedFixture{fixture: newFixture(t, limit.Rate{})}
	f.hub = live.New(live.Options{DB: f.db, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	f.fixture.inbox = inboxtest.New(t, inboxtest.Options{Options: inbox.Options{DB: f.db, Forms: forms, Now: f.time, Live: f.hub}, Bodies: f})
	f.Handler.messaging, f.Handler.admin, f.Handler.live = f.fixture.inbox.Messaging, f.fixture.inbox.Admin, f.hub
	for _, i := range []integration{f.a, f.b} {
		f.set(i, func(s *svcx.Settings) { s.FeedEnabled = true })
	}
	return f
}

func (f *feedFixture) inbox() *inboxtest.Services { return f.fixture.inbox }

func (f *feedFixture) workspace(i integration) *svcx.Workspace {
	f.Helper()
	w, err := f.inbox().Workspace(context.Background(), map[svcx.ChannelID]string{f.a.ID: "wa", f.b.ID: "wb"}[i.ID])
	must(f, err)
	return w
}

func (f *feedFixture) set(i integration, change func(*svcx.Settings)) {
	f.Helper()
	change(&i.Settings)
	must(f, f.db.Write(context.Background(), i.Workspace, func(tx *store.Tx) error { return tx.UpdateChannel(i.Channel) }))
}

// put adds events to the channel's feed without a notification.
func (f *feedFixture) put(i integration, types ...svcx.EventType) []svcx.DeliveryID {
	f.Helper()
	var all []*svcx.Delivery
	for _, event := range types {
		f.next++
		all = append(all, &svcx.Delivery{Workspace: i.Workspace, Channel: i.ID, ConversationID: "c", Sequence: int64(f.next), WebhookID: fmt.Sprint("msg_", f.next),
			Type: event, Data: svcx.EventData{Content: "hello"}, State: svcx.DeliveryKept, Feed: true, CreatedAt: svcx.At(f.time())})
	}
	must(f, f.db.Write(context.Background(), i.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(i.Workspace, all...) }))
	var ids []svcx.DeliveryID
	for _, d := range all {
		ids = append(ids, d.ID)
	}
	return ids
}

func (f *feedFixture) read(i integration, query string) *httptest.ResponseRecorder {
	return f.do("GET", i.path("/feed?"+query), i.key, "")
}

// waiting reads the feed with a wait of ten seconds, calls then once the request waits,
// and returns the answer and how long it took by the synctest clock.
func (f *feedFixture) waiting(i integration, then func()) (*httptest.ResponseRecorder, time.Duration) {
	f.Helper()
	var w *httptest.ResponseRecorder
	began, done := time.Now(), make(chan struct{})
	go func() {
		w = f.read(i, "wait=10")
		close(done)
	}()
	synctest.Wait()
	then()
	<-done
	return w, time.Since(began)
}

// interface, feed: what ends a long poll, and when.
func TestLongPollEndsInTime(t *testing.T) {
	const message = svcx.EventMessageCreated
	for _, tt := range []struct {
		name   string
		then   func(f *feedFixture, i integration)
		status int
		body   string
		took   time.Duration
	}{
		{"an event", func(f *feedFixture, i integration) { f.put(i, message); f.hub.Fed(i.ID) }, 200, `"content":"hello"`, 0},
		{"an event without a notification", func(f *feedFixture, i integration) { f.put(i, message) }, 200, `"content":"hello"`, 10 * time.Second},
		{"nothing", func(*feedFixture, integration) {}, 200, `{"data":[],"nextAfter":`, 10 * time.Second},
		{"another channel's event", func(f *feedFixture, i integration) { f.put(f.b, message); f.hub.Fed(i.ID + 1000) }, 200, `{"data":[],`, 10 * time.Second},
		{"a notification without an event", func(f *feedFixture, i integration) { f.hub.Fed(i.ID) }, 200, `{"data":[],`, 10 * time.Second},
		{"the end of the server", func(f *feedFixture, i integration) { f.hub.Close() }, 200, `{"data":[],`, 0},
		{"the end of the feed", func(f *feedFixture, i integration) {
			_, err := f.inbox().UpdateChannel(context.Background(), inbox.Call{Workspace: f.workspace(i), Actor: inbox.Operator}, i.ID, svcx.ChannelPatch{
				Settings: func(s svcx.Settings) (svcx.Settings, error) { s.FeedEnabled = false; return s, nil },
			})
			must(f, err)
		}, 409, "feedEnabled", 0},
		{"the end of the key", func(f *feedFixture, i integration) {
			_, err := f.inbox().RegenerateKey(context.Background(), inbox.Call{Workspace: f.workspace(i), Actor: inbox.Operator}, i.ID)
			must(f, err)
		}, 401, "UNAUTHORIZED", 0},
		{"the end of the channel", func(f *feedFixture, i integration) {
			must(f, f.inbox().DeleteChannel(context.Background(), inbox.Call{Workspace: f.workspace(i), Actor: inbox.Operator}, i.ID))
		}, 401, "UNAUTHORIZED", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFeedFixture(t)
				i := f.a
				w, took := f.waiting(i, func() { tt.then(f, i) })
				if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.body) || took != tt.took {
					t.Errorf("%d %s after %v", w.Code, w.Body, took)
				}
				if tt.name == "the end of the server" {
					return
				}
				// The reader has left.
				for range feedMax {
					r, err := f.hub.WaitForFeed(i.ID)
					must(t, err)
					r.Leave()
				}
			})
		})
	}
}

// interface, feed: a page is bounded in bytes, however long the channel's settings make
// the bodies.
func TestFeedPagesAreBounded(t *testing.T) {
	f := newFeedFixture(t)
	f.set(f.b, func(s *svcx.Settings) { s.MessageExportEnabled = true })
	ids := f.put(f.b, svcx.EventMessageCreated, svcx.EventMessageCreated, svcx.EventMessageCreated, svcx.EventMessageCreated, svcx.EventMessageCreated)
	f.body = func(d *svcx.Delivery) ([]byte, error) { return []byte(`"` + strings.Repeat("x", 600<<10) + `"`), nil }
	var got []svcx.DeliveryID
	for after, pages := svcx.DeliveryID(0), 0; ; pages++ {
		var page struct {
			Data      []struct{ ID svcx.DeliveryID }
			NextAfter svcx.DeliveryID
			HasMore   bool
		}
		w := f.read(f.b, fmt.Sprint("limit=100&after=", after))
		must(t, json.Unmarshal(w.Body.Bytes(), &page))
		for _, e := range page.Data {
			got = append(got, e.ID)
		}
		if len(page.Data) > 2 || page.NextAfter != got[len(got)-1] || page.HasMore != (len(got) < len(ids)) {
			t.Errorf("%d events on a page, next %d, more %t", len(page.Data), page.NextAfter, page.HasMore)
		}
		if after = page.NextAfter; !page.HasMore {
			break
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(ids) {
		t.Errorf("%v, want %v", got, ids)
	}
}

// D 1: after a change of form, events that the new form does not have are skipped and do
// not hold up later ones.
func TestFeedAfterAChangeOfForm(t *testing.T) {
	f := newFeedFixture(t)
	passed := f.put(f.a, svcx.EventConversationResolved, svcx.EventConversationClosed)
	w := f.read(f.a, "limit=1")
	if want := fmt.Sprintf(`{"data":[],"nextAfter":"%d","hasMore":false}`, passed[1]); w.Body.String() != want {
		t.Errorf("%s, want %s", w.Body, want)
	}
	id := f.put(f.a, svcx.EventMessageCreated)[0]
	w = f.read(f.a, "limit=1")
	want := fmt.Sprintf(`{"data":[{"id":"%d","webhookId":"msg_3","sequence":3,"createdAt":"%s","event":{"conversationId":"c","content":"hello"}}],"nextAfter":"%[1]d","hasMore":false}`, id, svcx.At(f.time()))
	if w.Body.String() != want {
		t.Errorf("%s, want %s", w.Body, want)
	}
}

// An event that cannot be rendered is an error. If it were left out, the reader would go
// on after it.
func TestFeedEventThatCannotBeRenderedIsAnError(t *testing.T) {
	f := newFeedFixture(t)
	f.put(f.b, svcx.EventMessageCreated)
	for _, tt := range []struct {
		err  error
		want int
	}{{errors.New("cause"), 500}, {svcx.Unavailable("reading", errors.New("cause")), 503}} {
		f.body = func(*svcx.Delivery) ([]byte, error) { return nil, tt.err }
		if w := f.read(f.b, "wait=1"); w.Code != tt.want || strings.Contains(w.Body.String(), "cause") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
}
