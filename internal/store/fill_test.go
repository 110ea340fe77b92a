package store_test

import (
	"context"
	"fmt"
	"testing"

	"svcx"
	"svcx/internal/store"
)

// epoch is the time of the filled database's first rows.
const epoch svcx.Time = 1_800_000_000_000

// filled is a database with many rows, and the ids of some of them.
type filled struct {
	workspace    svcx.WorkspaceID
	channels     []store.ChannelRef
	contact      svcx.ContactID
	conversation *svcx.Conversation
	message      svcx.MessageID
	event        svcx.EventID
	// key is that of a message, person the external id of a contact.
	key, person string
}

// fill stores n rows in every table that grows, most of them in one workspace, so
// that a statement that reads too much is noticed.
func fill(t testing.TB, db *store.DB, n int) *filled {
	t.Helper()
	var f *filled
	for _, share := range []int{100, 10, 1} {
		g := &filled{}
		write := func(ws svcx.WorkspaceID, fn func(tx *store.Tx) error) {
			t.Helper()
			if err := db.Write(context.Background(), ws, fn); err != nil {
				t.Fatal(err)
			}
		}
		write(0, g.fillWorkspace)
		for from := 0; from < n*share/100; from += 500 {
			write(g.workspace, func(tx *store.Tx) error { return g.fillSome(tx, from) })
		}
		if f == nil {
			f = g
		}
	}
	return f
}

func (f *filled) fillWorkspace(tx *store.Tx) error {
	w := &svcx.Workspace{Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: epoch}
	ids, err := tx.ReserveContacts(1)
	if err != nil {
		return err
	}
	w.Slug = fmt.Sprintf("filled-%d", ids[0])
	if err := tx.InsertWorkspace(w); err != nil {
		return err
	}
	*f = filled{workspace: w.ID}
	for range 20 {
		c := &svcx.Channel{Workspace: w.ID, KeyHash: "h", CreatedAt: epoch}
		if err := tx.InsertChannel(c, nil); err != nil {
			return err
		}
		f.channels = append(f.channels, store.ChannelRef{Workspace: w.ID, Channel: c.ID})
	}
	return nil
}

// fillSome adds 500 rows to each table, numbered from the given number.
func (f *filled) fillSome(tx *store.Tx, from int) error {
	const n = 500
	contactIDs, err := tx.ReserveContacts(n)
	if err != nil {
		return err
	}
	conversationIDs, err := tx.ReserveConversations(n)
	if err != nil {
		return err
	}
	messageIDs, err := tx.ReserveMessages(n)
	if err != nil {
		return err
	}
	var contacts []*svcx.Contact
	var conversations []*svcx.Conversation
	var messages []*svcx.Message
	var events []*svcx.EventLogEntry
	var deliveries []*svcx.Delivery
	var keys []string
	var changes []svcx.Change
	for i := range n {
		number, at := from+i, epoch+svcx.Time(from+i)*1000
		channel := f.channels[number%len(f.channels)].Channel
		contact := &svcx.Contact{ID: svcx.ContactID(contactIDs[i]), Workspace: f.workspace, Name: personName(number),
			ExternalID: fmt.Sprintf("crm-%d", number), Email: fmt.Sprintf("person%d@mail%d.example.com", number, number%50), CreatedAt: at, UpdatedAt: at}
		contacts = append(contacts, contact)
		c := &svcx.Conversation{ID: svcx.ConversationID(conversationIDs[i]), Workspace: f.workspace, Channel: &channel, ExternalID: fmt.Sprintf("thread-%d", number),
			Status: svcx.Statuses[number%3], Contact: &contact.ID, CreatedAt: at, UpdatedAt: at, MessageCount: 1}
		if number%2 == 0 {
			user, category := svcx.UserID(number%40), svcx.CategoryID(number%8)
			c.AssignedTo, c.Category = &user, &category
		}
		conversations = append(conversations, c)
		messages = append(messages, &svcx.Message{ID: svcx.MessageID(messageIDs[i]), Workspace: f.workspace, Conversation: c.ID, Kind: svcx.MessageKindMessage,
			Content: "Hello there", SentAt: at, CreatedAt: at})
		events = append(events, &svcx.EventLogEntry{Workspace: f.workspace, Channel: channel, Direction: svcx.Inbound, Type: svcx.InboundTypeMessage, Status: svcx.EventOK,
			ConversationID: c.ExternalID, Reference: fmt.Sprintf("req_%d", number), CreatedAt: at})
		deliveries = append(deliveries, &svcx.Delivery{Workspace: f.workspace, Channel: channel, Conversation: c.ID, ConversationID: c.ExternalID, Sequence: 1,
			WebhookID: fmt.Sprintf("msg_%d", number), Type: svcx.EventMessageCreated, Data: svcx.EventData{MessageID: messages[i].ID},
			Feed: number%len(f.channels) == 3, CreatedAt: at})
		changes = append(changes, svcx.Change{Kind: svcx.ChangeBoth, Conversation: c.ID, Message: messages[i].ID})
		keys = append(keys, store.MessageKey(channel, fmt.Sprint(number)))
	}
	if err := tx.InsertContacts(contacts...); err != nil {
		return err
	}
	if err := tx.InsertConversations(conversations...); err != nil {
		return err
	}
	if err := tx.InsertMessages(messages...); err != nil {
		return err
	}
	if err := store.InsertMessageKeysOf(tx, f.workspace, keys, messageIDsOf(messages)); err != nil {
		return err
	}
	if err := tx.InsertEvents(events...); err != nil {
		return err
	}
	if err := tx.InsertChanges(f.workspace, epoch, changes...); err != nil {
		return err
	}
	f.contact, f.conversation, f.message, f.event = contacts[n/2].ID, conversations[n/2], messages[n/2].ID, events[n/2].ID
	f.key, f.person = keys[n/2], contacts[n/2].ExternalID
	if err := f.fillBulk(tx, conversations); err != nil {
		return err
	}
	if err := fillAttention(tx, messages); err != nil {
		return err
	}
	return tx.InsertDeliveries(f.workspace, deliveries...)
}

