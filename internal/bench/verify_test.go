package bench

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"svcx"
	"svcx/internal/bench/seed"
	"svcx/internal/store"
)

// seededRun is a run on a database of its own with a few seeded contacts, without a
// server.
func seededRun(t *testing.T) (*run, *store.DB) {
	t.Helper()
	r := &run{Options: Options{Dir: t.TempDir(), Contacts: 20}}
	db, err := store.Open(context.Background(), store.Options{Dir: r.Dir, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	w := &svcx.Workspace{Slug: benchSlug, Name: "Benchmark", Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: 1}
	write(t, db, 0, func(tx *store.Tx) error { return tx.InsertWorkspace(w) })
	ch := &svcx.Channel{Workspace: w.ID, Name: "Load", Settings: svcx.DefaultSettings(), CreatedAt: 1}
	write(t, db, w.ID, func(tx *store.Tx) error { return tx.InsertChannel(ch, nil) })
	r.target = target{workspace: w.ID, channel: ch.ID}
	write(t, db, w.ID, func(tx *store.Tx) error { return r.target.seed(tx, 0, r.Contacts) })
	return r, db
}

func write(t *testing.T, db *store.DB, ws svcx.WorkspaceID, fn func(tx *store.Tx) error) {
	t.Helper()
	if err := db.Write(context.Background(), ws, fn); err != nil {
		t.Fatal(err)
	}
}

// stored stores a message of the run as the server would.
func (r *run) stored(t *testing.T, db *store.DB, c *caller, number int, counted bool) {
	t.Helper()
	msg := c.request(number)
	write(t, db, r.target.workspace, func(tx *store.Tx) error {
		found, err := tx.ConversationsByExternalID(r.target.workspace, []string{c.conversationID(msg)})
		if err != nil || len(found) != 1 {
			t.Fatalf("conversation %s: %d found, %v", c.conversationID(msg), len(found), err)
		}
		ids, err := tx.ReserveMessages(1)
		if err != nil {
			return err
		}
		conversation := found[0]
		if counted {
			conversation.MessageCount++
			if err := tx.UpdateConversations(store.ConversationChange{Conversation: conversation, Was: *conversation}); err != nil {
				return err
			}
		}
		return tx.InsertMessages(&svcx.Message{
			ID: svcx.MessageID(ids[0]), Workspace: r.target.workspace, Conversation: conversation.ID, Kind: svcx.MessageKindMessage,
			Author: svcx.Author{Type: svcx.AuthorCustomer}, Content: msg.content, ContentType: svcx.ContentText,
			ExternalID: c.messageID(msg), SentAt: seedTime, CreatedAt: seedTime,
		})
	})
}

// Messages that were answered and are missing, that are stored twice, and wrong counts
// are found; a message without an answer may be stored or not.
func TestVerifyFindsMissingAndDuplicateMessages(t *testing.T) {
	r, db := seededRun(t)
	c := &caller{mix: &mix{caller: 0, contacts: r.Contacts}, target: &r.target, requests: 6}
	c.answered = []bool{true, true, true, false, false, true}
	r.sent = []*caller{c}
	r.stored(t, db, c, 0, true)
	r.stored(t, db, c, 1, true) // twice
	r.stored(t, db, c, 1, true)
	// 2 is missing.
	r.stored(t, db, c, 3, true)
	// 4 was neither answered nor stored.
	r.stored(t, db, c, 5, false) // not counted
	if err := r.verify(context.Background()); err != nil {
		t.Fatal(err)
	}
	if want := (Check{Answered: 4, Stored: 5, Missing: 1, Twice: 1, WrongCounts: 1}); r.result.Check != want {
		t.Errorf("got %+v, expected %+v", r.result.Check, want)
	}
	if r.result.Failed() == "" {
		t.Error("a run that lost a message is no failure")
	}
}

// Messages match the seeded contacts and conversations, and totals are right.
func TestSeededDataIsFound(t *testing.T) {
	r, db := seededRun(t)
	ctx := context.Background()
	contacts, err := db.Contacts(ctx, r.target.workspace, "customer7", svcx.Page{Limit: 10})
	if err != nil || contacts.Total != 1 || contacts.Items[0].ExternalID != contactID("", 7) || contacts.Items[0].Name != seed.NameOf(7) {
		t.Errorf("searching a contact found %+v, %v", contacts, err)
	}
	conversations, err := db.Conversations(ctx, r.target.workspace, svcx.ConversationFilter{}, svcx.Page{Limit: 1})
	if err != nil || conversations.Total != r.Contacts || conversations.Items[0].ExternalID != seededConversation("", r.Contacts-1) {
		t.Errorf("the newest of the conversations is %+v, %v", conversations, err)
	}
	messages, err := db.Messages(ctx, conversations.Items[0], svcx.MessagePage{Page: svcx.Page{Limit: 10}})
	if err != nil || len(messages.Items) != 1 {
		t.Errorf("it has the messages %+v, %v", messages, err)
	}
}
