package eventlog

import (
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// What an entry is found by. Each reads an index, and no more of the log than the answer or
// one conversation; ids are newest first, at most limit.

// ByReference finds the entries of a call by its X-Request-Id or webhook-id.
func (r Reads) ByReference(ws svcx.WorkspaceID, channel svcx.ChannelID, reference string, limit int) ([]svcx.EventID, error) {
	return sqldb.Collect(r.q, `SELECT id FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND reference <> '' AND reference = $3 ORDER BY id DESC LIMIT $4`,
		sqldb.ScanValue[svcx.EventID], ws, channel, reference, limit)
}

// Again finds the entries that ran an entry's request again.
func (r Reads) Again(ws svcx.WorkspaceID, of svcx.EventID, limit int) ([]svcx.EventID, error) {
	return sqldb.Collect(r.q, `SELECT id FROM event_log WHERE workspace_id = $1 AND again_of IS NOT NULL AND again_of = $2 ORDER BY id DESC LIMIT $3`,
		sqldb.ScanValue[svcx.EventID], ws, of, limit)
}

// RanAgain reports whether an entry's request was run again and carried out.
func (r Reads) RanAgain(ws svcx.WorkspaceID, of svcx.EventID) (bool, error) {
	id, err := sqldb.First(r.q, `SELECT id FROM event_log WHERE workspace_id = $1 AND again_of IS NOT NULL AND again_of = $2 AND status = 'ok' LIMIT 1`,
		sqldb.ScanValue[svcx.EventID], ws, of)
	return id != 0, err
}

// ByConversation finds the entries about a conversation by its external id.
func (r Reads) ByConversation(ws svcx.WorkspaceID, channel svcx.ChannelID, externalID string, limit int) ([]svcx.EventID, error) {
	return sqldb.Collect(r.q, `SELECT id FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND conversation_id <> '' AND conversation_id = $3 ORDER BY id DESC LIMIT $4`,
		sqldb.ScanValue[svcx.EventID], ws, channel, externalID, limit)
}

// ByMessage finds the entries about a message by the key of its messageId
// (store.MessageKey).
func (r Reads) ByMessage(ws svcx.WorkspaceID, channel svcx.ChannelID, key string, limit int) ([]svcx.EventID, error) {
	type place struct {
		message      svcx.MessageID
		conversation *string
	}
	found, err := sqldb.Collect(r.q, `SELECT m.id, c.external_id FROM message_key k CROSS JOIN message m CROSS JOIN conversation c
		WHERE k.workspace_id = $1 AND k.key = $2 AND m.workspace_id = $1 AND m.id = k.message_id AND c.workspace_id = $1 AND c.id = m.conversation_id`,
		func(s sqldb.Scanner) (p place, err error) { return p, s.Scan(&p.message, &p.conversation) }, ws, key)
	if err != nil || len(found) == 0 || found[0].conversation == nil {
		return nil, err
	}
	return sqldb.Collect(r.q, `SELECT id FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND conversation_id <> '' AND conversation_id = $3
		AND message_id = $4 ORDER BY id DESC LIMIT $5`, sqldb.ScanValue[svcx.EventID], ws, channel, *found[0].conversation, found[0].message, limit)
}

// contactConversations is how many conversations of a contact are looked at.
const contactConversations = 10

// ByContact finds entries about the latest conversations of a contact by its external id.
func (r Reads) ByContact(ws svcx.WorkspaceID, channel svcx.ChannelID, externalID string, limit int) (ids []svcx.EventID, err error) {
	type row struct {
		id, into *svcx.ContactID
	}
	scan := func(s sqldb.Scanner) (c row, err error) { return c, s.Scan(&c.id, &c.into) }
	c, err := sqldb.First(r.q, `SELECT id, merged_into FROM contact WHERE workspace_id = $1 AND external_id = $2`, scan, ws, externalID)
	for err == nil && c.into != nil {
		c, err = sqldb.First(r.q, `SELECT id, merged_into FROM contact WHERE workspace_id = $1 AND id = $2`, scan, ws, *c.into)
	}
	if err != nil || c.id == nil {
		return nil, err
	}
	names, err := sqldb.Collect(r.q, `SELECT external_id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 AND channel_id = $3 AND external_id IS NOT NULL
		ORDER BY id DESC LIMIT $4`, sqldb.ScanValue[string], ws, *c.id, channel, contactConversations)
	for _, name := range names {
		some, err := r.ByConversation(ws, channel, name, limit-len(ids))
		if err != nil {
			return nil, err
		}
		if ids = append(ids, some...); len(ids) >= limit {
			break
		}
	}
	return ids, err
}

// refusedRead is how many of the latest entries of a status are searched for what their body
// has.
const refusedRead = 200

// InRefused finds those of the latest entries without a success whose request has the text, as it
// is written: what was refused has no message that could be found. Bodies are kept for a week.
func (r Reads) InRefused(ws svcx.WorkspaceID, channel svcx.ChannelID, text string, limit int) (ids []svcx.EventID, err error) {
	for _, status := range []svcx.EventStatus{svcx.EventInvalid, svcx.EventFailed, svcx.EventSkipped} {
		some, err := sqldb.Collect(r.q, `SELECT b.event_id FROM (SELECT id FROM event_log WHERE workspace_id = $1 AND channel_id = $2 AND status <> 'ok' AND status = $3
			ORDER BY id DESC LIMIT $4) AS latest CROSS JOIN event_body b
			WHERE b.workspace_id = $1 AND b.event_id = latest.id AND replace(b.request, $5, '') <> b.request ORDER BY b.event_id DESC LIMIT $6`,
			sqldb.ScanValue[svcx.EventID], ws, channel, string(status), refusedRead, text, limit)
		if err != nil {
			return nil, err
		}
		ids = append(ids, some...)
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	return ids[:min(limit, len(ids))], nil
}
