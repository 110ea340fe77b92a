package store

import (
	"context"

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
		sqldb.Field("channel_id", &r.Channel),
	}
})

var ratingSelect = `SELECT ` + ratingTable.Columns() + ` FROM rating
	WHERE workspace_id = $1 AND conversation_id = $2`

// Rating finds the rating of a conversation.
func (r Reads) Rating(ws svcx.WorkspaceID, conversation svcx.ConversationID) (*svcx.Rating, error) {
	rating, err := sqldb.One(r.q, ratingSelect, ratingTable.Scan, ws, conversation)
	return sqldb.Found(rating, err, "rating")
}

var ratingUpdate = ratingTable.Update("rating", "comment", "rated_by", "created_at", "assigned_to", "channel_id")

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

// LatestRatings reads at most limit ratings that match the filter, latest first, after the
// given one. An index has the ratings of each score in this order, and another one those of
// each channel.
func (db *DB) LatestRatings(ctx context.Context, ws svcx.WorkspaceID, f svcx.RatingFilter, after *svcx.RatingCursor, limit int) ([]*svcx.Rating, error) {
	q := db.Reader(ctx)
	w := &sqldb.Where{Args: []any{ws}}
	if f.Channel != 0 {
		// The literal condition is that of the partial index.
		w.Parts = append(w.Parts, "channel_id IS NOT NULL")
		w.Add("channel_id = $", f.Channel)
	}
	if after != nil {
		w.Parts = append(w.Parts, "(created_at, id) < ("+w.Bind(after.At)+", "+w.Bind(after.ID)+")")
	}
	most, narrowed := w.Bind(limit), ""
	for _, part := range w.Parts {
		narrowed += " AND " + part
	}
	var selects []string
	for score := 1; score <= svcx.MaxRating; score++ {
		if f.Score == 0 || f.Score == score {
			selects = append(selects, `SELECT `+ratingTable.Columns()+` FROM rating WHERE workspace_id = $1`+narrowed+` AND rating = `+w.Bind(score))
		}
	}
	return sqldb.Collect(q, q.SQL().Merge(selects, "created_at DESC, id DESC", most, "0")+` ORDER BY created_at DESC, id DESC LIMIT `+most, ratingTable.Scan, w.Args...)
}

// RatedConversations reads the conversations of ratings, in no order.
func (db *DB) RatedConversations(ctx context.Context, ws svcx.WorkspaceID, ratings []*svcx.Rating) ([]*svcx.Conversation, error) {
	ids := make([]int64, len(ratings))
	for i, r := range ratings {
		ids[i] = int64(r.Conversation)
	}
	q := db.Reader(ctx)
	from, among := q.SQL().ByIDs("id", "$2")
	return sqldb.Collect(q, `SELECT `+conversationColumns+` FROM `+from+`conversation WHERE workspace_id = $1 AND `+among, scanConversation, ws, q.SQL().Array(ids))
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
