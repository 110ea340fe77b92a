package store

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"svcx"
	"svcx/internal/sqldb"
)

// InboundKeys are the keys of what a batch of inbound messages of one workspace
// touches.
type InboundKeys struct {
	MessageKeys     []string // of MessageKey
	ConversationIDs []string // external ids
	ContactIDs      []string // external ids
	EmailKeys       []string // of svcx.EmailKey
	Users           []int64  // users to assign
	// InfoConversations are external ids of conversations whose contacts are needed.
	InfoConversations []string
	// FieldConversations are external ids of conversations whose field values change.
	FieldConversations []string
	StaffIDs           []string // external ids of senders of staff messages
	// Definitions is set if categories and fields are needed.
	Definitions bool
	Channels    []int64
	// Ahead is about how many ids will be needed at most.
	Ahead IDReservation
}

// InboundState is what the database has for InboundKeys.
type InboundState struct {
	Seen          map[string]bool // message keys
	Conversations []*svcx.Conversation
	// Contacts includes those that the found ones were merged into.
	Contacts []*svcx.Contact
	Members  map[svcx.UserID]bool
	// Staff are the links of the senders, with the name to show in DisplayName.
	Staff      []svcx.StaffLink
	Categories map[svcx.CategoryID]bool
	Fields     []*svcx.Field
	// FieldSizes are the bytes of the values of FieldConversations. It is nil if no
	// conversation's values can be too large.
	FieldSizes map[svcx.ConversationID]map[svcx.FieldID]int
	Channels   map[svcx.ChannelID]ChannelForm
}

