package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// foreignOwner is what to add to an error about a file or folder that belongs to
// another user than the process; "" otherwise.
func foreignOwner(err error) string {
	var failed *fs.PathError
	if !errors.As(err, &failed) || !errors.Is(err, fs.ErrPermission) {
		return ""
	}
	info, statErr := os.Stat(failed.Path)
	if statErr != nil {
		return ""
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	own := os.Geteuid()
	if !ok || int(owner.Uid) == own {
		return ""
	}
	return fmt.Sprintf(" (%s belongs to uid %d, svcx runs as uid %d: run chown -R %[3]d on the data folder)", failed.Path, owner.Uid, own)
}
