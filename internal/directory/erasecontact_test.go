package directory_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/directory"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/messaging"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// memoryBlobs are blobs and pictures that record what was deleted.
type memoryBlobs struct {
	mu      sync.Mutex
	created int
	deleted map[string]bool
}

func (b *memoryBlobs) Put(_ context.Context, content io.Reader, _ int64, _ string) (string, string, int64, error) {
	n, err := io.Copy(io.Discard, content)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.created++
	return fmt.Sprintf("blob-%d", b.created), "image/png", n, err
}

func (b *memoryBlobs) Delete(_ context.Context, blob string) error { return b.Forget(0, blob) }

func (b *memoryBlobs) Keep(string) {}

func (b *memoryBlobs) Forget(_ svcx.WorkspaceID, name string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.deleted == nil {
		b.deleted = make(map[string]bool)
	}
	b.deleted[name] = true
	return nil
}

// raw is a fixture with a second connection to its database.
type raw struct {
	*fixture
	sql   *sql.DB
	dir   string
	blobs *memoryBlobs
}

// onEach runs fn with a fixture on each database.
func onEach(t *testing.T, fn func(t *testing.T, d *raw)) {
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		d := openRaw(t, store.Options{Dir: dir})
		direct, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "svcx.db"))
		must(t, err)
		t.Cleanup(func() { direct.Close() })
		d.sql, d.dir = direct, dir
		fn(t, d)
	})
	t.Run("postgres", func(t *testing.T) {
		url := pgtest.URL(t)
		d := openRaw(t, store.Options{URL: url})
		direct, err := sql.Open("pgx", url)
		must(t, err)
		t.Cleanup(func() { direct.Close() })
		d.sql = direct
		fn(t, d)
	})
}

func openRaw(t *testing.T, o store.Options) *raw {
	t.Helper()
	blobs := new(memoryBlobs)
	all := inboxtest.Open(t, o, func(o *inboxtest.Options) { o.Blobs, o.Pictures = blobs, blobs })
	d := &fixture{Services: all, db: all.DB}
	return &raw{fixture: d.fresh(t, "w"), blobs: blobs}
}

// dump is the content of the database, including the text index.
func (d *raw) dump(t *testing.T) map[string]string {
	t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table'`
	if d.dir == "" {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
	}
	rows, err := d.sql.Query(query)
	must(t, err)
	var names []string
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		names = append(names, name)
	}
	must(t, rows.Err())
	tables := make(map[string]string)
	for _, name := range names {
		tables[name] = d.dumpTable(t, name)
	}
	if d.dir != "" {
		for _, file := range []string{"svcx.db", "svcx.db-wal", "svcx-search.db", "svcx-search.db-wal"} {
			content, err := os.ReadFile(filepath.Join(d.dir, file))
			must(t, err)
			tables["file "+file] = string(content)
		}
	}
	return tables
}

func (d *raw) dumpTable(t *testing.T, name string) string {
	t.Helper()
	rows, err := d.sql.Query("SELECT * FROM " + name)
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	var text strings.Builder
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(t, rows.Scan(into...))
		for _, v := range values {
			if b, ok := v.([]byte); ok {
				v = string(b)
			}
			fmt.Fprintln(&text, v)
		}
	}
	must(t, rows.Err())
	return text.String()
}

// finishErasure does what is left to do after an erasure, and compacts.
func (d *raw) finishErasure(t *testing.T) {
	t.Helper()
	d.Removal.FinishRemovals(context.Background())
	must(t, d.db.Compact(context.Background(), func(store.CompactStep) {}))
}

