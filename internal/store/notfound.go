package store

import "svcx"

// mustExist returns NotFound if a change affected no row.
func mustExist(what string) func(int64) error {
	return func(n int64) error {
		if n == 0 {
			return svcx.NotFound(what)
		}
		return nil
	}
}
