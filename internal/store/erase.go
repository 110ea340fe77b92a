package store

import (
	"slices"
	"strconv"
	"strings"

	"svcx"
)

// Erasing a contact (D 6): its row and those of the contacts that were merged into
// it are deleted at once; Remove does the rest. The identifiers by which the rest
// is found are kept in the removal's detail until it is done.

// erasure is the detail of a contact's removal.
type erasure struct {
	// Contacts are the contact and those that were merged into it.
	Contacts    []int64     `json:"contacts"`
	Identifiers identifiers `json:"markers"`
	// Stage is what is being erased, After how far it has come. Current is the
	// conversation at which it is and Trace the progress there. Rename replaces its
	// external id if that identifies the contact.
	Stage   int                 `json:"stage"`
	After   string              `json:"after"`
	Current svcx.ConversationID `json:"now"`
	Trace   trace               `json:"trace"`
	Rename  string              `json:"rename"`
	// work is what the current step has done, in rows.
	work int
}

// DeleteContact deletes a contact and those that were merged into it, and begins
// the removal of all that is theirs.
func (tx *Tx) DeleteContact(c *svcx.Contact) error {
	e := erasure{Stage: stageIdentifiers}
	if err := tx.gather(&e, c, 0); err != nil {
		return err
	}
	d := tx.dialectOf()
	for _, statement := range []string{
		`DELETE FROM contact WHERE workspace_id = $1 AND ` + d.in("id", "$2"),
		`DELETE FROM contact_merge WHERE workspace_id = $1 AND ` + d.in("contact_id", "$2"),
		`DELETE FROM back_request WHERE workspace_id = $1 AND ` + d.in("contact_id", "$2"),
	} {
		if _, err := tx.exec(statement, c.Workspace, d.array(e.Contacts)); err != nil {
			return err
		}
	}
	for _, id := range e.Contacts {
		if err := tx.search().RemoveContact(tx, svcx.ContactID(id)); err != nil {
			return err
		}
	}
	if err := tx.count(c.Workspace, counterContacts, -1); err != nil {
		return err
	}
	return tx.beginRemoval(c.Workspace, removal{kind: removalContact, target: int64(c.ID), detail: encodeJSON(e)})
}

// Erasing reports whether a contact, or one that it was merged into, is being
// erased.
func (tx *Tx) Erasing(ws svcx.WorkspaceID, id svcx.ContactID) (bool, error) {
	details, err := collect(tx, `SELECT detail FROM removal WHERE workspace_id = $1 AND kind = '`+removalContact+`'`, scanValue[string], ws)
	for _, detail := range details {
		var e erasure
		if err := decodeJSON(detail, &e); err != nil {
			return false, err
		}
		if slices.Contains(e.Contacts, int64(id)) {
			return true, nil
		}
	}
	return false, err
}

// gather collects the identifiers of a contact and of those merged into it.
func (tx *Tx) gather(e *erasure, c *svcx.Contact, merged int) error {
	e.Contacts = append(e.Contacts, int64(c.ID))
	e.Identifiers.add(c.Name, c.Email, c.ExternalID)
	pictures := []string{c.AvatarURL}
	if merged > 0 {
		undo, err := tx.MergeUndo(c.Workspace, c.ID)
		if err != nil {
			return err
		}
		for _, i := range []Identity{undo.Merged, undo.Before, undo.After} {
			e.Identifiers.add(i.Name, i.Email, i.ExternalID)
			pictures = append(pictures, i.AvatarURL)
		}
	}
	for _, url := range pictures {
		if url == "" {
			continue
		}
		if err := tx.deleteLater(c.Workspace, PendingPicture, url); err != nil {
			return err
		}
	}
	all, err := tx.MergedContacts(c.Workspace, c.ID)
	if err != nil {
		return err
	}
	for i := range all {
		if err := tx.gather(e, &all[i].Contact, merged+1); err != nil {
			return err
		}
	}
	return nil
}

