package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/bench/seed"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// program builds the program, once for all tests.
func program(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs the program")
	}
	built.Do(func() {
		built.dir, built.err = os.MkdirTemp("", "svcx-bench-test-")
		if built.err != nil {
			return
		}
		var out []byte
		build := exec.Command("go", "build", "-o", filepath.Join(built.dir, "svcx"), "svcx/cmd/svcx")
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is shipped, and as other tests have compiled it
		if out, built.err = build.CombinedOutput(); built.err != nil {
			built.err = errors.New(string(out))
		}
	})
	if built.err != nil {
		t.Fatalf("building the program: %v", built.err)
	}
	return filepath.Join(built.dir, "svcx")
}

var built struct {
	sync.Once
	dir string
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// A small desk is seeded, found to be consistent, and measured.
func TestSeedReadDeliver(t *testing.T) {
	program := program(t)
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			ctx := context.Background()
			o := SeedOptions{
				Executable: program, Dir: t.TempDir(), Conversations: 300, Messages: 1800, Days: 40, Seed: 3, Vacuum: true, Progress: io.Discard,
			}
			if database == "postgres" {
				o.DatabaseURL = pgtest.URL(t)
			}
			s, err := Seed(ctx, o)
			if err != nil {
				t.Fatal(err)
			}
			checkSeeded(t, o, s)
			if _, err := Seed(ctx, o); err == nil {
				t.Error("a seeded store was seeded again")
			}
			read, err := Read(ctx, ReadOptions{SeedOptions: o, Callers: []int{2}, Duration: 10 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			checkRead(t, read)
			deliver, err := Deliver(ctx, DeliverOptions{SeedOptions: o, Connections: 6, Channels: 2, Duration: 200 * time.Millisecond, Alone: 100 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			checkDeliver(t, deliver)
			checkDesk(t, o)
		})
	}
}

// checkSeeded compares what the store counted with what it holds.
func checkSeeded(t *testing.T, o SeedOptions, s *seed.Description) {
	t.Helper()
	ctx := context.Background()
	r := &run{Options: Options{Dir: o.Dir, DatabaseURL: o.DatabaseURL}}
	db, err := r.openStore(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	kept, err := r.seeded(ctx)
	if err != nil || *kept != *s {
		t.Fatalf("the store describes itself as %+v, expected %+v: %v", kept, s, err)
	}
	c := &storeCheck{T: t, db: db, ws: r.target.workspace, conversations: make(map[svcx.ConversationID]*svcx.Conversation)}
	c.read()
	if len(c.conversations) != o.Conversations || c.messages != o.Messages || c.contacts != s.Contacts {
		t.Errorf("%d conversations, %d messages, %d contacts; expected %+v", len(c.conversations), c.messages, c.contacts, s)
	}
	c.totals()
	c.reports()
	c.search(o.Conversations)
	c.readMarks()
}

// storeCheck checks that what the store counted is what it has.
type storeCheck struct {
	*testing.T
	db            *store.DB
	ws            svcx.WorkspaceID
	conversations map[svcx.ConversationID]*svcx.Conversation
	order         []svcx.ConversationID
	perStatus     map[svcx.Status]int
	messages      int // without notes
	asked         int // those of customers
	contacts      int
}

func (c *storeCheck) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// read reads everything, and compares each conversation with its messages.
func (c *storeCheck) read() {
	ctx := context.Background()
	c.perStatus = make(map[svcx.Status]int)
	c.must(c.db.EachConversation(ctx, c.ws, func(page []*svcx.Conversation) error {
		for _, conversation := range page {
			c.conversations[conversation.ID] = conversation
			c.order = append(c.order, conversation.ID)
			c.perStatus[conversation.Status]++
		}
		return nil
	}))
	slices.Sort(c.order)
	counts, last, notes := make(map[svcx.ConversationID]int), make(map[svcx.ConversationID]svcx.Time), 0
	stored := make(map[svcx.MessageID]svcx.Time)
	var key string
	c.must(c.db.EachMessage(ctx, c.ws, func(page []svcx.Message) error {
		for _, m := range page {
			stored[m.ID] = m.CreatedAt
			if m.Kind == svcx.MessageKindNote {
				notes++
				continue
			}
			counts[m.Conversation]++
			last[m.Conversation] = m.SentAt
			c.messages++
			if m.Author.Type == svcx.AuthorCustomer {
				c.asked++
				key = store.MessageKey(*c.conversations[m.Conversation].Channel, m.ExternalID)
			}
		}
		return nil
	}))
	var at svcx.Time
	for _, id := range slices.Sorted(maps.Keys(stored)) {
		if stored[id] < at {
			c.Errorf("message %d is older than one with a lower id", id)
		}
		at = stored[id]
	}
	for id, conversation := range c.conversations {
		if conversation.MessageCount != counts[id] || *conversation.LastMessageAt != last[id] || conversation.UpdatedAt < last[id] {
			c.Errorf("conversation %d has %d messages until %s: %+v", id, counts[id], last[id], conversation)
		}
	}
	c.must(c.db.EachContact(ctx, c.ws, func(page []*svcx.Contact) error { c.contacts += len(page); return nil }))
	state, err := c.db.LoadInbound(ctx, c.ws, store.InboundKeys{MessageKeys: []string{key}})
	if err != nil || !state.Seen[key] {
		c.Errorf("the id of a customer's message is not known: %v", err)
	}
	if notes == 0 || len(c.perStatus) != len(svcx.Statuses) {
		c.Errorf("%d notes, conversations by status: %v", notes, c.perStatus)
	}
}

// totals compares counters with scans.
func (c *storeCheck) totals() {
	ctx := context.Background()
	for _, status := range svcx.Statuses {
		list, err := c.db.Conversations(ctx, c.ws, svcx.ConversationFilter{Status: status}, svcx.Page{Limit: 1})
		if err != nil || list.Total != c.perStatus[status] {
			c.Errorf("%d are %s, counted as %d: %v", c.perStatus[status], status, list.Total, err)
		}
	}
	contacts, err := c.db.Contacts(ctx, c.ws, "", svcx.Page{Limit: 1})
	if err != nil || contacts.Total != c.contacts {
		c.Errorf("%d contacts, counted as %d: %v", c.contacts, contacts.Total, err)
	}
}

func (c *storeCheck) reports() {
	ctx := context.Background()
	counts, err := c.db.Read(ctx).Counts(c.ws, svcx.ReportQuery{From: 0, To: svcx.DayOf(svcx.At(time.Now()))})
	c.must(err)
	sum := make(map[svcx.Measure]int)
	for key, n := range counts {
		sum[key.Measure] += int(n.N)
	}
	history := make(map[string]int)
	c.must(c.db.EachHistoryEntry(ctx, c.ws, func(page []svcx.HistoryEntry) error {
		for _, e := range page {
			history[e.Type]++
		}
		return nil
	}))
	if sum[svcx.MeasureOpened] != len(c.conversations) || sum[svcx.MeasureMessageIn] != c.asked || sum[svcx.MeasureMessageOut] != c.messages-c.asked ||
		sum[svcx.MeasureResolved] != history[string(svcx.EventConversationResolved)] || sum[svcx.MeasureClosed] != history[string(svcx.EventConversationClosed)] ||
		sum[svcx.MeasureResolved] == 0 || history[string(svcx.EventConversationAssigned)] == 0 {
		c.Errorf("reports count %v, with %d messages of customers and history %v", sum, c.asked, history)
	}
}

// search finds a frequent word in many conversations and an order number in its own.
func (c *storeCheck) search(conversations int) {
	ctx := context.Background()
	find := func(q string) []*svcx.Conversation {
		page, err := c.db.SearchConversations(ctx, c.ws, svcx.ConversationFilter{}, q, nil, 50)
		c.must(err)
		return page.Items
	}
	if found := find(seed.NewVocabulary().Rank(0)); len(found) != 50 {
		c.Errorf("%d conversations have the most frequent word", len(found))
	}
	found := 0
	for number := range conversations {
		for _, conversation := range find(seed.OrderNumber(number)) {
			found++
			if conversation.ID != c.order[number] {
				c.Errorf("order %d is found in conversation %d, not %d", number, conversation.ID, c.order[number])
			}
		}
	}
	if found == 0 {
		c.Error("no order number is found")
	}
}

// readMarks finds that the busiest agent has read what they resolved, and not all.
func (c *storeCheck) readMarks() {
	ctx := context.Background()
	members, err := c.db.Read(ctx).Members(c.ws)
	c.must(err)
	var agent *svcx.Member
	for _, m := range members {
		if m.Email == seed.Agents()[0].Email {
			agent = m
		}
	}
	unread, err := c.db.Read(ctx).Unread(c.ws, agent.ID, c.order)
	c.must(err)
	if len(unread) == 0 || len(unread) == len(c.order) {
		c.Errorf("of %d conversations %d are unread", len(c.order), len(unread))
	}
	c.must(c.db.EachHistoryEntry(ctx, c.ws, func(page []svcx.HistoryEntry) error {
		for _, e := range page {
			if e.Type == string(svcx.EventConversationResolved) && e.Actor.Kind == svcx.ActorUser && e.Actor.ID == int64(agent.ID) && unread[e.Conversation] > 0 {
				c.Errorf("conversation %d was resolved with %d messages unread", e.Conversation, unread[e.Conversation])
			}
		}
		return nil
	}))
}

func checkRead(t *testing.T, r *ReadResult) {
	t.Helper()
	if failed := r.Failed(); failed != "" {
		t.Error(failed)
	}
	names := make(map[string]bool)
	for _, row := range r.Rows {
		if names[row.Name] || row.PerSecond <= 0 || row.Latency.P50MS <= 0 || row.AnswerBytes == 0 {
			t.Errorf("got %+v", row)
		}
		names[row.Name] = true
	}
	for _, name := range []string{"list unassigned", "search an order number", "contacts by e-mail address", "thread of 30", "v1 list", "report 366 days"} {
		if !names[name] {
			t.Errorf("%s was not read", name)
		}
	}
	printed(t, r.Print, r)
}

func checkDeliver(t *testing.T, r *DeliverResult) {
	t.Helper()
	if failed := r.Failed(); failed != "" {
		t.Error(failed)
	}
	if c := r.Check; c.Answered == 0 || c.Received != c.Answered || len(r.Phases) != 4 {
		t.Errorf("got %+v", r)
	}
	printed(t, r.Print, r)
}

func printed(t *testing.T, print func(io.Writer) error, result any) {
	t.Helper()
	var text bytes.Buffer
	if err := print(&text); err != nil || !strings.Contains(text.String(), "Memory") {
		t.Errorf("printed %v:\n%s", err, text.String())
	}
	if _, err := json.Marshal(result); err != nil {
		t.Error(err)
	}
}

// A store that Seed has not filled is refused, and nothing is written to it.
func TestRefusesOtherStores(t *testing.T) {
	ctx := context.Background()
	o := SeedOptions{Executable: "no-program", Dir: t.TempDir(), Conversations: 1, Messages: 1, Days: 1, Progress: io.Discard}
	if err := os.WriteFile(filepath.Join(o.Dir, "letter.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(ctx, ReadOptions{SeedOptions: o}); !errors.Is(err, seed.ErrNotSeeded) {
		t.Errorf("a folder with other files: %v", err)
	}
	for _, url := range []string{"", pgtest.URL(t)} {
		o := o
		o.Dir, o.DatabaseURL = t.TempDir(), url
		r := &run{Options: Options{Dir: o.Dir, DatabaseURL: url}}
		db, err := r.openStore(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := Deliver(ctx, DeliverOptions{SeedOptions: o}); !errors.Is(err, seed.ErrNotSeeded) {
			t.Errorf("a store that is in use (%q): %v", url, err)
		}
	}
}
