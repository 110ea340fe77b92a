package store

import (
	"database/sql"
	"errors"

	"svcx"
)

// found turns the absence of a row into a NotFound error.
func found[T any](item T, err error, what string) (T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return item, svcx.NotFound(what)
	}
	return item, err
}

// mustExist returns NotFound if a change affected no row.
func mustExist(what string) func(int64) error {
	return func(n int64) error {
		if n == 0 {
			return svcx.NotFound(what)
		}
		return nil
	}
}
