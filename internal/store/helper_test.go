package store_test

import "svcx/internal/store"

// execute runs any statement in the transaction.
func execute(tx *store.Tx, query string, args ...any) error {
	_, err := tx.Exec(query, args...)
	return err
}