// MessageKey is the key by which a channel's messageId is recognized, permanently:
// a hash of 128 bits, so that it keeps nothing of an erased contact.
func MessageKey(channel svcx.ChannelID, messageID string) string {
	sum := sha256.Sum256([]byte(strconv.FormatInt(int64(channel), 10) + "\x00" + messageID))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// LoadInbound reads what a batch touches: one statement per table and key, in one
// pipeline.
func (tx *Tx) LoadInbound(ws svcx.WorkspaceID, keys InboundKeys) (InboundState, error) {
	l := inboundLoad{channels: make(map[svcx.ChannelID]ChannelForm)}
	err := tx.Pipeline(func() error { return l.enqueue(tx, ws, keys) })
	if err != nil {
		return InboundState{}, err
	}
	ofConversations, err := tx.contactsOf(ws, keys.InfoConversations, l.conversations)
	if err != nil {
		return InboundState{}, err
	}
	contacts, err := tx.withSurvivors(ws, distinctContacts(append(l.contacts, ofConversations...)))
	if err != nil {
		return InboundState{}, err
	}
	var sizes map[svcx.ConversationID]map[svcx.FieldID]int
	if !svcx.FieldValuesFit(l.fields) {
		if sizes, err = tx.fieldSizes(ws, keys.FieldConversations, l.conversations); err != nil {
			return InboundState{}, err
		}
	}
	return InboundState{
		Seen: setOf(l.seen), Conversations: l.conversations, Contacts: contacts,
		Members: setOf(l.members), Staff: l.staff, Categories: setOf(l.categories), Fields: l.fields, Channels: l.channels,
		FieldSizes: sizes,
	}, nil
}

// inboundLoad has the results of LoadInbound's statements.
type inboundLoad struct {
	seen          []string
	conversations []*svcx.Conversation
	contacts      []*svcx.Contact
	members       []svcx.UserID
	staff         []svcx.StaffLink
	categories    []svcx.CategoryID
	fields        []*svcx.Field
	channels      map[svcx.ChannelID]ChannelForm
}

func (l *inboundLoad) enqueue(tx *Tx, ws svcx.WorkspaceID, keys InboundKeys) error {
	if err := tx.ReserveIDs(keys.Ahead); err != nil {
		return err
	}
	d := tx.SQL()
	if err := tx.ChannelForms(l.channels, ws, keys.Channels); err != nil {
		return err
	}
	if len(keys.MessageKeys) > 0 {
		err := sqldb.EnqueueCollect(tx, &l.seen, d.Lookup("key", "message_key", "key", len(keys.MessageKeys)), sqldb.ScanValue[string], ws, d.Array(keys.MessageKeys))
		if err != nil {
			return err
		}
	}
	if err := conversationsBy(tx, &l.conversations, ws, keys.ConversationIDs); err != nil {
		return err
	}
	if err := contactsBy(tx, &l.contacts, "external_id", ws, keys.ContactIDs); err != nil {
		return err
	}
	if err := contactsBy(tx, &l.contacts, "email_key", ws, keys.EmailKeys); err != nil {
		return err
	}
	if len(keys.Users) > 0 {
		err := sqldb.EnqueueCollect(tx, &l.members, `SELECT user_id FROM member WHERE workspace_id = $1 AND `+d.In("user_id", "$2"), sqldb.ScanValue[svcx.UserID], ws, d.Array(keys.Users))
		if err != nil {
			return err
		}
	}
	if err := staffMembers(tx, &l.staff, ws, keys.StaffIDs); err != nil {
		return err
	}
	if !keys.Definitions {
		return nil
	}
	if err := sqldb.EnqueueCollect(tx, &l.categories, `SELECT id FROM category WHERE workspace_id = $1`, sqldb.ScanValue[svcx.CategoryID], ws); err != nil {
		return err
	}
	return sqldb.EnqueueCollect(tx, &l.fields, fieldsQuery, fieldTable.Scan, ws)
}

// distinctContacts drops contacts that were found by another key before.
func distinctContacts(all []*svcx.Contact) []*svcx.Contact {
	known := make(map[svcx.ContactID]bool)
	var contacts []*svcx.Contact
	for _, c := range all {
		if !known[c.ID] {
			known[c.ID] = true
			contacts = append(contacts, c)
		}
	}
	return contacts
}

// contactsOf finds the contacts of the conversations with these external ids.
func (r Reads) contactsOf(ws svcx.WorkspaceID, externalIDs []string, conversations []*svcx.Conversation) ([]*svcx.Contact, error) {
	wanted := setOf(externalIDs)
	var ids []int64
	for _, c := range conversations {
		if c.Contact != nil && wanted[c.ExternalID] {
			ids = append(ids, int64(*c.Contact))
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	d := r.q.SQL()
	return sqldb.Collect(r.q, `SELECT `+contactTable.Columns()+` FROM contact WHERE workspace_id = $1 AND `+d.In("id", "$2"), contactTable.Scan, ws, d.Array(ids))
}

func setOf[T comparable](items []T) map[T]bool {
	set := make(map[T]bool, len(items))
	for _, item := range items {
		set[item] = true
	}
	return set
}

// messageKey is a MessageKey of a workspace, and the message that it is of, if that is known.
type messageKey struct {
	workspace svcx.WorkspaceID
	key       string
	message   *svcx.MessageID
}

var messageKeyTable = sqldb.NewTable("message_key", func(k *messageKey) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &k.workspace),
		sqldb.Field("key", &k.key),
		sqldb.Field("message_id", &k.message),
	}
})

// InsertMessageKeys stores the keys of messageIds. A key that exists breaks the
// constraint message_key_pkey.
func (tx *Tx) InsertMessageKeys(ws svcx.WorkspaceID, keys ...string) error {
	rows := make([]*messageKey, len(keys))
	for i, key := range keys {
		rows[i] = &messageKey{ws, key, nil}
	}
	return messageKeyTable.Insert(tx.Tx, rows...)
}

// InsertMessageKeysOf is InsertMessageKeys for messages whose ids are known: a messageId then leads
// to its message.
func InsertMessageKeysOf(tx *Tx, ws svcx.WorkspaceID, keys []string, messages []svcx.MessageID) error {
	rows := make([]*messageKey, len(keys))
	for i, key := range keys {
		rows[i] = &messageKey{ws, key, &messages[i]}
	}
	return messageKeyTable.Insert(tx.Tx, rows...)
}

// LoadInbound is Tx.LoadInbound without a write: it reads one state of the
// database on a read connection, in no write queue. Ids that keys ask for in
// advance are not taken.
func (db *DB) LoadInbound(ctx context.Context, ws svcx.WorkspaceID, keys InboundKeys) (state InboundState, err error) {
	keys.Ahead = IDReservation{}
	err = db.snapshot(ctx, func(tx *Tx) error {
		state, err = tx.LoadInbound(ws, keys)
		return err
	})
	return state, err
}
