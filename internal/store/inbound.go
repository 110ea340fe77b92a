package store

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"svcx"
)

// InboundKeys are what a batch of inbound messages of one workspace touches.
type InboundKeys struct {
	MessageKeys     []string // of MessageKey
	ConversationIDs []string // external ids
	ContactIDs      []string // external ids
	EmailKeys       []string // of svcx.EmailKey
	Users           []int64  // who is to be assigned
	// InfoConversations are external ids of threads whose contacts are needed.
	InfoConversations []string
	StaffIDs          []string // external ids of senders of staff messages
	// Definitions says that categories and fields are needed.
	Definitions bool
}

// InboundState is what there is of it.
type InboundState struct {
	Seen          map[string]bool // message keys
	Conversations []*svcx.Conversation
	Contacts      []*svcx.Contact
	Members       map[svcx.UserID]bool
	// Staff are the links of the senders, DisplayName being the name to show.
	Staff      []svcx.StaffLink
	Categories map[svcx.CategoryID]bool
	Fields     []*svcx.Field
}

// MessageKey is what the messageId of a channel is remembered by, for ever: a
// hash of 128 bits, so that nothing of a person is kept when they are erased.
func MessageKey(channel svcx.ChannelID, messageID string) string {
	sum := sha256.Sum256([]byte(strconv.FormatInt(int64(channel), 10) + "\x00" + messageID))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// LoadInbound reads what a batch touches, in one statement per table.
func (tx *Tx) LoadInbound(ws svcx.WorkspaceID, keys InboundKeys) (state InboundState, err error) {
	if state.Seen, err = tx.knownKeys(ws, keys.MessageKeys); err != nil {
		return state, err
	}
	if len(keys.ConversationIDs) > 0 {
		if state.Conversations, err = tx.ConversationsByExternalID(ws, keys.ConversationIDs); err != nil {
			return state, err
		}
	}
	if state.Contacts, err = tx.inboundContacts(ws, keys, state.Conversations); err != nil {
		return state, err
	}
	if state.Staff, err = tx.staffMembers(ws, keys.StaffIDs); err != nil {
		return state, err
	}
	if state.Members, err = tx.members(ws, keys.Users); err != nil || !keys.Definitions {
		return state, err
	}
	if state.Categories, err = tx.categoryIDs(ws); err != nil {
		return state, err
	}
	state.Fields, err = tx.Fields(ws)
	return state, err
}

func (tx *Tx) knownKeys(ws svcx.WorkspaceID, keys []string) (map[string]bool, error) {
	if len(keys) == 0 {
		return make(map[string]bool), nil
	}
	d := tx.dialectOf()
	known, err := collect(tx, `SELECT key FROM message_key WHERE workspace_id = $1 AND `+d.in("key", "$2"), scanValue[string], ws, d.array(keys))
	return setOf(known), err
}

// inboundContacts finds the contacts by id, by e-mail and by thread. One found
// in several ways is one contact.
func (tx *Tx) inboundContacts(ws svcx.WorkspaceID, keys InboundKeys, conversations []*svcx.Conversation) ([]*svcx.Contact, error) {
	all, err := tx.contactsBy("external_id", ws, keys.ContactIDs)
	if err != nil {
		return nil, err
	}
	byEmail, err := tx.contactsBy("email_key", ws, keys.EmailKeys)
	if err != nil {
		return nil, err
	}
	byThread, err := tx.contactsOf(ws, keys.InfoConversations, conversations)
	if err != nil {
		return nil, err
	}
	known := make(map[svcx.ContactID]bool)
	var contacts []*svcx.Contact
	for _, c := range append(append(all, byEmail...), byThread...) {
		if !known[c.ID] {
			known[c.ID] = true
			contacts = append(contacts, c)
		}
	}
	return contacts, nil
}

// contactsOf finds the contacts of the threads with these external ids.
func (tx *Tx) contactsOf(ws svcx.WorkspaceID, externalIDs []string, conversations []*svcx.Conversation) ([]*svcx.Contact, error) {
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
	d := tx.dialectOf()
	return collect(tx, `SELECT `+contactColumns+` FROM contact WHERE workspace_id = $1 AND `+d.in("id", "$2"), scanContact, ws, d.array(ids))
}

// members tells which of the users are members of the workspace.
func (tx *Tx) members(ws svcx.WorkspaceID, users []int64) (map[svcx.UserID]bool, error) {
	if len(users) == 0 {
		return nil, nil
	}
	d := tx.dialectOf()
	ids, err := collect(tx, `SELECT user_id FROM member WHERE workspace_id = $1 AND `+d.in("user_id", "$2"), scanValue[svcx.UserID], ws, d.array(users))
	return setOf(ids), err
}

func (tx *Tx) categoryIDs(ws svcx.WorkspaceID) (map[svcx.CategoryID]bool, error) {
	ids, err := collect(tx, `SELECT id FROM category WHERE workspace_id = $1`, scanValue[svcx.CategoryID], ws)
	return setOf(ids), err
}

func setOf[T comparable](items []T) map[T]bool {
	set := make(map[T]bool, len(items))
	for _, item := range items {
		set[item] = true
	}
	return set
}

var messageKeyTable = newTable("message_key", "workspace_id bigint", "key text")

// InsertMessageKeys remembers messageIds. One that is known breaks the
// constraint message_key_pkey.
func (tx *Tx) InsertMessageKeys(ws svcx.WorkspaceID, keys ...string) error {
	rows := make([][]any, len(keys))
	for i, key := range keys {
		rows[i] = []any{ws, key}
	}
	return tx.insert(messageKeyTable, rows...)
}
