// Package owned creates files and folders that belong to the owner of the folder
// they are in, so that the service can use what a command run by root creates in
// the data folder of the service's user. Lock locks a file.
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
	"syscall"
)

// Create creates the file at path for reading and writing. It must not exist.
func Create(path string, mode fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, mode)
	if err == nil {
		give(f, filepath.Dir(path))
	}
	return f, err
}

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
	// Not by name: the parent's owner may have put something else there.
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	give(f, parent)
	return nil
}

// Like gives f the owner, group and mode of the file at path, which f is to replace
// or to accompany. If the process may not change the owner, f stays as it is: a
// mode is not copied without the group that it was meant for.
func Like(f *os.File, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || f.Chown(int(owner.Uid), int(owner.Gid)) != nil {
		return nil
	}
	return f.Chmod(info.Mode().Perm())
}

// Lock takes an exclusive lock on a file or fails at once. The lock is released when the file
// is closed, and when the process ends, however it ends.
func Lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// give makes a file created by root belong to the owner of its folder.
func give(f *os.File, dir string) {
	if os.Geteuid() != 0 {
		return
	}
	info, err := os.Stat(dir)
	if err != nil {
		return
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && owner.Uid != 0 {
		_ = f.Chown(int(owner.Uid), int(owner.Gid)) // may fail, see the package comment
	}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
