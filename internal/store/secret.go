package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var secretTable = sqldb.NewTable("secret", func(x *svcx.Secret) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &x.ID),
		sqldb.Field("workspace_id", &x.Workspace),
		sqldb.Field("key", &x.Key),
		sqldb.Field("name", &x.Name),
		sqldb.Field("description", &x.Description),
		// Not read with the row: only Secret does.
		sqldb.Computed("value", func() []byte { return x.Sealed }),
		sqldb.Field("created_at", &x.CreatedAt),
		sqldb.Field("updated_at", &x.UpdatedAt),
	}
})

// Secrets lists the workspace's secrets by key, without their values.
func (r Reads) Secrets(ws svcx.WorkspaceID) ([]*svcx.Secret, error) {
	return sqldb.Collect(r.q, `SELECT `+secretTable.Columns()+` FROM secret WHERE workspace_id = $1 ORDER BY key`, secretTable.Scan, ws)
}

// Secret finds a secret by its key, with its sealed value.
func (r Reads) Secret(ws svcx.WorkspaceID, key string) (*svcx.Secret, error) {
	s, err := sqldb.One(r.q, `SELECT `+secretTable.Columns()+`, value FROM secret WHERE workspace_id = $1 AND key = $2`, func(row sqldb.Scanner) (*svcx.Secret, error) {
		var s svcx.Secret
		return &s, secretTable.ScanInto(&s, row, &s.Sealed)
	}, ws, key)
	return sqldb.Found(s, err, "secret")
}

// CountSecrets counts the workspace's secrets.
func (r Reads) CountSecrets(ws svcx.WorkspaceID) (int, error) {
	return sqldb.One(r.q, `SELECT count(*) FROM secret WHERE workspace_id = $1`, sqldb.ScanValue[int], ws)
}

// InsertSecret stores a new secret and sets its id. seal encrypts the value for
// the row once the id is known. A key that is taken breaks the constraint
// secret_key.
func (tx *Tx) InsertSecret(s *svcx.Secret, seal func(svcx.SecretID) ([]byte, error)) error {
	err := secretTable.Reserve(tx.Tx, s)
	if err != nil {
		return err
	}
	if s.Sealed, err = seal(s.ID); err != nil {
		return err
	}
	return secretTable.Insert(tx.Tx, s)
}

var secretUpdate = secretTable.Update("name", "description", "value", "updated_at")

// UpdateSecret stores name, description and the sealed value.
func (tx *Tx) UpdateSecret(s *svcx.Secret) error {
	_, err := secretUpdate.Exec(tx.Tx, s)
	return err
}

// DeleteSecret deletes the secret.
func (tx *Tx) DeleteSecret(ws svcx.WorkspaceID, id svcx.SecretID) error {
	_, err := tx.Exec(`DELETE FROM secret WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}