// The stages of an erasure.
const (
	stageIdentifiers = iota - 1
	stageResponses
	stageParticipants
	stageRatings
	stageConversations
	stageOthersConversations
	stageMoves
	stageBodies
	stageEntries
	stageFeeds
	stagePending
	stageEnd
)

// partWork is what a part of a step costs in addition to the rows that it reads.
const partWork = 25

// erasureStep takes a step of an erasure: many small parts, or a large one.
func (tx *Tx) erasureStep(ws svcx.WorkspaceID, r *removal, media MediaOf) (done bool, err error) {
	var e erasure
	if err := decodeJSON(r.detail, &e); err != nil {
		return false, err
	}
	for e.work < removalStep && e.Stage != stageEnd {
		stageDone, err := tx.erasePart(ws, &e, media)
		if err != nil {
			return false, err
		}
		e.work += e.Trace.rows + partWork
		e.Trace.rows = 0
		if stageDone {
			e.Stage, e.After = e.Stage+1, ""
		}
	}
	r.detail = encodeJSON(e)
	return e.Stage == stageEnd, nil
}

// erasePart does the next part of the stage, and reports whether it was the last.
func (tx *Tx) erasePart(ws svcx.WorkspaceID, e *erasure, media MediaOf) (done bool, err error) {
	switch e.Stage {
	case stageIdentifiers:
		return tx.collectIdentifiers(ws, e)
	case stageConversations:
		return tx.eraseConversations(ws, e, media)
	case stageOthersConversations:
		return tx.eraseFromOthers(ws, e, media)
	}
	e.work = removalStep
	switch e.Stage {
	case stageResponses:
		return tx.eraseResponses(ws, e)
	case stageParticipants:
		return tx.eraseParticipants(ws, e)
	case stageRatings:
		return tx.eraseRatings(ws, e)
	case stageMoves:
		return tx.eraseMoves(ws, e)
	case stageBodies:
		return tx.eraseBodies(ws, e)
	case stageFeeds:
		return tx.eraseOldRatings(ws, e, "channel_id", "feed")
	case stagePending:
		return tx.eraseOldRatings(ws, e, "conversation_id", "state IN ('ready', 'waiting')")
	default:
		return tx.eraseEntries(ws, e)
	}
}

// afterID is the id after which the stage continues, afterSecondID the second of
// two.
func (e *erasure) afterID() int64       { return partOf(e.After, 0) }
func (e *erasure) afterSecondID() int64 { return partOf(e.After, 1) }

func partOf(after string, n int) int64 {
	parts := strings.Split(after, "/")
	if n >= len(parts) {
		return 0
	}
	id, err := strconv.ParseInt(parts[n], 10, 64)
	if err != nil {
		return 0
	}
	return id
}

func (e *erasure) wrote(m *svcx.Message) bool {
	if m.Author.Contact == nil {
		return false
	}
	for _, id := range e.Contacts {
		if svcx.ContactID(id) == *m.Author.Contact {
			return true
		}
	}
	return false
}

// eraseConversations processes the contact's conversations one by one. It deletes
// what the customer wrote, unless that is known to be another contact's, and the
// copies of it. The conversation stays without a contact.
func (tx *Tx) eraseConversations(ws svcx.WorkspaceID, e *erasure, media MediaOf) (done bool, err error) {
	d := tx.dialectOf()
	found, err := tx.nextOf(ws, e, `SELECT id FROM conversation WHERE workspace_id = $1 AND `+d.in("contact_id", "$2")+` ORDER BY id LIMIT 1`)
	if err != nil || !found {
		return err == nil, err
	}
	erased, err := tx.eraseFrom(ws, e, media, func(m *svcx.Message) bool {
		return e.wrote(m) || m.Author.Type == svcx.AuthorCustomer && m.Author.Contact == nil
	})
	if err != nil || !erased {
		return false, err
	}
	return false, tx.detach(ws, e)
}

