package inbox

import (
	"svcx"
	"svcx/internal/store"
)

// write stores what was decided: what ids are still missing are taken first, so
// that the rest can go together.
func (d *decider) write(tx *store.Tx) error {
	return d.reserved(tx, tx.Pipeline)
}

// finish is write for the end of the transaction: see store.Tx.Finish.
func (d *decider) finish(tx *store.Tx) error {
	return d.reserved(tx, tx.Finish)
}

func (d *decider) reserved(tx *store.Tx, send func(func() error) error) error {
	if err := tx.ReserveIDs(d.makes()); err != nil {
		return err
	}
	return send(func() error { return d.writeAll(tx) })
}

// makes is how many ids will be needed.
func (d *decider) makes() store.IDReservation {
	n := store.IDReservation{Messages: len(d.messages), Events: len(d.events) + len(d.out.skipped)}
	for _, p := range d.people {
		if p.fresh {
			n.Contacts++
		}
	}
	for _, t := range d.threads {
		if t.fresh {
			n.Conversations++
		}
	}
	return n
}

// writeAll writes in the order in which things refer to each other.
func (d *decider) writeAll(tx *store.Tx) error {
	if err := d.writeContacts(tx); err != nil {
		return err
	}
	if err := d.writeConversations(tx); err != nil {
		return err
	}
	if err := d.writeMessages(tx); err != nil {
		return err
	}
	if err := d.writeExtras(tx); err != nil {
		return err
	}
	if err := d.out.write(tx, d.ws, d.in.Now()); err != nil {
		return err
	}
	if err := d.in.show(tx, d.ws, d.out.shown.changes(d.touched())); err != nil {
		return err
	}
	return tx.InsertEvents(d.events...)
}

func (d *decider) writeContacts(tx *store.Tx) error {
	var fresh []*svcx.Contact
	for _, p := range d.people {
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
	var headed []svcx.ConversationID
	for _, t := range d.threads {
		if t.contact != nil {
			id := t.contact.ID
			t.Contact = &id
		}
		switch {
		case t.fresh:
			fresh = append(fresh, t.Conversation)
		case t.changed:
			if err := tx.UpdateConversation(t.Conversation, t.was); err != nil {
				return err
			}
			if t.reindex {
				headed = append(headed, t.ID)
			}
		}
	}
	if err := tx.ReindexHeads(d.ws, headed...); err != nil {
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
	if err := tx.InsertMessageKeys(d.ws, d.keys...); err != nil {
		return err
	}
	ids, err := tx.ReserveMessages(len(d.messages))
	if err != nil {
		return err
	}
	messages := make([]*svcx.Message, len(d.messages))
	for i, e := range d.messages {
		e.ID, e.Conversation = svcx.MessageID(ids[i]), e.thread.ID
		if e.author != nil {
			id := e.author.ID
			e.Author.Contact = &id
		}
		if e.record != nil { // imports have none
			id := e.ID
			e.record.Message = &id
		}
		messages[i] = e.Message
		d.out.shown.message(e.Message)
	}
	return tx.InsertMessages(messages...)
}
