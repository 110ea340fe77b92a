package store

import (
	"encoding/json"

	"svcx"
	"svcx/internal/sqldb"
)

const keyColumns = `id, workspace_id, name, prefix, scopes, created_at, last_used_at, revoked_at`

func scanKey(s sqldb.Scanner) (*svcx.Key, error) {
	var k svcx.Key
	var scopes string
	if err := s.Scan(&k.ID, &k.Workspace, &k.Name, &k.Prefix, &scopes, &k.CreatedAt, &k.LastUsedAt, &k.RevokedAt); err != nil {
		return nil, err
	}
	return &k, json.Unmarshal([]byte(scopes), &k.Scopes)
}

// KeyByHash finds a key of any workspace by the hash of its text, revoked or
// not; NotFound if there is none.
func (r Reads) KeyByHash(hash string) (*svcx.Key, error) {
	k, err := sqldb.One(r.q, `SELECT `+keyColumns+` FROM api_key WHERE hash = $1`, scanKey, hash)
	return found(k, err, "key")
}

var keyTable = sqldb.NewTable("api_key", "id bigint", "workspace_id bigint", "name text", "prefix text", "hash text",
	"scopes text", "created_at bigint", "last_used_at bigint", "revoked_at bigint")

// InsertKey stores a new key under the hash of its text and sets its id.
func (tx *Tx) InsertKey(k *svcx.Key, hash string) error {
	ids, err := tx.Reserve("api_key", 1)
	if err != nil {
		return err
	}
	k.ID = svcx.KeyID(ids[0])
	return tx.Insert(keyTable, []any{k.ID, k.Workspace, k.Name, k.Prefix, hash, sqldb.EncodeJSON(k.Scopes), k.CreatedAt, nil, nil})
}

// Keys lists the workspace's keys, newest first, including revoked ones if revoked
// is set.
func (r Reads) Keys(ws svcx.WorkspaceID, revoked bool, page svcx.Page) (svcx.List[*svcx.Key], error) {
	q := r.q
	total, err := sqldb.One(q, `SELECT count(*) FROM api_key WHERE workspace_id = $1 AND ($2 OR revoked_at IS NULL)`, sqldb.ScanValue[int], ws, revoked)
	if err != nil {
		return svcx.List[*svcx.Key]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT `+keyColumns+` FROM api_key WHERE workspace_id = $1 AND ($2 OR revoked_at IS NULL)
		ORDER BY id DESC LIMIT $3 OFFSET $4`, scanKey, ws, revoked, page.Limit, page.Offset)
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