// eraseFromOthers deletes what the contact wrote in conversations of others.
func (tx *Tx) eraseFromOthers(ws svcx.WorkspaceID, e *erasure, media MediaOf) (done bool, err error) {
	d := tx.dialectOf()
	found, err := tx.nextOf(ws, e, `SELECT conversation_id FROM contact_visit WHERE workspace_id = $1 AND `+d.in("contact_id", "$2")+` ORDER BY conversation_id LIMIT 1`)
	if err != nil || !found {
		return err == nil, err
	}
	erased, err := tx.eraseFrom(ws, e, media, e.wrote)
	if err != nil || !erased {
		return false, err
	}
	if err := tx.recount(ws, e.Current); err != nil {
		return false, err
	}
	_, err = tx.exec(`DELETE FROM contact_visit WHERE workspace_id = $1 AND `+d.in("contact_id", "$2")+` AND conversation_id = $3`, ws, d.array(e.Contacts), e.Current)
	e.Current = 0
	return false, err
}

// nextOf selects the next conversation, unless one is being processed.
func (tx *Tx) nextOf(ws svcx.WorkspaceID, e *erasure, query string) (bool, error) {
	if e.Current != 0 {
		return true, nil
	}
	ids, err := collect(tx, query, scanValue[svcx.ConversationID], ws, tx.dialectOf().array(e.Contacts))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	e.Current, e.Trace, e.Rename = ids[0], trace{Emptied: true}, ""
	c, err := conversation(tx, ws, e.Current)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return true, nil // deleted meanwhile, with all that depends on it
	}
	if err != nil {
		return false, err
	}
	e.Trace = traceOf(c)
	if c.Channel == nil || !e.Identifiers.identify(c.ExternalID) {
		return true, nil
	}
	e.Rename = "svcx-" + strconv.FormatInt(int64(c.ID), 10) + "-erased"
	if _, err := tx.exec(`UPDATE conversation SET external_id = $3 WHERE workspace_id = $1 AND id = $2`, ws, c.ID, e.Rename); err != nil {
		return false, err
	}
	if _, err := tx.exec(`UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND state IN ('ready', 'waiting')`,
		ws, c.ID, e.Rename); err != nil {
		return false, err
	}
	_, err = tx.exec(`UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND feed`, ws, c.ID, e.Rename)
	return true, err
}

// eraseFrom deletes messages of the current conversation, and its bodies in the
// event log.
func (tx *Tx) eraseFrom(ws svcx.WorkspaceID, e *erasure, media MediaOf, remove func(*svcx.Message) bool) (done bool, err error) {
	if !e.Trace.Emptied {
		e.Trace.Emptied, err = tx.forgetMessages(ws, e.Current, &e.Trace, media, remove)
		if err != nil || !e.Trace.Emptied {
			return false, err
		}
		// An attempt under way may have the messages in its body: its outcome is not
		// recorded, and it is made again.
		if _, err := tx.exec(`UPDATE delivery SET lease = NULL WHERE workspace_id = $1 AND conversation_id = $2 AND state IN ('ready', 'waiting')`, ws, e.Current); err != nil {
			return false, err
		}
		e.Trace.Until, err = tx.lastEvent(ws, e.Trace)
		return false, err
	}
	more, err := tx.forgetEvents(ws, e.Current, &e.Trace, func(ws svcx.WorkspaceID, id svcx.ConversationID, events, deliveries []int64) error {
		if err := tx.clearDeliveries(ws, id, deliveries); err != nil || e.Rename == "" {
			return err
		}
		return tx.rename(ws, id, e.Rename, events, deliveries)
	})
	return err == nil && !more, err
}

// rename sets a conversation's new external id in its entries of the event log and
// its deliveries.
func (tx *Tx) rename(ws svcx.WorkspaceID, id svcx.ConversationID, name string, events, deliveries []int64) error {
	d := tx.dialectOf()
	if _, err := tx.exec(`UPDATE event_log`+d.byID()+` SET conversation_id = $2 WHERE workspace_id = $1 AND `+d.in("id", "$3"), ws, name, d.array(events)); err != nil {
		return err
	}
	_, err := tx.exec(`UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND `+d.in("id", "$4"),
		ws, id, name, d.array(deliveries))
	return err
}

