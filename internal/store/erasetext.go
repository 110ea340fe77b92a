package store

import (
	"regexp"
	"strconv"

	"svcx"
)

// Texts that an erasure searches, since they may contain an identifier: stored
// responses and the event log.

// textStep is how many texts a step searches.
const textStep = 200

// erasedResponse replaces a stored response that had something of the contact: the
// request must still not be carried out again.
const erasedResponse = `{"data":null}`

// responseSubject matches the ids that a stored response is about. Only one about a
// contact begins with these two members.
var responseSubject = regexp.MustCompile(`"(contactId|conversationId)":"?(\d{1,18})|^\{"data":\{"id":"?(\d{1,18})"?,"externalId":`)

// eraseResponses clears the stored responses of idempotency keys.
func (tx *Tx) eraseResponses(ws svcx.WorkspaceID, e *erasure) (done bool, err error) {
	type stored struct{ key, response string }
	next, err := collect(tx, `SELECT key, answer FROM idempotency WHERE workspace_id = $1 AND key > $2 ORDER BY key LIMIT $3`,
		func(s scanner) (r stored, err error) { return r, s.Scan(&r.key, &r.response) }, ws, e.After, textStep)
	if err != nil {
		return false, err
	}
	for _, r := range next {
		e.After = r.key
		clear := e.Identifiers.foundIn(r.response)
		if !clear {
			if clear, err = tx.isAbout(ws, e, r.response); err != nil {
				return false, err
			}
		}
		if !clear {
			continue
		}
		if _, err := tx.exec(`UPDATE idempotency SET answer = $3 WHERE workspace_id = $1 AND key = $2`, ws, r.key, erasedResponse); err != nil {
			return false, err
		}
	}
	return len(next) < textStep, nil
}

// isAbout reports whether a response is about the contact or a conversation of
// theirs.
func (tx *Tx) isAbout(ws svcx.WorkspaceID, e *erasure, response string) (bool, error) {
	for _, match := range responseSubject.FindAllStringSubmatch(response, -1) {
		id, err := strconv.ParseInt(match[2]+match[3], 10, 64)
		if err != nil {
			continue
		}
		if match[1] == "conversationId" {
			c, err := conversation(tx, ws, svcx.ConversationID(id))
			if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
				return false, err
			}
			if err != nil || c.Contact == nil {
				continue
			}
			id = int64(*c.Contact)
		}
		for _, known := range e.Contacts {
			if known == id {
				return true, nil
			}
		}
	}
	return false, nil
}

// eraseBodies deletes bodies of the event log that have an identifier and belong to
// no conversation of the contact, mostly requests that were no message.
func (tx *Tx) eraseBodies(ws svcx.WorkspaceID, e *erasure) (done bool, err error) {
	type body struct {
		event             int64
		request, response string
	}
	next, err := collect(tx, `SELECT event_id, request, response FROM event_body WHERE workspace_id = $1 AND event_id > $2 ORDER BY event_id LIMIT $3`,
		func(s scanner) (b body, err error) { return b, s.Scan(&b.event, &b.request, &b.response) }, ws, e.afterID(), textStep)
	if err != nil {
		return false, err
	}
	var ids []int64
	for _, b := range next {
		e.After = strconv.FormatInt(b.event, 10)
		if e.Identifiers.foundIn(b.request) || e.Identifiers.foundIn(b.response) {
			ids = append(ids, b.event)
		}
	}
	d := tx.dialectOf()
	if _, err := tx.exec(`DELETE FROM event_body WHERE workspace_id = $1 AND `+d.in("event_id", "$2"), ws, d.array(nonNil(ids))); err != nil {
		return false, err
	}
	return len(next) < textStep, tx.anonymizeEntries(ws, e, ids)
}

// anonymizeEntries clears the conversation's external id in entries where it
// identifies the contact. A conversation that still exists is another contact's by
// then, and keeps its entries.
func (tx *Tx) anonymizeEntries(ws svcx.WorkspaceID, e *erasure, ids []int64) error {
	type entry struct {
		id         int64
		externalID string
	}
	d := tx.dialectOf()
	all, err := collect(tx, `SELECT id, conversation_id FROM event_log`+d.byID()+` WHERE workspace_id = $1 AND `+d.in("id", "$2")+` AND conversation_id <> ''`+ofNoConversation,
		func(s scanner) (r entry, err error) { return r, s.Scan(&r.id, &r.externalID) }, ws, d.array(nonNil(ids)))
	if err != nil {
		return err
	}
	var identifying []int64
	for _, r := range all {
		if e.Identifiers.identify(r.externalID) {
			identifying = append(identifying, r.id)
		}
	}
	return tx.clearConversationID(ws, identifying)
}

const ofNoConversation = ` AND NOT EXISTS (SELECT 1 FROM conversation c
	WHERE c.workspace_id = $1 AND c.external_id = event_log.conversation_id AND c.channel_id = event_log.channel_id)`

func (tx *Tx) clearConversationID(ws svcx.WorkspaceID, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	d := tx.dialectOf()
	_, err := tx.exec(`UPDATE event_log`+d.byID()+` SET conversation_id = '' WHERE workspace_id = $1 AND `+d.in("id", "$2"), ws, d.array(ids))
	return err
}

// eraseEntries anonymizes entries whose bodies are no longer kept, if the external
// id of their conversation is an identifier.
func (tx *Tx) eraseEntries(ws svcx.WorkspaceID, e *erasure) (done bool, err error) {
	d := tx.dialectOf()
	ids, err := collect(tx, `SELECT id FROM event_log WHERE workspace_id = $1 AND channel_id IN (SELECT id FROM channel WHERE workspace_id = $1)
		AND conversation_id <> '' AND `+d.in("conversation_id", "$2")+ofNoConversation+` LIMIT $3`,
		scanValue[int64], ws, d.array(append(nonNil(e.Identifiers.Values), e.Identifiers.Emails...)), removalStep)
	if err != nil {
		return false, err
	}
	return len(ids) < removalStep, tx.clearConversationID(ws, ids)
}
