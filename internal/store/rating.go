package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var ratingTable = sqldb.NewTable("rating", func(r *svcx.Rating) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &r.ID),
		sqldb.Field("workspace_id", &r.Workspace),
		sqldb.Field("conversation_id", &r.Conversation),
		sqldb.Field("rating", &r.Rating),
		sqldb.Field("comment", &r.Comment),
		sqldb.Field("rated_by", &r.RatedBy),
		sqldb.Field("created_at", &r.CreatedAt),
		sqldb.Field("assigned_to", &r.AssignedTo),
	}
})

var ratingSelect = `SELECT ` + ratingTable.Columns() + ` FROM rating
	WHERE workspace_id = $1 AND conversation_id = $2`

// Rating finds the rating of a conversation.
func (r Reads) Rating(ws svcx.WorkspaceID, conversation svcx.ConversationID) (*svcx.Rating, error) {
	rating, err := sqldb.One(r.q, ratingSelect, ratingTable.Scan, ws, conversation)
	return found(rating, err, "rating")
}

var ratingUpdate = ratingTable.Update("rating", "comment", "rated_by", "created_at", "assigned_to")

// PutRating stores a conversation's rating and sets its id. It replaces the
// rating that the conversation had, keeps its id and returns it; nil without one.
func (tx *Tx) PutRating(r *svcx.Rating) (old *svcx.Rating, err error) {
	old, err = sqldb.First(tx, ratingSelect, ratingTable.Scan, r.Workspace, r.Conversation)
	if err != nil {
		return nil, err
	}
	if old != nil {
		r.ID = old.ID
		_, err = ratingUpdate.Exec(tx.Tx, r)
		return old, err
	}
	if err := ratingTable.Reserve(tx.Tx, r); err != nil {
		return nil, err
	}
	return nil, ratingTable.Insert(tx.Tx, r)
}

// RatingsAfter reads the workspace's ratings after the given conversation's, ordered
// by conversation, at most limit.
func (r *Remover) RatingsAfter(conversation svcx.ConversationID, limit int) ([]*svcx.Rating, error) {
	return sqldb.Collect(r.Tx, `SELECT `+ratingTable.Columns()+` FROM rating
		WHERE workspace_id = $1 AND conversation_id > $2 ORDER BY conversation_id LIMIT $3`, ratingTable.Scan, r.Workspace, conversation, limit)
}

// ClearRating clears the texts of a conversation's rating.
func (r *Remover) ClearRating(conversation svcx.ConversationID) error {
	return r.Tx.Enqueue(nil, `UPDATE rating SET comment = '', rated_by = '' WHERE workspace_id = $1 AND conversation_id = $2`, r.Workspace, conversation)
}
