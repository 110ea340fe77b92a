package inbox

import (
	"svcx"
	"svcx/internal/store"
)

// maxContactChanges bounds the conversations on the live stream when their contact
// changes: the newest ones.
const maxContactChanges = 20

// StoreContact stores a contact and publishes changes of its conversations.
func (core *Core) StoreContact(tx *store.Tx, c *svcx.Contact) error {
	if err := tx.UpdateContact(c); err != nil {
		return err
	}
	conversations, err := tx.ConversationsOfContact(c.Workspace, c.ID, maxContactChanges)
	if err != nil {
		return err
	}
	return core.ShowConversations(tx, c.Workspace, conversations...)
}

// SameContact reports whether two states of a contact differ in nothing that a patch changes.
func SameContact(a, b *svcx.Contact) bool {
	if len(a.Tags) != len(b.Tags) {
		return false
	}
	for i := range a.Tags {
		if a.Tags[i] != b.Tags[i] {
			return false
		}
	}
	return a.ExternalID == b.ExternalID && a.Name == b.Name && a.Email == b.Email
}
