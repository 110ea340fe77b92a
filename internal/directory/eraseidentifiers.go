package directory

import (
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// addContact adds a contact, and those that were merged into it, to the erasure, with
// the identifiers that they have or had before a merge. It has their pictures deleted.
func (e *eraser) addContact(c *svcx.Contact, merged bool) error {
	e.Contacts = append(e.Contacts, int64(c.ID))
	e.Identifiers.add(c.Name, c.Email, c.ExternalID)
	pictures := []string{c.AvatarURL}
	if merged {
		undo, err := e.Tx.MergeUndo(c.Workspace, c.ID)
		if err != nil {
			return err
		}
		for _, i := range []store.Identity{undo.Merged, undo.Before, undo.After} {
			e.Identifiers.add(i.Name, i.Email, i.ExternalID)
			pictures = append(pictures, i.AvatarURL)
		}
	}
	pictures = slices.DeleteFunc(pictures, func(url string) bool { return url == "" })
	if err := e.DeletePictures(pictures...); err != nil {
		return err
	}
	all, err := e.Tx.MergedContacts(c.Workspace, c.ID)
	if err != nil {
		return err
	}
	for i := range all {
		if err := e.addContact(&all[i].Contact, true); err != nil {
			return err
		}
	}
	return nil
}

// is reports whether an id is the contact's, or of one that was merged into it.
func (e *eraser) is(contact int64) bool { return slices.Contains(e.Contacts, contact) }

// maxIdentifiers bounds the names, addresses and external ids of an erasure: each text
// is compared with all of them.
const maxIdentifiers = 200

// collectIdentifiers collects the authors' names, addresses and external ids of the
// messages that the contact wrote, conversation by conversation: the contact itself
// has only its latest ones. Those that are another contact's by now are left out.
func (e *eraser) collectIdentifiers() (last bool, err error) {
	if e.Current == 0 {
		id, err := e.NextConversationWith(e.Contacts, svcx.ConversationID(e.afterPair()[0]))
		if err != nil || id == 0 {
			return err == nil, err
		}
		e.Current, e.Trace = id, store.Trace{SentAt: -1}
	}
	authors, err := e.AuthorsAfter(e.Current, e.Trace.SentAt, e.Trace.Message, store.RemovalStep)
	if err != nil {
		return false, err
	}
	var found identifiers
	for _, a := range authors {
		e.Trace.SentAt, e.Trace.Message = a.SentAt, a.Message
		if e.wrote(a.Contact) {
			found.collect(&e.Identifiers, a)
		}
	}
	e.work += len(authors)
	if len(authors) < store.RemovalStep {
		e.setAfter(int64(e.Current))
		e.Current = 0
	}
	return false, e.addIdentifiers(found)
}

// addIdentifiers adds the found identifiers that no contact has.
func (e *eraser) addIdentifiers(found identifiers) error {
	if len(found.Emails) > 0 {
		taken, err := e.TakenEmailKeys(found.Emails)
		if err != nil {
			return err
		}
		e.Identifiers.Emails = append(e.Identifiers.Emails, without(found.Emails, taken)...)
	}
	if values := slices.Concat(found.Values, found.Names); len(values) > 0 {
		taken, err := e.TakenExternalIDs(values)
		if err != nil {
			return err
		}
		e.Identifiers.Names = append(e.Identifiers.Names, without(found.Names, taken)...)
		e.Identifiers.Values = append(e.Identifiers.Values, without(found.Values, taken)...)
	}
	return nil
}

func without(all, some []string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return slices.Contains(some, s) })
}

// afterPair are the ids after which the stage continues; the second is 0 where one is
// enough. setAfter stores them.
func (e *eraser) afterPair() (ids [2]int64) {
	for i, part := range strings.SplitN(e.After, "/", len(ids)) {
		ids[i], _ = strconv.ParseInt(part, 10, 64) // "" at the beginning of a stage
	}
	return ids
}

func (e *eraser) setAfter(ids ...int64) {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = strconv.FormatInt(id, 10)
	}
	e.After = strings.Join(parts, "/")
}
