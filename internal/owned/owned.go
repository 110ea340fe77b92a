// Package owned creates files and folders that belong to the owner of the folder
// they are in, so that the service can use what a command run by root creates in
// the data folder of the service's user. Lock locks a file, SyncDir syncs a folder.
//
// The owner makes a difference for root only. Files of other users are their own, as
// usual, and so are those of a root that may not change owners (in a container
// without CAP_CHOWN).
package owned

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Create creates the file at path for reading and writing. It must not exist.
func Create(path string, mode fs.FileMode) (*os.File, error) {
	f, err := open(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, mode)
	if err == nil {
		give(f, filepath.Dir(path))
	}
	return f, err
}

// Open opens the file at path for reading and writing. Like one that Create returns, it can be
// removed while it is open.
func Open(path string) (*os.File, error) { return open(path, os.O_RDWR, 0) }

// CreateTemp is os.CreateTemp: a new file of mode 0600.
func CreateTemp(dir, pattern string) (*os.File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err == nil {
		give(f, dir)
	}
	return f, err
}

// WriteFile replaces or creates the file at path, with mode 0600. Readers see
// either the old content or the new.
func WriteFile(path string, content []byte) error {
	f, err := CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// MkdirAll is os.MkdirAll.
func MkdirAll(dir string, mode fs.FileMode) error {
	if isDir(dir) {
		return nil
	}
	parent := filepath.Dir(dir)
	if parent != dir {
		if err := MkdirAll(parent, mode); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, mode); err != nil {
		if isDir(dir) { // another process was first
			return nil
		}
		return err
	}
	return giveFolder(dir, parent)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
