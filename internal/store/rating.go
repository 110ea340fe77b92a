package store

import (
	"database/sql"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
)

const ratingColumns = `id, workspace_id, conversation_id, rating, comment, rated_by, created_at, assigned_to`

func scanRating(s sqldb.Scanner) (*svcx.Rating, error) {
	var r svcx.Rating
	err := s.Scan(&r.ID, &r.Workspace, &r.Conversation, &r.Rating, &r.Comment, &r.RatedBy, &r.CreatedAt, &r.AssignedTo)
	return &r, err
}

const ratingSelect = `SELECT ` + ratingColumns + ` FROM rating
	WHERE workspace_id = $1 AND conversation_id = $2`

// Rating finds the rating of a conversation.
func (r Reads) Rating(ws svcx.WorkspaceID, conversation svcx.ConversationID) (*svcx.Rating, error) {
	rating, err := sqldb.One(r.q, ratingSelect, scanRating, ws, conversation)
	return found(rating, err, "rating")
}

var ratingTable = sqldb.NewTable("rating", "id bigint", "workspace_id bigint", "conversation_id bigint", "rating bigint", "comment text",
	"rated_by text", "created_at bigint", "assigned_to bigint")

// PutRating stores a conversation's rating and sets its id. It replaces the
// rating that the conversation had, keeps its id and returns it; nil without one.
func (tx *Tx) PutRating(r *svcx.Rating) (old *svcx.Rating, err error) {
	old, err = sqldb.One(tx, ratingSelect, scanRating, r.Workspace, r.Conversation)
	if err == nil {
		r.ID = old.ID
		_, err = tx.Exec(`UPDATE rating SET rating = $3, comment = $4, rated_by = $5, created_at = $6, assigned_to = $7 WHERE workspace_id = $1 AND id = $2`,
			r.Workspace, r.ID, r.Rating, r.Comment, r.RatedBy, r.CreatedAt, r.AssignedTo)
		return old, err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	ids, err := tx.Reserve("rating", 1)
	if err != nil {
		return nil, err
	}
	r.ID = svcx.RatingID(ids[0])
	return nil, tx.Insert(ratingTable, []any{r.ID, r.Workspace, r.Conversation, r.Rating, r.Comment, r.RatedBy, r.CreatedAt, r.AssignedTo})
}

// RatingsAfter reads the workspace's ratings after the given conversation's, ordered
// by conversation, at most limit.
func (r *Remover) RatingsAfter(conversation svcx.ConversationID, limit int) ([]*svcx.Rating, error) {
	return sqldb.Collect(r.Tx, `SELECT `+ratingColumns+` FROM rating
		WHERE workspace_id = $1 AND conversation_id > $2 ORDER BY conversation_id LIMIT $3`, scanRating, r.Workspace, conversation, limit)
}

// ClearRating clears the texts of a conversation's rating.
func (r *Remover) ClearRating(conversation svcx.ConversationID) error {
	_, err := r.Tx.Exec(`UPDATE rating SET comment = '', rated_by = '' WHERE workspace_id = $1 AND conversation_id = $2`, r.Workspace, conversation)
	return err
}