func messageIDsOf(messages []*svcx.Message) (ids []svcx.MessageID) {
	for _, m := range messages {
		ids = append(ids, m.ID)
	}
	return ids
}

// fillBulk adds a bulk action of some conversations, which is done.
func (f *filled) fillBulk(tx *store.Tx, conversations []*svcx.Conversation) error {
	b := &svcx.Bulk{Workspace: f.workspace, User: 4, PropertyChange: svcx.PropertyChange{Property: svcx.PropertyStatus, To: "closed"}, State: svcx.BulkDone, CreatedAt: epoch}
	w := store.BulkIn(tx)
	if err := w.InsertBulk(b); err != nil {
		return err
	}
	ids := make([]svcx.ConversationID, len(conversations))
	for i, c := range conversations {
		ids[i] = c.ID
	}
	return w.InsertBulkItems(b, ids...)
}

// personName returns names with frequent and rare words.
func personName(n int) string {
	first := [...]string{"Anna", "Björn", "Chiara", "Dmitri", "Élodie", "Farid", "Grace", "Hiro", "Ines", "Jonas"}
	last := [...]string{"Abel", "Bauer", "Costa", "Dupont", "Eriksen", "Ferrari", "García", "Hansen", "Ito", "Jansen", "Kowalski"}
	return fmt.Sprintf("%s %s %d", first[n%len(first)], last[n/7%len(last)], n)
}

// fillAttention has each message mention two members, one of whom has seen it, and each fifth
// conversation wait for the one whom it was handed to.
func fillAttention(tx *store.Tx, messages []*svcx.Message) error {
	w := store.AttentionIn(tx)
	return tx.Pipeline(func() error {
		for i, m := range messages {
			by := svcx.UserID(i%40 + 1)
			note := &svcx.Message{ID: m.ID, Workspace: m.Workspace, Conversation: m.Conversation, Author: svcx.Author{User: &by}, CreatedAt: m.CreatedAt,
				Mentions: []svcx.Mention{{User: by, Name: "Ann"}, {User: by%40 + 1, Name: "Bob"}}}
			if err := w.Mention(note); err != nil {
				return err
			}
			if i%5 > 0 {
				continue
			}
			if err := w.Hand(m.Workspace, m.Conversation, by, m.CreatedAt); err != nil {
				return err
			}
		}
		return nil
	})
}
