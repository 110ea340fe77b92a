package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var participantTable = sqldb.NewTable("participant", func(p *svcx.Participant) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &p.ID),
		sqldb.Field("workspace_id", &p.Workspace),
		sqldb.Field("conversation_id", &p.Conversation),
		sqldb.Field("name", &p.Name),
		sqldb.Field("email", &p.Email),
		sqldb.Field("external_id", &p.ExternalID),
		sqldb.Field("role", &p.Role),
		sqldb.Field("added_at", &p.AddedAt),
	}
})

// Participants lists the participants of a conversation, oldest first, without its
// contact.
func (r Reads) Participants(ws svcx.WorkspaceID, conversation svcx.ConversationID) ([]*svcx.Participant, error) {
	return sqldb.Collect(r.q, `SELECT `+participantTable.Columns()+` FROM participant
		WHERE workspace_id = $1 AND conversation_id = $2 ORDER BY id`, participantTable.Scan, ws, conversation)
}

// InsertParticipants stores new participants and sets their ids.
func (tx *Tx) InsertParticipants(participants ...*svcx.Participant) error {
	if err := participantTable.Reserve(tx.Tx, participants...); err != nil {
		return err
	}
	return participantTable.Insert(tx.Tx, participants...)
}

// DeleteParticipant deletes a participant of the conversation, and reports whether there was
// one.
func (tx *Tx) DeleteParticipant(ws svcx.WorkspaceID, conversation svcx.ConversationID, id svcx.ParticipantID) (bool, error) {
	n, err := tx.Exec(`DELETE FROM participant WHERE workspace_id = $1 AND conversation_id = $2 AND id = $3`, ws, conversation, id)
	return n > 0, err
}

// ParticipantsAfter reads the workspace's participants after the given one, ordered
// by conversation, at most limit.
func (r *Remover) ParticipantsAfter(conversation svcx.ConversationID, id svcx.ParticipantID, limit int) ([]*svcx.Participant, error) {
	return sqldb.Collect(r.Tx, `SELECT `+participantTable.Columns()+` FROM participant
		WHERE workspace_id = $1 AND (conversation_id, id) > ($2, $3) ORDER BY conversation_id, id LIMIT $4`, participantTable.Scan, r.Workspace, conversation, id, limit)
}

// DeleteParticipants deletes participants of any conversation.
func (r *Remover) DeleteParticipants(ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	d := r.Tx.SQL()
	return r.Tx.Enqueue(nil, `DELETE FROM participant`+d.ByID()+` WHERE workspace_id = $1 AND `+d.In("id", "$2"), r.Workspace, d.Array(ids))
}
