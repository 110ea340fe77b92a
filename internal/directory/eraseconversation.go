package directory

import (
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// eraseConversation takes a step in a conversation of the contact. It deletes what the
// customer wrote, unless that is known to be another contact's, and the copies of it.
// The conversation stays, without a contact.
func (e *eraser) eraseConversation() (last bool, err error) {
	if found, err := e.enter(e.FirstConversationOf); err != nil || !found {
		return err == nil, err
	}
	done, err := e.eraseFrom(func(m *svcx.Message) bool {
		return e.wrote(m.Author.Contact) || m.Author.Type == svcx.AuthorCustomer && m.Author.Contact == nil
	})
	if err != nil || !done {
		return false, err
	}
	return false, e.detach()
}

// eraseVisit takes a step in a conversation of another contact. It deletes what the
// erased contact wrote there.
func (e *eraser) eraseVisit() (last bool, err error) {
	if found, err := e.enter(e.FirstVisit); err != nil || !found {
		return err == nil, err
	}
	done, err := e.eraseFrom(func(m *svcx.Message) bool { return e.wrote(m.Author.Contact) })
	if err != nil || !done {
		return false, err
	}
	id := e.Current
	e.Current = 0
	if err := e.Recount(id); err != nil {
		return false, err
	}
	return false, e.DeleteVisits(e.Contacts, id)
}

// wrote reports whether the author of a message is the contact.
func (e *eraser) wrote(author *svcx.ContactID) bool {
	return author != nil && e.is(int64(*author))
}

// enter goes on in the current conversation, or in the one that next finds. It gives
// a conversation whose external id identifies the contact another one.
func (e *eraser) enter(next func(contacts []int64) (svcx.ConversationID, error)) (found bool, err error) {
	if e.Current != 0 {
		return true, nil
	}
	id, err := next(e.Contacts)
	if err != nil || id == 0 {
		return false, err
	}
	e.Current, e.Trace, e.Rename = id, store.Trace{Emptied: true}, ""
	c, err := e.Tx.Conversation(e.Workspace, id)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return true, nil // deleted meanwhile, with all that depends on it
	}
	if err != nil {
		return false, err
	}
	e.Trace = store.TraceOf(c)
	if c.Channel == nil || !e.Identifiers.identify(c.ExternalID) {
		return true, nil
	}
	e.Rename = "svcx-" + strconv.FormatInt(int64(id), 10) + "-erased"
	return true, e.RenameConversation(id, e.Rename)
}

// eraseFrom takes a step in the current conversation: it deletes messages first, then
// the bodies of its entries in the event log, and reports whether nothing is left.
func (e *eraser) eraseFrom(remove func(*svcx.Message) bool) (done bool, err error) {
	var read int
	if !e.Trace.Emptied {
		read, e.Trace.Emptied, err = e.ForgetMessages(e.Current, &e.Trace, remove)
		e.work += read
		if err != nil || !e.Trace.Emptied {
			return false, err
		}
		// An attempt under way may have the messages in its body.
		if err := e.RevokeLeases(e.Current); err != nil {
			return false, err
		}
		return false, e.EndTrace(&e.Trace)
	}
	read, done, err = e.ForgetEvents(&e.Trace, e.eraseEvents)
	e.work += read
	return done, err
}

// eraseEvents erases what entries of the current conversation and their deliveries
// have besides the bodies.
func (e *eraser) eraseEvents(events, deliveries []int64) error {
	if err := e.clearRatingEvents(e.Current, deliveries); err != nil || e.Rename == "" {
		return err
	}
	if err := e.SetEventConversation(events, e.Rename); err != nil {
		return err
	}
	return e.RenameDeliveries(e.Current, e.Rename, deliveries)
}

// detach leaves the current conversation: it clears its contact and subject, its field
// values, the texts of its rating, and what members have written to the contact and not sent.
func (e *eraser) detach() error {
	id := e.Current
	e.Current = 0
	if _, err := e.Tx.Conversation(e.Workspace, id); err != nil {
		if svcx.KindOf(err) == svcx.KindNotFound {
			return nil // deleted meanwhile
		}
		return err
	}
	if err := e.clearRatingEvents(id, nil); err != nil {
		return err
	}
	for _, forget := range []func(svcx.ConversationID) error{e.ForgetContent, e.ClearRating, e.DeleteFieldValues, e.DeleteDrafts, e.DetachContact, e.Recount} {
		if err := forget(id); err != nil {
			return err
		}
	}
	return nil
}
