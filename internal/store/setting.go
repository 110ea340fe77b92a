package store

import (
	"svcx/internal/sqldb"
)

// ServerSetting reads a setting of the whole deployment; "" if it was never stored.
func (r Reads) ServerSetting(name string) (string, error) {
	return sqldb.First(r.q, `SELECT value FROM server_setting WHERE name = $1`, sqldb.ScanValue[string], name)
}

// SetServerSetting stores a setting of the whole deployment.
func (tx *Tx) SetServerSetting(name, value string) error {
	return setServerSetting(tx.Tx, name, value)
}

func setServerSetting(tx *sqldb.Tx, name, value string) error {
	_, err := tx.Exec(`INSERT INTO server_setting (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	return err
}
