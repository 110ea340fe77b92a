package deliver

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
	"svcx/internal/safehttp"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Most tests run in a synctest bubble: hours pass at once, and a busy loop, in which no
// time passes, hangs the test instead of going unnoticed.

// fixture is a store with workspaces and channels, a receiver, and Deliverers.
type fixture struct {
	testing.TB
	db    *store.DB
	path  string
	forms form.Set
	*receiver
	log lines
	n   int
	// ahead is how far the clock of Deliverers and of the inbox is set forward.
	ahead atomic.Int64
}

// now returns the time of that clock.
func (w *fixture) now() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }

// setClock sets that clock forward.
func (w *fixture) setClock(ahead time.Duration) { w.ahead.Store(int64(ahead)) }

func newFixture(t testing.TB) *fixture {
	t.Helper()
	dir := t.TempDir()
	w := fixtureOf(t, storetest.Open(t, store.Options{Dir: dir}))
	w.path = filepath.Join(dir, "svcx.db")
	return w
}

func fixtureOf(t testing.TB, db *store.DB) *fixture {
	return &fixture{TB: t, db: db, forms: form.Set{A: forma.New(), B: formb.New()}, receiver: &receiver{}}
}

func (w *fixture) write(ws svcx.WorkspaceID, fn func(tx *store.Tx) error) {
	w.Helper()
	if err := w.db.Write(context.Background(), ws, fn); err != nil {
		w.Fatal(err)
	}
}

// channel creates a workspace of the form with one channel.
func (w *fixture) channel(f svcx.FormName, url string) store.ChannelRef {
	w.Helper()
	w.n++
	ws := &svcx.Workspace{Slug: fmt.Sprintf("ws-%d", w.n), Name: "Workspace", Form: f, Plan: svcx.PlanFree}
	ch := &svcx.Channel{Name: "Channel", Settings: svcx.DefaultSettings()}
	ch.Settings.WebhookURL = url
	w.write(0, func(tx *store.Tx) error { return tx.InsertWorkspace(ws) })
	ch.Workspace = ws.ID
	w.write(ws.ID, func(tx *store.Tx) error { return tx.InsertChannel(ch, nil) })
	return store.ChannelRef{Workspace: ws.ID, Channel: ch.ID}
}

// conversation is a conversation to add deliveries to.
type conversation struct {
	ref store.ChannelRef
	id  svcx.ConversationID
	seq int64
}

// add stores n deliveries of the conversation without a Wake.
func (w *fixture) add(c *conversation, n int) []*svcx.Delivery {
	w.Helper()
	var added []*svcx.Delivery
	for range n {
		c.seq++
		added = append(added, &svcx.Delivery{
			Workspace: c.ref.Workspace, Channel: c.ref.Channel, Conversation: c.id, ConversationID: fmt.Sprintf("conversation-%d", c.id),
			Sequence: c.seq, WebhookID: fmt.Sprintf("msg_%d_%d_%d", c.ref.Channel, c.id, c.seq),
			Type: svcx.EventMessageCreated, Data: svcx.EventData{Content: "hello", AuthorName: "Ann"}, CreatedAt: svcx.At(time.Now()),
		})
	}
	w.write(c.ref.Workspace, func(tx *store.Tx) error { return tx.InsertDeliveries(c.ref.Workspace, added...) })
	return added
}