// found lists the tables that contain one of the words.
func (d *raw) found(t *testing.T, words ...string) (where []string) {
	t.Helper()
	ascii := func(r byte) byte {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	for name, text := range d.dump(t) {
		lower := []byte(text)
		for i, b := range lower {
			lower[i] = ascii(b)
		}
		for _, word := range words {
			if i := bytes.Index(lower, []byte(word)); i >= 0 {
				where = append(where, fmt.Sprintf("%s has %s: %q", name, word, text[max(0, i-30):min(len(text), i+40)]))
			}
		}
	}
	return where
}

var zebulon = svcx.InboundSender{ExternalID: "crm-4711", Name: "Zebulon Quägga", Email: "Zebulon@quagga.example"}

// traces are words that must not be left.
var traces = []string{"zebulon", "quagga", "quägga", "okapi", "crm-4711", "gnu-77"}

// populate creates a contact with traces in everything that can hold personal data.
func (d *raw) populate(t *testing.T) *svcx.Contact {
	t.Helper()
	ctx := context.Background()
	file, err := d.AddFile(ctx, inbox.Call{Workspace: d.workspace}, &svcx.Member{ID: 1}, "plain.png", bytes.NewReader([]byte("x")))
	must(t, err)
	f, err := d.CreateField(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.FieldDraft{Key: "k", Name: "K", Type: svcx.FieldText})
	must(t, err)
	d.ReceiveMessage(t, d.channel, "1", "t1", zebulon, "an okapi is at my door", func(m *svcx.InboundMessage) {
		m.Subject = "Okapi"
		m.Fields = svcx.FieldInputs{f.Key: {Kind: svcx.FieldInputString, Text: "okapi field"}}
		m.Attachments = []svcx.Attachment{{URL: "https://example.com/okapi.png"}}
		m.Participants = []svcx.ParticipantDraft{{Email: "friend@example.com", Role: svcx.RoleCC}}
	})
	var many sync.WaitGroup
	for i := range 1200 {
		m := &svcx.InboundMessage{MessageID: fmt.Sprint("more", i), ConversationID: "t1", Sender: zebulon, Content: "okapi again", ContentType: svcx.ContentText}
		m.Sender.Type = svcx.AuthorCustomer
		many.Go(func() {
			r := messaging.Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), Body: []byte("{}"), InboundBody: svcx.InboundBody{Message: m}}
			if _, err := d.Receive(ctx, r); err != nil {
				t.Error(err)
			}
		})
	}
	many.Wait()
	d.ReceiveMessage(t, d.channel, "2", "Zebulon@quagga.example", svcx.InboundSender{ExternalID: "gnu-77", Name: "Gnu-77"}, "okapi by another name")
	d.ReceiveMessage(t, d.channel, "3", "t2", svcx.InboundSender{ExternalID: "else", Name: "Somebody Else"}, "stays")
	d.ReceiveMessage(t, d.channel, "4", "t2", zebulon, "okapi in a conversation of another")
	for i, body := range []string{`{"from":{"email":"zebulon@quagga.example"}`, `{"x":"Zebulon Qu\u00e4gga"}`} {
		_, err = d.Receive(ctx, messaging.Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), Body: []byte(body),
			InboundBody: svcx.InboundBody{Rejected: &svcx.Outcome{Type: svcx.InboundTypeInvalid, Status: svcx.EventInvalid, Reason: svcx.Reason{Code: fmt.Sprint("bad", i)}}}})
		must(t, err)
	}
	c := d.FindConversation(t, d.workspace, "t1")
	contact, err := d.Contact(ctx, d.workspace, *c.Contact)
	must(t, err)
	_, err = d.SetAvatar(ctx, inbox.Call{Workspace: d.workspace}, contact.ID, "https://example.com/okapi-face.png")
	must(t, err)
	list, err := d.Messages(ctx, d.workspace, c, svcx.MessagePage{Page: svcx.Page{Limit: 1}})
	must(t, err)
	_, err = d.EditMessage(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, list.Items[0].ID, svcx.MessageEdit{Content: "edited okapi", Reason: "okapi"})
	must(t, err)
	_, err = d.Rate(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, svcx.RatingDraft{Rating: 5, Comment: "okapi!", RatedBy: "zebulon@quagga.example"})
	must(t, err)
	_, err = d.Rate(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, d.FindConversation(t, d.workspace, "t2").ID, svcx.RatingDraft{Rating: 4, Comment: "okapi?", RatedBy: "crm-4711"})
	must(t, err)
	_, err = d.AddParticipant(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, d.FindConversation(t, d.workspace, "t2").ID, svcx.ParticipantDraft{Name: "Zebulon", Email: "ZEBULON@quagga.example", Role: svcx.RoleObserver})
	must(t, err)
	must(t, d.PutContentURLs(ctx, inbox.Call{Workspace: d.workspace}, c, []svcx.ContentURL{{Ref: "https://example.com/okapi.png", URL: "https://example.com/fresh-okapi.png"}}))
	_, err = d.Send(ctx, inbox.Call{Workspace: d.workspace}, c.ID, svcx.MessageDraft{Content: "our answer", ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent},
		Attachments: []svcx.Attachment{{File: file.ID}}, Origin: svcx.OriginInbox})
	must(t, err)
	for key, answer := range map[string]string{
		"a": `{"data":{"id":1,"name":"Zebulon Quägga"}}`, "b": fmt.Sprintf(`{"data":{"conversationId":%d,"comment":"okapi!"}}`, c.ID), "c": `{"data":{"id":9,"name":"kept"}}`,
	} {
		request := svcx.IdempotencyKey{Workspace: d.workspace.ID, Key: key, Body: "h", Run: "r"}
		_, err := d.Begin(ctx, request)
		must(t, err)
		d.Complete(ctx, request, &svcx.StoredResponse{Status: 201, Body: []byte(answer)})
	}
	other := d.FindConversation(t, d.workspace, "Zebulon@quagga.example")
	_, err = d.MergeContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, *other.Contact, contact.ID)
	must(t, err)
	return contact
}

