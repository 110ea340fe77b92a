package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"svcx/internal/owned"
)

// Identity is a random id that is kept in the folder: two nodes that read the
// same one use the same folder, whatever the paths are that they know it by.
func (d *Dir) Identity() (string, error) {
	path := filepath.Join(d.root, "folder-id")
	id, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) && (err != nil || len(id) > 0) {
		return strings.TrimSpace(string(id)), err
	}
	if err := owned.MkdirAll(d.root, 0o700); err != nil {
		return "", fmt.Errorf("identifying the folder of files: %w", err)
	}
	if err := owned.WriteFile(path, []byte(newName()+"\n")); err != nil {
		return "", fmt.Errorf("identifying the folder of files: %w", err)
	}
	// Of two nodes that wrote one at the same time the later one counts.
	id, err = os.ReadFile(path)
	return strings.TrimSpace(string(id)), err
}
