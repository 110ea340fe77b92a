package messaging

import (
	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// write stores what was decided. Missing ids are reserved first, so that all writes can
// be pipelined.
func (d *decider) write(core *inbox.Core, tx *store.Tx) error {
	return d.reserved(core, tx, tx.Pipeline)
}

// finish is write at the end of the transaction; see store.Tx.Finish.
func (d *decider) finish(core *inbox.Core, tx *store.Tx) error {
	return d.reserved(core, tx, tx.Finish)
}

func (d *decider) reserved(core *inbox.Core, tx *store.Tx, send func(func() error) error) error {
	if err := tx.ReserveIDs(d.newIDs()); err != nil {
		return err
	}
	return send(func() error { return d.writeAll(core, tx) })
}

// newIDs is how many ids are needed.
func (d *decider) newIDs() store.IDReservation {
	n := store.IDReservation{Messages: len(d.messages), Events: len(d.events) + d.out.Skipped()}
	for _, p := range d.allContacts {
		if p.fresh {
			n.Contacts++
		}
	}
	for _, conv := range d.allConversations {
		if conv.fresh {
			n.Conversations++
		}
	}
	return n
}

// writeAll writes in the order of references.
func (d *decider) writeAll(core *inbox.Core, tx *store.Tx) error {
	if err := d.writeContacts(tx); err != nil {
		return err
	}
	if err := d.writeConversations(tx); err != nil {
		return err
	}
	if err := d.writeMessages(tx); err != nil {
		return err
	}
	if err := d.writeOptional(tx); err != nil {
		return err
	}
	if err := d.out.Write(core, tx, d.ws, d.touched()); err != nil {
		return err
	}
	return tx.InsertEvents(d.events...)
}

func (d *decider) writeContacts(tx *store.Tx) error {
	var fresh []*svcx.Contact
	for _, p := range d.allContacts {
		switch {
		case p.fresh:
			fresh = append(fresh, p.Contact)
		case p.changed:
			if err := tx.UpdateContact(p.Contact); err != nil {
				return err
			}
		}
	}
	ids, err := tx.ReserveContacts(len(fresh))
	if err != nil {
		return err
	}
	for i, c := range fresh {
		c.ID = svcx.ContactID(ids[i])
	}
	return tx.InsertContacts(fresh...)
}

func (d *decider) writeConversations(tx *store.Tx) error {
	var fresh []*svcx.Conversation
	var changed []store.ConversationChange
	var reindex []svcx.ConversationID
	for _, conv := range d.allConversations {
		if conv.contact != nil {
			id := conv.contact.ID
			conv.Contact = &id
		}
		switch {
		case conv.fresh:
			fresh = append(fresh, conv.Conversation)
		case conv.changed:
			changed = append(changed, store.ConversationChange{Conversation: conv.Conversation, Was: conv.was})
			if conv.reindex {
				reindex = append(reindex, conv.ID)
			}
		}
	}
	if err := tx.UpdateConversations(changed...); err != nil {
		return err
	}
	if err := tx.ReindexHeads(d.ws, reindex...); err != nil {
		return err
	}
	ids, err := tx.ReserveConversations(len(fresh))
	if err != nil {
		return err
	}
	for i, c := range fresh {
		c.ID = svcx.ConversationID(ids[i])
	}
	return tx.InsertConversations(fresh...)
}

func (d *decider) writeMessages(tx *store.Tx) error {
	ids, err := tx.ReserveMessages(len(d.messages))
	if err != nil {
		return err
	}
	messages := make([]*svcx.Message, len(d.messages))
	for i, e := range d.messages {
		e.ID, e.Conversation = svcx.MessageID(ids[i]), e.conversation.ID
		if e.author != nil {
			id := e.author.ID
			e.Author.Contact = &id
		}
		if e.logEntry != nil {
			id := e.ID
			e.logEntry.Message = &id
		}
		messages[i] = e.Message
		d.out.ShowMessage(e.Message)
	}
	keys, of := make([]string, len(d.keys)), make([]svcx.MessageID, len(d.keys))
	for i, k := range d.keys {
		keys[i], of[i] = k.key, k.of.ID
	}
	if err := store.InsertMessageKeysOf(tx, d.ws, keys, of); err != nil {
		return err
	}
	return tx.InsertMessages(messages...)
}

// touched are the conversations that the batch created or changed, or whose contact it
// changed.
func (d *decider) touched() (conversations []*svcx.Conversation) {
	for _, conv := range d.allConversations {
		if conv.fresh || conv.changed || conv.contactChanged {
			conversations = append(conversations, conv.Conversation)
		}
	}
	return conversations
}