// D 6: nothing of an erased contact is left in the database and its files, and data of others
// stays.
func TestErasedContactLeavesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		ctx := context.Background()
		contact := d.populate(t)
		must(t, d.db.Index.Update(ctx, d.workspace.ID))
		before := strings.Join(d.found(t, traces...), "\n")
		for _, word := range traces {
			if !strings.Contains(before, " has "+word) {
				t.Errorf("the test shows nothing of %s", word)
			}
		}
		if d.dir != "" && !strings.Contains(before, "file svcx-search.db") {
			t.Error("the test shows nothing of the text index's file")
		}
		must(t, d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, contact.ID))
		d.finishErasure(t)
		checkErased(t, d, contact)
	})
}

// Former names and addresses of an erased contact are erased too, also in event log entries whose
// conversation was never created. What another contact has now stays.
func TestErasedContactLeavesNoFormerName(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		ctx := context.Background()
		was := svcx.InboundSender{ExternalID: "crm-4711", Name: "Zebulon Quägga", Email: "zebulon@quagga.example"}
		d.ReceiveMessage(t, d.channel, "1", "zebulon@quagga.example", was, "hello")
		d.ReceiveMessage(t, d.channel, "2", "t2", svcx.InboundSender{ExternalID: "else", Name: "Somebody Else"}, "stays")
		d.ReceiveMessage(t, d.channel, "3", "t3", svcx.InboundSender{ExternalID: "crm-4711", Email: "heir@example.com"}, "by a shared address")
		for i, name := range []string{"zebulon@quagga.example-2", "gnu-77", "Zebulon Quägga"} {
			d.refuse(t, name, fmt.Sprintf(`{"n":%d,"conversationId":%q,"from":{"name":"Zebulon Quägga"}}`, i, name))
		}
		other := d.FindConversation(t, d.workspace, "t2")
		for _, address := range []string{"zebulon@quagga.example", "heir@example.com"} {
			_, err := d.AddParticipant(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, other.ID, svcx.ParticipantDraft{Email: address, Role: svcx.RoleObserver})
			must(t, err)
		}
		_, err := d.Rate(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, other.ID, svcx.RatingDraft{Rating: 4, Comment: "okapi", RatedBy: "Zebulon Quägga"})
		must(t, err)
		id := *d.FindConversation(t, d.workspace, "t3").Contact
		name, address, external := "Anna", "anna@example.com", "gnu-77"
		request := svcx.IdempotencyKey{Workspace: d.workspace.ID, Key: "a", Body: "h", Run: "r"}
		_, err = d.Begin(ctx, request)
		must(t, err)
		d.Complete(ctx, request, &svcx.StoredResponse{Status: 201, Body: fmt.Appendf(nil, `{"data":{"id":"%d","externalId":"okapi"}}`, id)})
		_, err = d.UpdateContact(ctx, inbox.Call{Workspace: d.workspace}, id, svcx.ContactPatch{Name: &name, Email: &address, ExternalID: &external})
		must(t, err)
		_, err = d.CreateContact(ctx, inbox.Call{Workspace: d.workspace}, svcx.ContactDraft{Name: "Heir", Email: "heir@example.com"})
		must(t, err)

		must(t, d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, id))
		d.finishErasure(t)
		for _, where := range d.found(t, traces...) {
			t.Errorf("left: %s", where)
		}
		participants, err := d.Participants(ctx, d.workspace, other.ID, svcx.Page{Limit: 10})
		must(t, err)
		if len(participants.Items) != 2 || participants.Items[1].Email != "heir@example.com" {
			t.Errorf("participants: %d", len(participants.Items))
		}
	})
}

// refuse receives a request that creates no conversation.
func (d *fixture) refuse(t *testing.T, conversation, body string) {
	t.Helper()
	_, err := d.Receive(context.Background(), messaging.Receipt{Channel: d.channel, Form: svcx.FormB, ReceivedAt: d.Now(), Body: []byte(body),
		InboundBody: svcx.InboundBody{Rejected: &svcx.Outcome{Type: svcx.InboundTypeMessage, Status: svcx.EventInvalid, ConversationID: conversation,
			Reason: svcx.Reason{Code: "refused"}}}})
	must(t, err)
}

