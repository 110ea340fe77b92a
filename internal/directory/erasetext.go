package directory

import (
	"regexp"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// Texts that may have an identifier anywhere: stored responses and the event log.

// textStep is how many texts a step searches.
const textStep = 200

// erasedResponse replaces a stored response that had something of the contact: the
// request must still not be carried out again.
const erasedResponse = `{"data":null}`

// responseSubject matches the ids that a stored response is about. Only one about a
// contact begins with these two members.
var responseSubject = regexp.MustCompile(`"(contactId|conversationId)":"?(\d{1,18})|^\{"data":\{"id":"?(\d{1,18})"?,"externalId":`)

// eraseResponses clears the stored responses of idempotency keys.
func (e *eraser) eraseResponses() (last bool, err error) {
	next, err := e.AnswersAfter(e.After, textStep)
	if err != nil {
		return false, err
	}
	for _, a := range next {
		e.After = a.Key
		about, err := e.isAbout(a.Body)
		if err != nil {
			return false, err
		}
		if !about {
			continue
		}
		if err := e.ReplaceAnswer(store.StoredAnswer{Key: a.Key, Body: erasedResponse}); err != nil {
			return false, err
		}
	}
	return len(next) < textStep, nil
}

// isAbout reports whether a response has an identifier, or the id of the contact or of
// a conversation of theirs.
func (e *eraser) isAbout(response string) (bool, error) {
	if e.Identifiers.foundIn(response) {
		return true, nil
	}
	for _, match := range responseSubject.FindAllStringSubmatch(response, -1) {
		id, err := strconv.ParseInt(match[2]+match[3], 10, 64)
		if err != nil {
			continue
		}
		if match[1] != "conversationId" {
			if e.is(id) {
				return true, nil
			}
			continue
		}
		c, err := e.Tx.Conversation(e.Workspace, svcx.ConversationID(id))
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
			return false, err
		}
		if err == nil && c.Contact != nil && e.is(int64(*c.Contact)) {
			return true, nil
		}
	}
	return false, nil
}

// eraseBodies deletes bodies of the event log that have an identifier and belong to no
// conversation of the contact, mostly requests that were no message.
func (e *eraser) eraseBodies() (last bool, err error) {
	next, err := e.EventBodiesAfter(e.afterPair()[0], textStep)
	if err != nil {
		return false, err
	}
	var ids []int64
	for _, b := range next {
		e.setAfter(b.Event)
		if e.Identifiers.foundIn(b.Request) || e.Identifiers.foundIn(b.Response) {
			ids = append(ids, b.Event)
		}
	}
	if err := e.DeleteEventBodies(ids); err != nil {
		return false, err
	}
	if err := e.clearRatingsIn(ids); err != nil {
		return false, err
	}
	return len(next) < textStep, e.anonymize(ids)
}

// entryStep is how many entries are read in a step, by an index alone.
const entryStep = 5000

// anonymizeEntries anonymizes entries whose bodies are no longer kept, if the external
// id of their conversation identifies the contact.
func (e *eraser) anonymizeEntries() (last bool, err error) {
	next, end, err := e.NamedEventsAfter(e.After, entryStep)
	if err != nil || len(next) == 0 {
		return err == nil, err
	}
	var ids []int64
	named := false
	for i, entry := range next {
		if i == 0 || entry.ExternalID != next[i-1].ExternalID {
			named = e.Identifiers.identify(entry.ExternalID)
		}
		if named {
			ids = append(ids, entry.Event)
		}
	}
	e.After = end
	return len(next) < entryStep, e.anonymize(ids)
}

// anonymize clears the conversation's external id in entries where it identifies the
// contact. A conversation that still exists is another contact's by then, and keeps
// its entries.
func (e *eraser) anonymize(entries []int64) error {
	without, err := e.EventsWithoutConversation(entries)
	if err != nil {
		return err
	}
	var ids []int64
	for _, entry := range without {
		if e.Identifiers.identify(entry.ExternalID) {
			ids = append(ids, entry.Event)
		}
	}
	return e.SetEventConversation(ids, "")
}
