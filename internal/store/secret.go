package store

import (
	"svcx/internal/sqldb"

	"svcx"
)

func scanSecret(s sqldb.Scanner) (*svcx.Secret, error) {
	var x svcx.Secret
	return &x, s.Scan(&x.ID, &x.Workspace, &x.Key, &x.Name, &x.Description, &x.Sealed, &x.CreatedAt, &x.UpdatedAt)
}

// Secrets lists the workspace's secrets by key, without their values.
func (r Reads) Secrets(ws svcx.WorkspaceID) ([]*svcx.Secret, error) {
	return sqldb.Collect(r.q, `SELECT id, workspace_id, key, name, description, NULL, created_at, updated_at FROM secret
		WHERE workspace_id = $1 ORDER BY key`, scanSecret, ws)
}

// Secret finds a secret by its key, with its sealed value.
func (r Reads) Secret(ws svcx.WorkspaceID, key string) (*svcx.Secret, error) {
	s, err := sqldb.One(r.q, `SELECT id, workspace_id, key, name, description, value, created_at, updated_at FROM secret
		WHERE workspace_id = $1 AND key = $2`, scanSecret, ws, key)
	return found(s, err, "secret")
}

// CountSecrets counts the workspace's secrets.
func (r Reads) CountSecrets(ws svcx.WorkspaceID) (int, error) {
	return sqldb.One(r.q, `SELECT count(*) FROM secret WHERE workspace_id = $1`, sqldb.ScanValue[int], ws)
}

var secretTable = sqldb.NewTable("secret", "id bigint", "workspace_id bigint", "key text", "name text", "description text", "value bytea",
	"created_at bigint", "updated_at bigint")

// InsertSecret stores a new secret and sets its id. seal encrypts the value for
// the row once the id is known. A key that is taken breaks the constraint
// secret_key.
func (tx *Tx) InsertSecret(s *svcx.Secret, seal func(svcx.SecretID) ([]byte, error)) error {
	ids, err := tx.Reserve("secret", 1)
	if err != nil {
		return err
	}
	s.ID = svcx.SecretID(ids[0])
	if s.Sealed, err = seal(s.ID); err != nil {
		return err
	}
	return tx.Insert(secretTable, []any{s.ID, s.Workspace, s.Key, s.Name, s.Description, s.Sealed, s.CreatedAt, s.UpdatedAt})
}

// UpdateSecret stores name, description and the sealed value.
func (tx *Tx) UpdateSecret(s *svcx.Secret) error {
	_, err := tx.Exec(`UPDATE secret SET name = $3, description = $4, value = $5, updated_at = $6 WHERE workspace_id = $1 AND id = $2`,
		s.Workspace, s.ID, s.Name, s.Description, s.Sealed, s.UpdatedAt)
	return err
}

// DeleteSecret deletes the secret.
func (tx *Tx) DeleteSecret(ws svcx.WorkspaceID, id svcx.SecretID) error {
	_, err := tx.Exec(`DELETE FROM secret WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}