// Erasing a contact again continues an unfinished erasure; afterwards it is not found.
func TestRepeatedErasureContinues(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		contact := d.populate(t)
		ctx := context.Background()
		must(t, d.db.Write(ctx, d.workspace.ID, func(tx *store.Tx) error {
			c, err := tx.Contact(d.workspace.ID, contact.ID)
			if err != nil {
				return err
			}
			return directory.DeleteContact(tx, c)
		}))
		must(t, d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, contact.ID))
		if c := d.FindConversation(t, d.workspace, "t1"); c.Contact != nil || c.MessageCount != 1 {
			t.Errorf("it is not finished: %+v", c)
		}
		d.finishErasure(t)
		checkErased(t, d, contact)
		if err := d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, contact.ID); svcx.KindOf(err) != svcx.KindNotFound {
			t.Errorf("erasing again: %v", err)
		}
	})
}

// An erasure whose process dies is continued by the next one.
func TestErasureContinuesAfterACrash(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		contact := d.populate(t)
		must(t, d.db.Write(context.Background(), d.workspace.ID, func(tx *store.Tx) error {
			c, err := tx.Contact(d.workspace.ID, contact.ID)
			if err != nil {
				return err
			}
			return directory.DeleteContact(tx, c)
		}))
		// Each process gets as far as some message and dies. Before it does, it may have stored what it had
		// begun: then less is left for the next.
		for i := range 3 {
			ctx, cancel := context.WithCancel(context.Background())
			err := d.db.Remove(ctx, d.workspace.ID, func(*svcx.Message) []string { cancel(); return nil }, directory.Erase, func(*store.Tx) error { return nil })
			cancel()
			if err == nil && i == 0 {
				t.Fatal("it was done at once")
			}
		}
		d.finishErasure(t)
		checkErased(t, d, contact)
	})
}

func checkErased(t *testing.T, d *raw, contact *svcx.Contact) {
	t.Helper()
	ctx := context.Background()
	for _, where := range d.found(t, traces...) {
		t.Errorf("left: %s", where)
	}
	if _, err := d.Contact(ctx, d.workspace, contact.ID); svcx.KindOf(err) != svcx.KindNotFound {
		t.Errorf("the contact: %v", err)
	}
	c := d.FindConversation(t, d.workspace, "t1")
	if c.Contact != nil || c.Subject != "" || c.MessageCount != 1 {
		t.Errorf("the conversation: %+v", c)
	}
	list, err := d.Messages(ctx, d.workspace, c, svcx.MessagePage{Page: svcx.Page{Limit: 10}})
	must(t, err)
	if len(list.Items) != 1 || list.Items[0].Content != "our answer" {
		t.Errorf("the answer: %+v", list.Items)
	}
	if rating, err := d.Rating(ctx, d.workspace, c.ID); err != nil || rating.Rating != 5 {
		t.Errorf("the rating: %+v, %v", rating, err)
	}
	if other := d.FindConversation(t, d.workspace, "t2"); other.Contact == nil || other.MessageCount != 1 {
		t.Errorf("another's conversation: %+v", other)
	}
	contacts, err := d.Contacts(ctx, d.workspace, "", svcx.Page{Limit: 10})
	must(t, err)
	if contacts.Total != 1 || len(contacts.Items) != 1 {
		t.Errorf("contacts: %+v", contacts)
	}
	if outcome := d.ReceiveMessage(t, d.channel, "1", "t1", zebulon, "again"); outcome.Reason.Code != svcx.ReasonDuplicateMessage {
		t.Errorf("a repeat: %+v", outcome)
	}
	for _, picture := range []string{"https://example.com/okapi-face.png", "https://example.com/fresh-okapi.png"} {
		if !d.blobs.deleted[picture] {
			t.Errorf("%s is kept", picture)
		}
	}
}