// clearDeliveries clears the texts of ratings in deliveries of a conversation.
func (tx *Tx) clearDeliveries(ws svcx.WorkspaceID, id svcx.ConversationID, deliveries []int64) error {
	d := tx.dialectOf()
	const ratings = `SELECT ` + deliveryColumns + ` FROM delivery WHERE workspace_id = $1 AND conversation_id = $2 AND type = 'rating.submitted'`
	sent, err := collect(tx, ratings+` AND (state IN ('ready', 'waiting') OR `+d.in("id", "$3")+`)`, scanDelivery, ws, id, d.array(deliveries))
	if err != nil {
		return err
	}
	inFeed, err := collect(tx, ratings+` AND feed`, scanDelivery, ws, id)
	if err != nil {
		return err
	}
	for _, r := range append(sent, inFeed...) {
		if err := tx.clearRating(r); err != nil {
			return err
		}
	}
	return nil
}

// clearRating empties a rating's event. An attempt that is under way may have it in
// its body: what comes of it is not recorded, and it is made again.
func (tx *Tx) clearRating(d *svcx.Delivery) error {
	d.Data.Comment, d.Data.RatedBy = "", ""
	_, err := tx.exec(`UPDATE delivery SET data = $3, lease = NULL WHERE workspace_id = $1 AND id = $2`, d.Workspace, d.ID, encodeJSON(d.Data))
	return err
}

// detach clears the current conversation's contact, subject, field values and the
// texts of its rating.
func (tx *Tx) detach(ws svcx.WorkspaceID, e *erasure) error {
	id := e.Current
	e.Current = 0
	if _, err := conversation(tx, ws, id); err != nil {
		if svcx.KindOf(err) == svcx.KindNotFound {
			return nil // deleted meanwhile
		}
		return err
	}
	if err := tx.clearDeliveries(ws, id, []int64{}); err != nil {
		return err
	}
	if err := tx.forgetContent(ws, id); err != nil {
		return err
	}
	for _, statement := range []string{
		`UPDATE rating SET comment = '', rated_by = '' WHERE workspace_id = $1 AND conversation_id = $2`,
		`DELETE FROM field_value WHERE workspace_id = $1 AND conversation_id = $2`,
		`UPDATE conversation SET contact_id = NULL, subject = '' WHERE workspace_id = $1 AND id = $2`,
	} {
		if _, err := tx.exec(statement, ws, id); err != nil {
			return err
		}
	}
	return tx.recount(ws, id)
}

