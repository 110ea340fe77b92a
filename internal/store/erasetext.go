package store

import (
	"regexp"
	"strconv"

	"svcx"
)

// What an erasure looks through because a person may stand in it: kept answers
// and the event log.

// textStep is how many texts are looked through in a step.
const textStep = 200

// erasedAnswer is what is kept of an answer that held something of the person:
// the request must still not be carried out again.
const erasedAnswer = `{"data":null}`

// answerOf finds what a kept answer is about. Of contacts alone it begins with
// these two.
var answerOf = regexp.MustCompile(`"(contactId|conversationId)":"?(\d{1,18})|^\{"data":\{"id":"?(\d{1,18})"?,"externalId":`)

// eraseAnswers empties the kept answers of requests that are carried out once.
func (tx *Tx) eraseAnswers(ws svcx.WorkspaceID, e *erasure) (through bool, err error) {
	type kept struct{ key, answer string }
	next, err := collect(tx, `SELECT key, answer FROM idempotency WHERE workspace_id = $1 AND key > $2 ORDER BY key LIMIT $3`,
		func(s scanner) (k kept, err error) { return k, s.Scan(&k.key, &k.answer) }, ws, e.After, textStep)
	if err != nil {
		return false, err
	}
	for _, k := range next {
		e.After = k.key
		holds := e.Markers.in(k.answer)
		if !holds {
			if holds, err = tx.isAbout(ws, e, k.answer); err != nil {
				return false, err
			}
		}
		if !holds {
			continue
		}
		if _, err := tx.exec(`UPDATE idempotency SET answer = $3 WHERE workspace_id = $1 AND key = $2`, ws, k.key, erasedAnswer); err != nil {
			return false, err
		}
	}
	return len(next) < textStep, nil
}

// isAbout reports whether an answer is about the person or a conversation of
// theirs.
func (tx *Tx) isAbout(ws svcx.WorkspaceID, e *erasure, answer string) (bool, error) {
	for _, match := range answerOf.FindAllStringSubmatch(answer, -1) {
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

// eraseBodies removes what the event log has of the person where it stands with
// no conversation of theirs, above all what was no message.
func (tx *Tx) eraseBodies(ws svcx.WorkspaceID, e *erasure) (through bool, err error) {
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
		if e.Markers.in(b.request) || e.Markers.in(b.response) {
			ids = append(ids, b.event)
		}
	}
	d := tx.dialectOf()
	if _, err := tx.exec(`DELETE FROM event_body WHERE workspace_id = $1 AND `+d.in("event_id", "$2"), ws, d.array(nonNil(ids))); err != nil {
		return false, err
	}
	return len(next) < textStep, tx.anonymizeRecords(ws, e, ids)
}

// anonymizeRecords takes the conversation's external id out of records where it says
// who the person is. A conversation that is there is another's by then, and its
// records stay with it.
func (tx *Tx) anonymizeRecords(ws svcx.WorkspaceID, e *erasure, ids []int64) error {
	type record struct {
		id   int64
		name string
	}
	d := tx.dialectOf()
	all, err := collect(tx, `SELECT id, conversation_id FROM event_log`+d.byID()+` WHERE workspace_id = $1 AND `+d.in("id", "$2")+` AND conversation_id <> ''`+ofNoConversation,
		func(s scanner) (r record, err error) { return r, s.Scan(&r.id, &r.name) }, ws, d.array(nonNil(ids)))
	if err != nil {
		return err
	}
	var named []int64
	for _, r := range all {
		if e.Markers.name(r.name) {
			named = append(named, r.id)
		}
	}
	return tx.clearConversationID(ws, named)
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

// eraseRecords does the same to records that are older than their bodies: those
// whose conversation is called exactly what the person is.
func (tx *Tx) eraseRecords(ws svcx.WorkspaceID, e *erasure) (through bool, err error) {
	d := tx.dialectOf()
	ids, err := collect(tx, `SELECT id FROM event_log WHERE workspace_id = $1 AND channel_id IN (SELECT id FROM channel WHERE workspace_id = $1)
		AND conversation_id <> '' AND `+d.in("conversation_id", "$2")+ofNoConversation+` LIMIT $3`,
		scanValue[int64], ws, d.array(append(nonNil(e.Markers.Values), e.Markers.Emails...)), removalStep)
	if err != nil {
		return false, err
	}
	return len(ids) < removalStep, tx.clearConversationID(ws, ids)
}