// A person is erased in what others' conversations have of them, however their
// address is spelt there and whatever the capitals of their name: ratings, events
// of ratings that were given again since, participants, the event log.
func TestWhoIsErasedLeavesNoOtherSpelling(t *testing.T) {
	onEach(t, func(t *testing.T, d *raw) {
		ctx := context.Background()
		d.ReceiveMessage(t, d.channel, "1", "t1", svcx.InboundSender{ExternalID: "s-1", Name: "Σίσυφος Erzählermann", Email: "erzähler@bücher-laden.example"}, "hello")
		d.ReceiveMessage(t, d.channel, "2", "keeps", svcx.InboundSender{ExternalID: "else", Name: "Somebody Else"}, "stays")
		spellings := []string{
			"Σίσυφος Erzählermann ‹erzähler@bücher-laden.example>", "mailto:erzähler@bücher-laden.example", " erzähler@xn--bcher-laden-thb.example",
			"ΣΊΣΥΦΟΣ ERZÄHLERMANN", `"Erzähler"@BÜCHER-LADEN.example`, "erz%C3%A4hler%40b%C3%BCcher-laden.example",
		}
		var events []*svcx.Delivery
		event := func(c *svcx.Conversation, ratedBy, comment string) {
			events = append(events, &svcx.Delivery{Workspace: d.workspace.ID, Channel: d.channel.ID, Conversation: c.ID, ConversationID: c.ExternalID, Type: "rating.submitted",
				WebhookID: fmt.Sprint("w", len(events)), Data: svcx.EventData{Rating: 3, RatedBy: ratedBy, Comment: comment}, CreatedAt: d.Now()})
		}
		for i, spelt := range spellings {
			thread := fmt.Sprint("other", i)
			d.ReceiveMessage(t, d.channel, thread, thread, svcx.InboundSender{ExternalID: "else"}, "stays")
			c := d.FindConversation(t, d.workspace, thread)
			_, err := d.Rate(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, svcx.RatingDraft{Rating: 4, Comment: "okapi", RatedBy: spelt})
			must(t, err)
			_, err = d.AddParticipant(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, svcx.ParticipantDraft{Name: spelt, Role: svcx.RoleObserver})
			must(t, err)
			d.refuse(t, spelt, fmt.Sprintf(`{"n":%d,"x":%q}`, i, spelt))
			event(d.FindConversation(t, d.workspace, "keeps"), spelt, "okapi")
		}
		keeps := d.FindConversation(t, d.workspace, "keeps")
		_, err := d.Rate(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, keeps.ID, svcx.RatingDraft{Rating: 4, Comment: "kept", RatedBy: "miterzähler@bücher-laden.example"})
		must(t, err)
		event(keeps, "miterzähler@bücher-laden.example", "kept")
		// Half of the events are over, with their attempts in the log; the other half
		// is still to be sent.
		must(t, d.db.Write(ctx, d.workspace.ID, func(tx *store.Tx) error {
			if err := tx.InsertDeliveries(d.workspace.ID, events...); err != nil {
				return err
			}
			for _, over := range events[:len(spellings)/2] {
				id := over.ID
				if err := tx.InsertEvents(&svcx.EventLogEntry{Workspace: d.workspace.ID, Channel: d.channel.ID, Direction: svcx.Outbound, Type: "rating.submitted",
					ConversationID: "keeps", Delivery: &id, CreatedAt: d.Now(), Request: fmt.Sprintf(`{"ratedBy":%q,"comment":"okapi"}`, over.Data.RatedBy)}); err != nil {
					return err
				}
			}
			// Bodies go before their records.
			return tx.InsertEvents(&svcx.EventLogEntry{Workspace: d.workspace.ID, Channel: d.channel.ID, Direction: svcx.Inbound, Type: "message",
				ConversationID: "MAILTO:ERZÄHLER@xn--bcher-laden-thb.example", CreatedAt: d.Now()})
		}))
		for _, over := range events[:len(spellings)/2] {
			_, err := d.sql.Exec(`UPDATE delivery SET state = 'delivered', ended_at = created_at WHERE workspace_id = $1 AND id = $2`, d.workspace.ID, over.ID)
			must(t, err)
		}
		words := []string{"okapi", " erz\u00e4hler", ":erz\u00e4hler", "hlermann", "\"erz", "\nerz", "erz%c3", "erz\u00c4"}
		must(t, d.db.Index.Update(ctx, d.workspace.ID))
		if where := d.found(t, words...); len(where) < 10 {
			t.Errorf("the test shows %d traces", len(where))
		}

		must(t, d.EraseContact(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, *d.FindConversation(t, d.workspace, "t1").Contact))
		d.finishErasure(t)
		for _, where := range d.found(t, words...) {
			t.Errorf("left: %s", where)
		}
		if r, err := d.Rating(ctx, d.workspace, keeps.ID); err != nil || r.Comment != "kept" {
			t.Errorf("another's rating: %+v, %v", r, err)
		}
	})
}
