package live_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/live"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// patience is how long a test waits for something that must happen.
const patience = 20 * time.Second

// fixture is a workspace with one conversation, and nodes that serve its stream.
type fixture struct {
	testing.TB
	db           *store.DB
	ws           svcx.WorkspaceID
	conversation *svcx.Conversation
	ahead        atomic.Int64
	written      int
}

func newFixture(t testing.TB, db *store.DB) *fixture {
	t.Helper()
	w := &fixture{TB: t, db: db}
	workspace := &svcx.Workspace{Slug: "live", Name: "Live", Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: 1}
	w.must(db.Write(t.Context(), 0, func(tx *store.Tx) error { return tx.InsertWorkspace(workspace) }))
	w.ws = workspace.ID
	w.conversation = &svcx.Conversation{Workspace: w.ws, Status: svcx.StatusOpen, Tags: []string{}, CreatedAt: 1, UpdatedAt: 1}
	w.must(db.Write(t.Context(), w.ws, func(tx *store.Tx) error {
		ids, err := tx.ReserveConversations(1)
		if err != nil {
			return err
		}
		w.conversation.ID = svcx.ConversationID(ids[0])
		return tx.InsertConversations(w.conversation)
	}))
	return w
}

func (w *fixture) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *fixture) now() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }

// write stores n messages in one transaction, each with a change, and notifies the
// hub unless it is nil.
func (w *fixture) write(h *live.Hub, n int) {
	w.Helper()
	from := w.written
	w.must(w.db.Write(context.Background(), w.ws, func(tx *store.Tx) error {
		ids, err := tx.ReserveMessages(n)
		if err != nil {
			return err
		}
		messages, changes := make([]*svcx.Message, n), make([]svcx.Change, n)
		for i, id := range ids {
			messages[i] = &svcx.Message{
				ID: svcx.MessageID(id), Workspace: w.ws, Conversation: w.conversation.ID, Kind: svcx.MessageKindMessage,
				ContentType: svcx.ContentText, Content: fmt.Sprint(from + i + 1), SentAt: 1, CreatedAt: 1,
			}
			changes[i] = svcx.Change{Kind: svcx.ChangeBoth, Conversation: w.conversation.ID, Message: messages[i].ID}
		}
		if err := tx.InsertMessages(messages...); err != nil {
			return err
		}
		return tx.InsertChanges(w.ws, svcx.At(w.now()), changes...)
	}))
	w.written += n
	if h != nil {
		h.Changed(w.ws)
	}
}

// node is a hub behind an HTTP server.
type node struct {
	*live.Hub
	*httptest.Server
	// denied is the error of the access check, if any.
	denied atomic.Pointer[error]
	stop   func()
}

func (w *fixture) node(db *store.DB) *node { return w.nodeWith(db, w.now) }

// nodeWith is a node with a clock of its own.
func (w *fixture) nodeWith(db *store.DB, now func() time.Time) *node {
	return w.nodeOf(live.Options{DB: db, Now: now})
}

// nodeWithoutCutoff returns a node that never cuts off a slow reader.
func (w *fixture) nodeWithoutCutoff() *node {
	return w.nodeOf(live.Options{DB: w.db, Now: w.now, WriteTime: time.Hour})
}

func (w *fixture) nodeOf(o live.Options) *node {
	o.Log = slog.New(slog.DiscardHandler)
	n := &node{Hub: live.New(o)}
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		n.Run(ctx)
		close(over)
	}()
	n.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		s := live.Subscription{Workspace: w.ws, User: 1, Encoder: textEncoder{}, Client: r.FormValue("client"), Alive: r.Form.Has("alive")}
		if user, err := strconv.Atoi(r.FormValue("user")); err == nil {
			s.User = svcx.UserID(user)
		}
		if since, err := strconv.Atoi(r.FormValue("since")); err == nil {
			s.Since = (*svcx.Sequence)(new(int64))
			*s.Since = svcx.Sequence(since)
		}
		err := n.Serve(rw, r, s, func(context.Context) error {
			if err := n.denied.Load(); err != nil {
				return *err
			}
			return nil
		})
		if err != nil {
			http.Error(rw, err.Error(), http.StatusTooManyRequests)
		}
	}))
	stopped := false
	n.stop = func() {
		if stopped {
			return
		}
		stopped = true
		n.Hub.Close()
		n.Server.Close()
		cancel()
		<-over
	}
	w.Cleanup(n.stop)
	return n
}

// textEncoder renders a message's content, a conversation's id, an indicator's
// values.
type textEncoder struct{}

func (textEncoder) Encode(_ context.Context, _ svcx.WorkspaceID, events []live.Event) ([][]byte, error) {
	all := make([][]byte, len(events))
	for i, e := range events {
		switch {
		case e.Message != nil:
			all[i] = []byte(e.Message.Content)
		case e.Conversation != nil:
			all[i] = []byte(fmt.Sprint(e.Conversation.ID))
		default:
			all[i], _ = json.Marshal(map[string]any{"user": e.Indicator.User, "on": e.Indicator.On})
		}
	}
	return all, nil
}

// event is one server-sent event as a browser parses it.
type event struct{ id, name, data string }

// tab is a browser's stream.
type tab struct {
	*fixture
	body   io.ReadCloser
	events chan event
	last   string
	cancel context.CancelFunc
}

func (w *fixture) open(n *node, query string) *tab {
	w.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, "GET", n.URL+"/?"+query, nil)
	w.must(err)
	res, err := http.DefaultClient.Do(req)
	w.must(err)
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		w.Fatalf("status %d, %s", res.StatusCode, res.Header)
	}
	t := &tab{fixture: w, body: res.Body, events: make(chan event, 100_000), cancel: cancel}
	w.Cleanup(t.close)
	go t.read()
	return t
}

func (t *tab) close() {
	t.cancel()
	t.body.Close()
}

func (t *tab) read() {
	defer close(t.events)
	var e event
	for lines := bufio.NewScanner(t.body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data = value
		case "":
			if e != (event{}) {
				t.events <- e
			}
			e = event{}
		}
	}
}

// next returns the next event that is not a presence; the zero event once the stream
// has ended. The id that precedes the first event is not an event.
func (t *tab) next() event {
	t.Helper()
	for {
		select {
		case e, ok := <-t.events:
			if !ok {
				return event{}
			}
			if e.id != "" {
				t.last = e.id
			}
			if e.name != "" && e.name != "presence" {
				return e
			}
		case <-time.After(patience):
			t.Fatal("no event came")
		}
	}
}

// messages reads up to message until and fails unless every message after the given
// one comes in order. Repeats are allowed.
func (t *tab) messages(after, until int) {
	t.Helper()
	for after < until {
		e := t.next()
		if e.name == "conversation" {
			continue
		}
		got, _ := strconv.Atoi(e.data)
		if e.name != "message" || got > after+1 {
			t.Fatalf("event %v, want message %d", e, after+1)
		}
		after = max(after, got)
	}
}

func databases(t *testing.T, fn func(t *testing.T, w *fixture)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { fn(t, newFixture(t, db)) })
}
