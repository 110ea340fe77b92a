package store

import (
	"context"
	"database/sql"
	"errors"
)

// ServerSetting reads a setting of the whole deployment; "" if it was never
// set.
func (tx *Tx) ServerSetting(name string) (string, error) { return serverSetting(tx, name) }

// ServerSetting reads a setting outside of a transaction.
func (db *DB) ServerSetting(ctx context.Context, name string) (string, error) {
	return serverSetting(db.reader(ctx), name)
}

func serverSetting(q querier, name string) (string, error) {
	v, err := one(q, `SELECT value FROM server_setting WHERE name = $1`, scanValue[string], name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return v, err
}

// SetServerSetting stores a setting of the whole deployment.
func (tx *Tx) SetServerSetting(name, value string) error {
	return setServerSetting(tx.coreTx, name, value)
}

func setServerSetting(tx *coreTx, name, value string) error {
	_, err := tx.exec(`INSERT INTO server_setting (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	return err
}
