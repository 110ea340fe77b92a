package store

import (
	"svcx/internal/sqldb"

	"svcx"
)

func scanParticipant(s sqldb.Scanner) (*svcx.Participant, error) {
	var p svcx.Participant
	err := s.Scan(&p.ID, &p.Workspace, &p.Conversation, &p.Name, &p.Email, &p.ExternalID, &p.Role, &p.AddedAt)
	return &p, err
}

// Participants lists the participants of a conversation, oldest first, without its
// contact.
func (r Reads) Participants(ws svcx.WorkspaceID, conversation svcx.ConversationID) ([]*svcx.Participant, error) {
	return sqldb.Collect(r.q, `SELECT id, workspace_id, conversation_id, name, email, external_id, role, added_at FROM participant
		WHERE workspace_id = $1 AND conversation_id = $2 ORDER BY id`, scanParticipant, ws, conversation)
}

var participantTable = sqldb.NewTable("participant", "id bigint", "workspace_id bigint", "conversation_id bigint", "name text", "email text",
	"external_id text", "role text", "added_at bigint")

// InsertParticipants stores new participants and sets their ids.
func (tx *Tx) InsertParticipants(participants ...*svcx.Participant) error {
	ids, err := tx.Reserve("participant", len(participants))
	if err != nil {
		return err
	}
	rows := make([][]any, len(participants))
	for i, p := range participants {
		p.ID = svcx.ParticipantID(ids[i])
		rows[i] = []any{p.ID, p.Workspace, p.Conversation, p.Name, p.Email, p.ExternalID, p.Role, p.AddedAt}
	}
	return tx.Insert(participantTable, rows...)
}

// ParticipantsAfter reads the workspace's participants after the given one, ordered
// by conversation, at most limit.
func (r *Remover) ParticipantsAfter(conversation svcx.ConversationID, id svcx.ParticipantID, limit int) ([]*svcx.Participant, error) {
	return sqldb.Collect(r.Tx, `SELECT id, workspace_id, conversation_id, name, email, external_id, role, added_at FROM participant
		WHERE workspace_id = $1 AND (conversation_id, id) > ($2, $3) ORDER BY conversation_id, id LIMIT $4`, scanParticipant, r.Workspace, conversation, id, limit)
}

// DeleteParticipants deletes participants of any conversation.
func (r *Remover) DeleteParticipants(ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	d := r.Tx.SQL()
	_, err := r.Tx.Exec(`DELETE FROM participant`+d.ByID()+` WHERE workspace_id = $1 AND `+d.In("id", "$2"), r.Workspace, d.Array(ids))
	return err
}
