package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"svcx/internal/owned"
)

// foreignOwner is what to add to an error about a file or folder that belongs to
// another user than the process; "" otherwise.
func foreignOwner(err error) string {
	var failed *fs.PathError
	if !errors.As(err, &failed) || !errors.Is(err, fs.ErrPermission) {
		return ""
	}
	owner, foreign := owned.Foreign(failed.Path)
	if !foreign {
		return ""
	}
	return fmt.Sprintf(" (%s belongs to uid %d, svcx runs as uid %d: run chown -R %[3]d on the data folder)", failed.Path, owner, os.Geteuid())
}
