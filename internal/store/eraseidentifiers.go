package store

import (
	"slices"
	"strconv"

	"svcx"
)

// maxIdentifiers bounds the names, addresses and external ids of an erasure: each
// text is compared with all of them.
const maxIdentifiers = 200

// collectIdentifiers collects the authors' names, addresses and external ids of the
// messages that the contact wrote, conversation by conversation: the contact itself
// has only its latest ones. Those that are another contact's by now are left out.
func (tx *Tx) collectIdentifiers(ws svcx.WorkspaceID, e *erasure) (done bool, err error) {
	d := tx.dialectOf()
	if e.Current == 0 {
		ids, err := collect(tx, `SELECT id FROM (
			SELECT id FROM (SELECT id FROM conversation WHERE workspace_id = $1 AND `+d.in("contact_id", "$2")+` AND id > $3 ORDER BY id LIMIT 1) AS own
			UNION SELECT id FROM (SELECT conversation_id AS id FROM contact_visit WHERE workspace_id = $1 AND `+d.in("contact_id", "$2")+` AND conversation_id > $3
				ORDER BY conversation_id LIMIT 1) AS visited
			) AS either ORDER BY id LIMIT 1`, scanValue[svcx.ConversationID], ws, d.array(e.Contacts), e.afterID())
		if err != nil || len(ids) == 0 {
			return err == nil, err
		}
		e.Current, e.Trace = ids[0], trace{SentAt: -1}
	}
	var m svcx.Message
	var found identifiers
	rows, err := collect(tx, `SELECT sent_at, id, author_contact_id, author_name, author_email, author_external_id FROM message
		WHERE workspace_id = $1 AND conversation_id = $2 AND (sent_at, id) > ($3, $4) ORDER BY sent_at, id LIMIT $5`,
		func(s scanner) (struct{}, error) {
			m.Author.Contact = nil
			err := s.Scan(&m.SentAt, &m.ID, &m.Author.Contact, &m.Author.Name, &m.Author.Email, &m.Author.ExternalID)
			if err == nil && e.wrote(&m) {
				found.collect(&e.Identifiers, m.Author)
			}
			return struct{}{}, err
		}, ws, e.Current, e.Trace.SentAt, e.Trace.Message, removalStep)
	if err != nil {
		return false, err
	}
	e.Trace.SentAt, e.Trace.Message, e.Trace.rows = m.SentAt, m.ID, len(rows)
	if len(rows) < removalStep {
		e.After, e.Current = strconv.FormatInt(int64(e.Current), 10), 0
	}
	return false, tx.addIdentifiers(ws, &e.Identifiers, found)
}

// collect adds an author's identifiers that are not known yet.
func (m *identifiers) collect(known *identifiers, a svcx.Author) {
	if len(known.Emails)+len(known.Values)+len(m.Emails)+len(m.Values) >= maxIdentifiers {
		return
	}
	if email := svcx.EmailKey(a.Email); email != "" && !slices.Contains(known.Emails, email) && !slices.Contains(m.Emails, email) {
		m.Emails = append(m.Emails, email)
	}
	for _, value := range []string{a.Name, a.ExternalID} {
		if value != "" && !slices.Contains(known.Values, value) && !slices.Contains(m.Values, value) {
			m.Values = append(m.Values, value)
		}
	}
}

// addIdentifiers adds the found identifiers that no contact has.
func (tx *Tx) addIdentifiers(ws svcx.WorkspaceID, known *identifiers, found identifiers) error {
	d := tx.dialectOf()
	if len(found.Emails) > 0 {
		taken, err := collect(tx, `SELECT email_key FROM contact WHERE workspace_id = $1 AND `+d.in("email_key", "$2"), scanValue[string], ws, d.array(found.Emails))
		if err != nil {
			return err
		}
		known.Emails = append(known.Emails, without(found.Emails, taken)...)
	}
	if len(found.Values) > 0 {
		taken, err := collect(tx, `SELECT external_id FROM contact WHERE workspace_id = $1 AND `+d.in("external_id", "$2"), scanValue[string], ws, d.array(found.Values))
		if err != nil {
			return err
		}
		known.Values = append(known.Values, without(found.Values, taken)...)
	}
	return nil
}

func without(all, some []string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return slices.Contains(some, s) })
}
