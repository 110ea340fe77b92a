package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var fieldTable = sqldb.NewTable("field", func(f *svcx.Field) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &f.ID),
		sqldb.Field("workspace_id", &f.Workspace),
		sqldb.Field("key", &f.Key),
		sqldb.Field("name", &f.Name),
		sqldb.Field("type", &f.Type),
		sqldb.Field("category_id", &f.Category),
		sqldb.Field("required", &f.Required),
		sqldb.JSON("options", &f.Options),
		sqldb.Field("position", &f.Position),
	}
})

var fieldsQuery = `SELECT ` + fieldTable.Columns() + ` FROM field WHERE workspace_id = $1 ORDER BY position, id`

// Fields lists all field definitions of the workspace by position.
func (r Reads) Fields(ws svcx.WorkspaceID) ([]*svcx.Field, error) {
	return sqldb.Collect(r.q, fieldsQuery, fieldTable.Scan, ws)
}

// Field finds a field definition of the workspace.
func (r Reads) Field(ws svcx.WorkspaceID, id svcx.FieldID) (*svcx.Field, error) {
	f, err := sqldb.One(r.q, `SELECT `+fieldTable.Columns()+` FROM field WHERE workspace_id = $1 AND id = $2`, fieldTable.Scan, ws, id)
	return sqldb.Found(f, err, "field")
}

// InsertField stores a new definition after the others and sets its id and
// position. A key that is taken breaks the constraint field_key.
func (tx *Tx) InsertField(f *svcx.Field) error {
	err := fieldTable.Reserve(tx.Tx, f)
	if err != nil {
		return err
	}
	if f.Position, err = sqldb.One(tx, `SELECT COALESCE(MAX(position) + 1, 0) FROM field WHERE workspace_id = $1`, sqldb.ScanValue[int], f.Workspace); err != nil {
		return err
	}
	return fieldTable.Insert(tx.Tx, f)
}

var fieldUpdate = fieldTable.Update("name", "required", "options", "position")

// UpdateField stores the fields of a definition that may change.
func (tx *Tx) UpdateField(f *svcx.Field) error {
	_, err := fieldUpdate.Exec(tx.Tx, f)
	return err
}

// DeleteField deletes the definition (R 4.6). It can no longer be used; Remove
// deletes its values.
func (tx *Tx) DeleteField(ws svcx.WorkspaceID, id svcx.FieldID) error {
	if _, err := tx.Exec(`INSERT INTO removal (workspace_id, kind, target_id)
		SELECT workspace_id, '`+removalField+`', id FROM field WHERE workspace_id = $1 AND id = $2`, ws, id); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM field WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}

// FieldValues reads a conversation's field values, by field.
func (r Reads) FieldValues(ws svcx.WorkspaceID, conversation svcx.ConversationID) (map[svcx.FieldID]string, error) {
	type pair struct {
		field svcx.FieldID
		value string
	}
	pairs, err := sqldb.Collect(r.q, `SELECT field_id, value FROM field_value WHERE workspace_id = $1 AND conversation_id = $2`,
		func(s sqldb.Scanner) (p pair, err error) { return p, s.Scan(&p.field, &p.value) }, ws, conversation)
	if err != nil {
		return nil, err
	}
	values := make(map[svcx.FieldID]string, len(pairs))
	for _, p := range pairs {
		values[p.field] = p.value
	}
	return values, nil
}

// fieldSizes are the bytes of each field value, of the conversations with these
// external ids.
func (r Reads) fieldSizes(ws svcx.WorkspaceID, externalIDs []string, conversations []*svcx.Conversation) (map[svcx.ConversationID]map[svcx.FieldID]int, error) {
	type sized struct {
		conversation svcx.ConversationID
		field        svcx.FieldID
		size         int
	}
	wanted := setOf(externalIDs)
	var ids []int64
	for _, c := range conversations {
		if wanted[c.ExternalID] {
			ids = append(ids, int64(c.ID))
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	d := r.q.SQL()
	all, err := sqldb.Collect(r.q, `SELECT conversation_id, field_id, octet_length(value) FROM field_value
		WHERE workspace_id = $1 AND `+d.In("conversation_id", "$2"),
		func(s sqldb.Scanner) (v sized, err error) { return v, s.Scan(&v.conversation, &v.field, &v.size) }, ws, d.Array(ids))
	by := make(map[svcx.ConversationID]map[svcx.FieldID]int, len(ids))
	for _, v := range all {
		if by[v.conversation] == nil {
			by[v.conversation] = make(map[svcx.FieldID]int)
		}
		by[v.conversation][v.field] = v.size
	}
	return by, err
}

// SetFieldValue stores a conversation's value in a field; nil clears it.
func (tx *Tx) SetFieldValue(ws svcx.WorkspaceID, conversation svcx.ConversationID, field svcx.FieldID, value *string) error {
	if value == nil {
		return tx.Enqueue(nil, `DELETE FROM field_value WHERE workspace_id = $1 AND conversation_id = $2 AND field_id = $3`, ws, conversation, field)
	}
	return tx.Enqueue(nil, `INSERT INTO field_value (workspace_id, conversation_id, field_id, value) VALUES ($1, $2, $3, $4)
		ON CONFLICT (workspace_id, conversation_id, field_id) DO UPDATE SET value = excluded.value`, ws, conversation, field, *value)
}

// DeleteFieldValues deletes a conversation's field values.
func (r *Remover) DeleteFieldValues(conversation svcx.ConversationID) error {
	return r.Tx.Enqueue(nil, `DELETE FROM field_value WHERE workspace_id = $1 AND conversation_id = $2`, r.Workspace, conversation)
}