// recount sets a conversation's message count and last message time, and has it
// indexed again.
func (tx *Tx) recount(ws svcx.WorkspaceID, id svcx.ConversationID) error {
	if err := tx.Reindex(ws, id); err != nil {
		return err
	}
	_, err := tx.exec(`UPDATE conversation SET
		message_count = (SELECT count(*) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message'),
		last_message_at = (SELECT max(sent_at) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message')
		WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}

// eraseMoves deletes the records of which conversations merges have moved.
func (tx *Tx) eraseMoves(ws svcx.WorkspaceID, e *erasure) (done bool, err error) {
	d := tx.dialectOf()
	n, err := tx.exec(`DELETE FROM contact_move WHERE workspace_id = $1 AND (contact_id, conversation_id) IN
		(SELECT contact_id, conversation_id FROM contact_move WHERE workspace_id = $1 AND `+d.in("contact_id", "$2")+` LIMIT $3)`, ws, d.array(e.Contacts), removalStep)
	return n < removalStep, err
}

// eraseParticipants deletes the contact from the participants of conversations.
func (tx *Tx) eraseParticipants(ws svcx.WorkspaceID, e *erasure) (done bool, err error) {
	next, err := collect(tx, `SELECT id, workspace_id, conversation_id, name, email, external_id, role, added_at FROM participant
		WHERE workspace_id = $1 AND (conversation_id, id) > ($2, $3) ORDER BY conversation_id, id LIMIT $4`, scanParticipant, ws, e.afterID(), e.afterSecondID(), removalStep)
	if err != nil {
		return false, err
	}
	var ids []int64
	for _, p := range next {
		e.After = strconv.FormatInt(int64(p.Conversation), 10) + "/" + strconv.FormatInt(int64(p.ID), 10)
		if e.Identifiers.tell(p.Email) || e.Identifiers.tell(p.ExternalID) || p.Email == "" && p.ExternalID == "" && e.Identifiers.tell(p.Name) {
			ids = append(ids, int64(p.ID))
		}
	}
	d := tx.dialectOf()
	_, err = tx.exec(`DELETE FROM participant`+d.byID()+` WHERE workspace_id = $1 AND `+d.in("id", "$2"), ws, d.array(nonNil(ids)))
	return len(next) < removalStep, err
}

// eraseRatings clears the texts of the contact's ratings of other conversations.
func (tx *Tx) eraseRatings(ws svcx.WorkspaceID, e *erasure) (done bool, err error) {
	next, err := collect(tx, `SELECT `+ratingColumns+` FROM rating
		WHERE workspace_id = $1 AND conversation_id > $2 ORDER BY conversation_id LIMIT $3`, scanRating, ws, e.afterID(), removalStep)
	if err != nil {
		return false, err
	}
	for _, r := range next {
		e.After = strconv.FormatInt(int64(r.Conversation), 10)
		if !e.Identifiers.tell(r.RatedBy) {
			continue
		}
		if _, err := tx.exec(`UPDATE rating SET comment = '', rated_by = '' WHERE workspace_id = $1 AND id = $2`, ws, r.ID); err != nil {
			return false, err
		}
		if err := tx.clearRatingEvents(ws, r.Conversation); err != nil {
			return false, err
		}
	}
	return len(next) < removalStep, nil
}

// clearRatingEvents clears the texts in events of a conversation's rating,
// including those kept for redelivery.
func (tx *Tx) clearRatingEvents(ws svcx.WorkspaceID, id svcx.ConversationID) error {
	c, err := conversation(tx, ws, id)
	if svcx.KindOf(err) == svcx.KindNotFound || err == nil && c.Channel == nil {
		return nil
	}
	if err != nil {
		return err
	}
	sent, err := collect(tx, `SELECT DISTINCT delivery_id`+ofConversation+` AND type = 'rating.submitted' AND delivery_id IS NOT NULL`,
		scanValue[int64], ws, *c.Channel, c.ExternalID)
	if err != nil {
		return err
	}
	return tx.clearDeliveries(ws, id, nonNil(sent))
}

// eraseOldRatings empties what the person said in ratings that were given anew
// since: their events are in the channels' feeds, or still to be sent, and nothing
// else tells of them.
func (tx *Tx) eraseOldRatings(ws svcx.WorkspaceID, e *erasure, group, condition string) (done bool, err error) {
	type event struct {
		group int64
		id    svcx.DeliveryID
		data  string
	}
	rows, err := collect(tx, `SELECT `+group+`, id, CASE WHEN type = 'rating.submitted' THEN data ELSE '' END FROM delivery
		WHERE workspace_id = $1 AND `+condition+` AND (`+group+`, id) > ($2, $3) ORDER BY `+group+`, id LIMIT $4`,
		func(s scanner) (f event, err error) { return f, s.Scan(&f.group, &f.id, &f.data) }, ws, e.afterID(), e.afterSecondID(), removalStep)
	if err != nil {
		return false, err
	}
	for _, f := range rows {
		e.After = strconv.FormatInt(f.group, 10) + "/" + strconv.FormatInt(int64(f.id), 10)
		if f.data == "" {
			continue
		}
		d := &svcx.Delivery{ID: f.id, Workspace: ws}
		if err := decodeJSON(f.data, &d.Data); err != nil {
			return false, err
		}
		if !e.Identifiers.tell(d.Data.RatedBy) {
			continue
		}
		if err := tx.clearRating(d); err != nil {
			return false, err
		}
	}
	return len(rows) < removalStep, nil
}
