package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// ContentURLs finds the stored URLs for media references of a conversation that
// have not expired by now.
func (r Reads) ContentURLs(ws svcx.WorkspaceID, conversation svcx.ConversationID, refs []string, now svcx.Time) ([]svcx.ContentURL, error) {
	d := r.q.SQL()
	return sqldb.Collect(r.q, `SELECT ref, url, expires_at FROM content_url
		WHERE workspace_id = $1 AND conversation_id = $2 AND `+d.In("ref", "$3")+` AND (expires_at IS NULL OR expires_at > $4)`,
		func(s sqldb.Scanner) (u svcx.ContentURL, err error) { return u, s.Scan(&u.Ref, &u.URL, &u.ExpiresAt) },
		ws, conversation, d.Array(refs), now)
}

// PutContentURLs stores fresh URLs in place of those that were stored before.
func (tx *Tx) PutContentURLs(ws svcx.WorkspaceID, conversation svcx.ConversationID, urls []svcx.ContentURL) error {
	for _, u := range urls {
		if _, err := tx.Exec(`INSERT INTO content_url (workspace_id, conversation_id, ref, url, expires_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (workspace_id, conversation_id, ref) DO UPDATE SET url = excluded.url, expires_at = excluded.expires_at`,
			ws, conversation, u.Ref, u.URL, u.ExpiresAt); err != nil {
			return err
		}
	}
	return nil
}

// ForgetContent deletes the stored URLs of a conversation's media.
func (r *Remover) ForgetContent(conversation svcx.ConversationID) error {
	urls, err := sqldb.Collect(r.Tx, `SELECT url FROM content_url WHERE workspace_id = $1 AND conversation_id = $2`, sqldb.ScanValue[string], r.Workspace, conversation)
	if err != nil || len(urls) == 0 {
		return err
	}
	if err := r.DeletePictures(urls...); err != nil {
		return err
	}
	return r.Tx.Enqueue(nil, `DELETE FROM content_url WHERE workspace_id = $1 AND conversation_id = $2`, r.Workspace, conversation)
}
