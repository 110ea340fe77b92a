package sqldb

import (
	"database/sql"
	"errors"

	"svcx"
)

// Found turns the absence of a row into an error of svcx.KindNotFound; what names what was
// looked for.
func Found[T any](item T, err error, what string) (T, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return item, svcx.NotFound(what)
	}
	return item, err
}
