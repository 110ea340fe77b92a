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
}

// InboundState is what there is of it.
type InboundState struct {
	Seen          map[string]bool // message keys
	Conversations []*svcx.Conversation
	Contacts      []*svcx.Contact
}

// MessageKey is what the messageId of a channel is remembered by, for ever: a
// hash of 128 bits, so that nothing of a person is kept when they are erased.
func MessageKey(channel svcx.ChannelID, messageID string) string {
	sum := sha256.Sum256([]byte(strconv.FormatInt(int64(channel), 10) + "\x00" + messageID))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// LoadInbound reads what a batch touches, in one statement per table.
func (tx *Tx) LoadInbound(ws svcx.WorkspaceID, keys InboundKeys) (InboundState, error) {
	state := InboundState{Seen: make(map[string]bool)}
	d := tx.dialectOf()
	seen, err := collect(tx, `SELECT key FROM message_key WHERE workspace_id = $1 AND `+d.in("key", "$2"), scanValue[string], ws, d.array(keys.MessageKeys))
	if err != nil {
		return state, err
	}
	for _, key := range seen {
		state.Seen[key] = true
	}
	if state.Conversations, err = tx.ConversationsByExternalID(ws, keys.ConversationIDs); err != nil {
		return state, err
	}
	byID, err := tx.contactsBy("external_id", ws, keys.ContactIDs)
	if err != nil {
		return state, err
	}
	byEmail, err := tx.contactsBy("email_key", ws, keys.EmailKeys)
	if err != nil {
		return state, err
	}
	// The conversations' own contacts are not needed: a thread keeps the one it
	// has. One found both ways is one contact.
	known := make(map[svcx.ContactID]bool)
	for _, c := range append(byID, byEmail...) {
		if !known[c.ID] {
			known[c.ID] = true
			state.Contacts = append(state.Contacts, c)
		}
	}
	return state, nil
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