// sql changes rows directly in the database file.
func (w *fixture) sql(query string, args ...any) {
	w.Helper()
	db, err := sql.Open("sqlite", "file:"+w.path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		w.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(query, args...); err != nil {
		w.Fatal(err)
	}
}

// lock holds the database's write lock until unlock.
func (w *fixture) lock() (unlock func()) {
	w.Helper()
	db, err := sql.Open("sqlite", "file:"+w.path+"?_txlock=immediate&_pragma=busy_timeout(10000)")
	if err != nil {
		w.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		w.Fatal(err)
	}
	return func() {
		tx.Rollback()
		db.Close()
	}
}

// change changes a channel's settings.
func (w *fixture) change(ref store.ChannelRef, change func(*svcx.Settings)) {
	w.Helper()
	ch := w.get(ref)
	change(&ch.Settings)
	w.write(ref.Workspace, func(tx *store.Tx) error { return tx.UpdateChannel(ch) })
}

// get reads a channel.
func (w *fixture) get(ref store.ChannelRef) *svcx.Channel {
	w.Helper()
	ch, err := w.db.Read(context.Background()).Channel(ref.Workspace, ref.Channel)
	if err != nil {
		w.Fatal(err)
	}
	return ch
}

// logged returns the channel's whole event log, pings included, oldest first.
func (w *fixture) logged(ref store.ChannelRef) []*svcx.EventLogEntry {
	w.Helper()
	events, err := w.db.RecentEvents(context.Background(), ref.Workspace, ref.Channel, svcx.EventFilter{Limit: 10_000})
	if err != nil {
		w.Fatal(err)
	}
	slices.Reverse(events)
	return events
}

// body returns the stored bodies of an event log entry.
func (w *fixture) body(e *svcx.EventLogEntry) svcx.EventBody {
	w.Helper()
	b, err := store.EventLogOf(w.db.Read(context.Background())).EventBody(e.Workspace, e.ID)
	if err != nil {
		w.Fatal(err)
	}
	if b == nil {
		return svcx.EventBody{}
	}
	return *b
}

func (w *fixture) setURL(ref store.ChannelRef, url string) {
	w.Helper()
	w.sql(`UPDATE channel SET settings = json_set(settings, '$.WebhookURL', $1) WHERE id = $2`, url, ref.Channel)
}

// row is the state of a delivery.
type row struct {
	state    svcx.DeliveryState
	attempts int
}

func (w *fixture) row(d *svcx.Delivery) (r row) {
	w.Helper()
	db, err := sql.Open("sqlite", "file:"+w.path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		w.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT state, attempts FROM delivery WHERE id = $1`, d.ID).Scan(&r.state, &r.attempts); err != nil {
		w.Fatal(err)
	}
	return r
}

func (w *fixture) wantRow(d *svcx.Delivery, want row) {
	w.Helper()
	if got := w.row(d); got != want {
		w.Fatalf("delivery %d is %+v, want %+v", d.ID, got, want)
	}
}

// events returns the channel's event log as the replay shows it.
func (w *fixture) events(ref store.ChannelRef) []*svcx.EventLogEntry {
	w.Helper()
	events, err := w.db.Events(context.Background(), ref.Workspace, ref.Channel, svcx.EventQuery{Limit: 1000})
	if err != nil {
		w.Fatal(err)
	}
	return events
}

// start runs a Deliverer; stop ends it and waits.
func (w *fixture) start(change ...func(*Options)) (d *Deliverer, stop func()) {
	o := Options{
		DB: w.db, Forms: w.forms, Post: w.receiver, Now: w.now, Jitter: func() float64 { return 0.5 }, Version: "1.2.3",
		Log: slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, c := range change {
		c(&o)
	}
	d = New(o)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		d.Run(ctx)
		close(ended)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	w.Cleanup(stop)
	return d, stop
}

func schedule(waits ...time.Duration) func(*Options) {
	return func(o *Options) { o.Schedule = append([]time.Duration{}, waits...) }
}

// posted is one call that reached the receiver.
type posted struct {
	url    string
	header http.Header
	body   string
	at     time.Time
}

// receiver is an integrator's server. It calls answer; nil answers 200.
type receiver struct {
	answer func(ctx context.Context, p posted) (*safehttp.Response, error)

	mu    sync.Mutex
	calls []posted
}

func (r *receiver) Post(ctx context.Context, url string, header http.Header, body []byte) (*safehttp.Response, error) {
	p := posted{url: url, header: header, body: string(body), at: time.Now()}
	r.mu.Lock()
	r.calls = append(r.calls, p)
	r.mu.Unlock()
	if r.answer == nil {
		return respond(200), nil
	}
	return r.answer(ctx, p)
}

func (r *receiver) posts() []posted {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]posted{}, r.calls...)
}

func respond(status int, header ...string) *safehttp.Response {
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &safehttp.Response{Status: status, Header: h}
}

func always(status int, header ...string) func(context.Context, posted) (*safehttp.Response, error) {
	return func(context.Context, posted) (*safehttp.Response, error) { return respond(status, header...), nil }
}

// hang returns the error of safehttp for a server that never answers.
func hang(ctx context.Context) (*safehttp.Response, error) {
	<-ctx.Done()
	return nil, &safehttp.Error{Code: safehttp.CodeTimeout, Err: fmt.Errorf("time is up: %w", ctx.Err())}
}

// lines is the log of a test.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
