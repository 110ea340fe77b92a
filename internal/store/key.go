package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var keyTable = sqldb.NewTable("api_key", func(k *svcx.Key) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &k.ID),
		sqldb.Field("workspace_id", &k.Workspace),
		sqldb.Field("name", &k.Name),
		sqldb.Field("prefix", &k.Prefix),
		sqldb.Other[string]("hash"),
		sqldb.JSON("scopes", &k.Scopes),
		sqldb.Field("created_at", &k.CreatedAt),
		sqldb.Field("last_used_at", &k.LastUsedAt),
		sqldb.Field("revoked_at", &k.RevokedAt),
		sqldb.Field("expires_at", &k.ExpiresAt),
	}
})

// KeyByHash finds a key of any workspace by the hash of its text, even one that
// is revoked or has expired; NotFound if no key has it.
func (r Reads) KeyByHash(hash string) (*svcx.Key, error) {
	k, err := sqldb.One(sqldb.Brief(r.q), `SELECT `+keyTable.Columns()+` FROM api_key WHERE hash = $1`, keyTable.Scan, hash)
	return sqldb.Found(k, err, "key")
}

// InsertKey stores a new key under the hash of its text and sets its id.
func (tx *Tx) InsertKey(k *svcx.Key, hash string) error {
	if err := keyTable.Reserve(tx.Tx, k); err != nil {
		return err
	}
	return keyTable.InsertWith(tx.Tx, k, sqldb.Set("hash", hash))
}

// Keys lists the workspace's keys, newest first, including revoked ones if revoked
// is set.
func (r Reads) Keys(ws svcx.WorkspaceID, revoked bool, page svcx.Page) (svcx.List[*svcx.Key], error) {
	q := r.q
	total, err := sqldb.One(q, `SELECT count(*) FROM api_key WHERE workspace_id = $1 AND ($2 OR revoked_at IS NULL)`, sqldb.ScanValue[int], ws, revoked)
	if err != nil {
		return svcx.List[*svcx.Key]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT `+keyTable.Columns()+` FROM api_key WHERE workspace_id = $1 AND ($2 OR revoked_at IS NULL)
		ORDER BY id DESC LIMIT $3 OFFSET $4`, keyTable.Scan, ws, revoked, page.Limit, page.Offset)
	return svcx.List[*svcx.Key]{Items: items, Total: total}, err
}

// RevokeKey revokes a key permanently. NotFound if there is no such key, or it is
// revoked already.
func (tx *Tx) RevokeKey(ws svcx.WorkspaceID, id svcx.KeyID, at svcx.Time) error {
	n, err := tx.Exec(`UPDATE api_key SET revoked_at = $3 WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL`, ws, id, at)
	if err == nil && n == 0 {
		err = svcx.NotFound("key")
	}
	return err
}

// TouchKey records when a key was last used. The time never moves back.
func (tx *Tx) TouchKey(ws svcx.WorkspaceID, id svcx.KeyID, at svcx.Time) error {
	_, err := tx.Exec(`UPDATE api_key SET last_used_at = $3 WHERE workspace_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3)`, ws, id, at)
	return err
}
