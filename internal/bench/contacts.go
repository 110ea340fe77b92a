package bench

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"strconv"

	"svcx"
	"svcx/internal/bench/seed"
	"svcx/internal/store"
)

// seedBatch is how many contacts are written in one transaction.
const seedBatch = 1000

// seed creates a workspace with a channel and fills it: contacts, each with a
// conversation with a message, all in that channel. So the indexes have the depth of an
// inbox in use, and four of five messages belong to an existing conversation.
func (r *run) seed(ctx context.Context) error {
	if !r.Seeded {
		if err := r.command(ctx, new(struct{}), "workspace", "create", "--slug", benchSlug, "--name", "Benchmark", "--form", r.Form); err != nil {
			return err
		}
	}
	var channel struct {
		Key        string `json:"key"`
		InboundURL string `json:"inboundUrl"`
	}
	if err := r.command(ctx, &channel, "channel", "create", "--workspace", benchSlug, "--name", "Load"); err != nil {
		return err
	}
	inbound, err := url.Parse(channel.InboundURL)
	if err != nil {
		return fmt.Errorf("the channel's inbound address: %w", err)
	}
	id, err := strconv.ParseInt(path.Base(inbound.Path), 10, 64)
	if err != nil {
		return fmt.Errorf("the channel's inbound address: %w", err)
	}
	r.target = target{path: inbound.Path, key: channel.Key, channel: svcx.ChannelID(id)}
	if r.Seeded {
		// No other channel has its id.
		r.target.run = fmt.Sprintf("run%d-", id)
	}

	db, err := r.openStore(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	w, err := db.Read(ctx).WorkspaceBySlug(benchSlug)
	if err != nil {
		return err
	}
	r.target.workspace = w.ID
	for first := 0; first < r.Contacts; first += seedBatch {
		last := min(first+seedBatch, r.Contacts)
		if err := db.Write(ctx, w.ID, func(tx *store.Tx) error { return r.target.seed(tx, first, last) }); err != nil {
			return err
		}
	}
	// As in an inbox in use, so that the run indexes only its own messages.
	return db.Index.Update(ctx, w.ID)
}

const benchSlug = "bench"

// seedTime is the time of everything seeded: long before the run, so that it comes
// after the run's own in every list.
const seedTime svcx.Time = 1700000000000

// seed writes contacts first to last-1 with their conversations and messages.
func (t *target) seed(tx *store.Tx, first, last int) error {
	n := last - first
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
	contacts := make([]*svcx.Contact, n)
	conversations := make([]*svcx.Conversation, n)
	messages := make([]*svcx.Message, n)
	keys := make([]string, n)
	for k := range n {
		i := first + k
		at := seedTime + svcx.Time(i)
		external := contactID(t.run, i)
		contact, conversation, message := svcx.ContactID(contactIDs[k]), svcx.ConversationID(conversationIDs[k]), seedPrefix+strconv.Itoa(i)
		contacts[k] = &svcx.Contact{
			ID: contact, Workspace: t.workspace, ExternalID: external, Name: seed.NameOf(i), Email: contactEmail(t.run, i), CreatedAt: at, UpdatedAt: at,
		}
		conversations[k] = &svcx.Conversation{
			ID: conversation, Workspace: t.workspace, Channel: &t.channel, ChannelType: svcx.ChannelTypeCustom, ExternalID: seededConversation(t.run, i),
			Subject: prose[:40], Status: svcx.StatusOpen, Contact: &contact, CreatedAt: at, UpdatedAt: at, LastMessageAt: &at, MessageCount: 1,
		}
		messages[k] = &svcx.Message{
			ID: svcx.MessageID(messageIDs[k]), Workspace: t.workspace, Conversation: conversation, Kind: svcx.MessageKindMessage,
			Author:  svcx.Author{Type: svcx.AuthorCustomer, Name: seed.NameOf(i), Email: contactEmail(t.run, i), ExternalID: external, Contact: &contact},
			Content: prose[:(minContent+maxContent)/2], ContentType: svcx.ContentText, ExternalID: message, SentAt: at, CreatedAt: at,
		}
		keys[k] = store.MessageKey(t.channel, message)
	}
	if err := tx.InsertContacts(contacts...); err != nil {
		return err
	}
	if err := tx.InsertConversations(conversations...); err != nil {
		return err
	}
	if err := tx.InsertMessageKeys(t.workspace, keys...); err != nil {
		return err
	}
	return tx.InsertMessages(messages...)
}
