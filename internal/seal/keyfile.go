package seal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"svcx/internal/owned"
)

// LoadOrCreateKeyFile returns the master key in the file at path
// (SVCX_MASTER_KEY_FILE), or makes a new one there, mode 0600, with its folder,
// mode 0700, if that is missing. created tells which. The file holds the
// base64 of the key and a line break.
//
// The file appears with its whole content or not at all, and is on the disk
// before this returns: what a lost key has sealed is lost. Of several
// processes that start at once one makes the key, and all return it.
//
// A file that everybody may read, or that others than its owner may write, is
// refused with an error that says which command puts it right. Its group may
// read it: that is how Kubernetes and systemd hand a secret to a service.
//
// A file that root makes in another user's folder belongs to that user.
func LoadOrCreateKeyFile(path string) (k Key, created bool, err error) {
	return loadOrCreate(path, "")
}

// LoadOrCreateNextKeyFile is LoadOrCreateKeyFile for the file at next that is to
// replace the one at path. It gets that one's owner, group and mode, also where
// somebody else has put it there: who can read the key now can read the next.
func LoadOrCreateNextKeyFile(path, next string) (k Key, created bool, err error) {
	k, created, err = loadOrCreate(next, path)
	if err != nil || created {
		return k, created, err
	}
	if f, err := os.OpenFile(next, os.O_RDONLY|syscall.O_NOFOLLOW, 0); err == nil {
		defer f.Close()
		if err := owned.Like(f, path); err != nil {
			return Key{}, false, fmt.Errorf("master key: %w", err)
		}
	}
	return k, false, nil
}

// loadOrCreate is LoadOrCreateKeyFile with a file that a new one is to be like;
// "" is none.
func loadOrCreate(path, like string) (k Key, created bool, err error) {
	k, err = LoadKeyFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, false, err
	}
	made, err := makeDir(filepath.Dir(path))
	if err != nil {
		return Key{}, false, fmt.Errorf("master key: %w", err)
	}
	k = NewKey()
	err = createKeyFile(path, k, like)
	if errors.Is(err, fs.ErrExist) {
		// Another process was first. Its key counts, once its name is on disk.
		if err = syncDirs(made); err != nil {
			return Key{}, false, fmt.Errorf("master key: %w", err)
		}
		k, err = LoadKeyFile(path)
		return k, false, err
	}
	if err == nil {
		err = syncDirs(made)
	}
	if err != nil {
		return Key{}, false, fmt.Errorf("master key: %w", err)
	}
	return k, true, nil
}

// LoadKeyFile returns the master key in the file at path and never makes one:
// for a database that already holds sealed values. A missing file is
// fs.ErrNotExist. For what it refuses see LoadOrCreateKeyFile.
func LoadKeyFile(path string) (Key, error) {
	f, err := os.Open(path)
	if err != nil {
		return Key{}, fmt.Errorf("master key: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Key{}, fmt.Errorf("master key: %w", err)
	}
	if !info.Mode().IsRegular() {
		return Key{}, fmt.Errorf("master key: %s is not a file", path)
	}
	// Windows has no such modes; Go makes them up there.
	if open := info.Mode().Perm() & 0o027; open != 0 && runtime.GOOS != "windows" {
		return Key{}, fmt.Errorf("master key: %s has mode %04o, so others can get at it; run: chmod 600 '%s'", path, info.Mode().Perm(), path)
	}
	b, err := io.ReadAll(io.LimitReader(f, 1024))
	if err != nil {
		return Key{}, fmt.Errorf("master key: %w", err)
	}
	k, err := ParseKey(string(b))
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", path, err)
	}
	return k, nil
}

// createKeyFile writes the key under a name of its own and then links that to
// path, which fails if path exists: nobody ever sees half a key, and nobody's
// key is overwritten, which a rename would do. Unless like is "", the file gets
// the owner, group and mode of the one there.
func createKeyFile(path string, k Key, like string) error {
	f, err := owned.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // O_EXCL, 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := writeKey(f, k, like); err != nil {
		return err
	}
	err = os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return createInPlace(path, k, like)
}

// createInPlace is the way on a file system without hard links. A process that
// starts at the same time may find the file unfinished and stop with an error;
// it still makes no second key.
func createInPlace(path string, k Key, like string) error {
	f, err := owned.Create(path, 0o600)
	if err != nil {
		return err
	}
	if err := writeKey(f, k, like); err != nil {
		os.Remove(path)
		return err
	}
	return nil
}

// writeKey writes the key, waits until it is on the disk, and closes f.
func writeKey(f *os.File, k Key, like string) error {
	_, err := io.WriteString(f, k.encode()+"\n")
	if err == nil && like != "" {
		err = owned.Like(f, like)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// makeDir makes dir and what is missing above it. changed are the folders that
// have to be synced once dir has got its file: dir, and the parents of all
// that were made.
func makeDir(dir string) (changed []string, err error) {
	changed = []string{dir}
	for d := dir; ; {
		if _, err := os.Stat(d); err == nil || !errors.Is(err, fs.ErrNotExist) {
			break
		}
		d = filepath.Dir(d)
		changed = append(changed, d)
	}
	return changed, owned.MkdirAll(dir, 0o700)
}

// syncDirs waits until the names in these folders are on the disk, where the
// system knows how to (Windows and some network file systems do not).
func syncDirs(dirs []string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, dir := range dirs {
		d, err := os.Open(dir)
		if errors.Is(err, fs.ErrPermission) {
			continue // a folder above ours that we may enter but not read
		}
		if err != nil {
			return err
		}
		err = d.Sync()
		d.Close()
		if err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
			return err
		}
	}
	return nil
}

// ReplaceKeyFile puts the key file at next into the place of the one at path,
// which stays under a name with its key's id, returned as old. At each moment
// there is a whole key at path. Where another process has done it meanwhile there
// is nothing at next any more, nothing is done and old is "".
func ReplaceKeyFile(path, next string) (old string, err error) {
	if _, err := LoadKeyFile(next); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return "", err
	}
	before, err := LoadKeyFile(path)
	if err != nil {
		return "", err
	}
	old = path + "." + before.ID()
	if err := createKeyFile(old, before, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("master key: keeping the one before: %w", err)
	}
	if err := os.Rename(next, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("master key: %w", err)
	}
	return old, syncDirs([]string{filepath.Dir(path)})
}
