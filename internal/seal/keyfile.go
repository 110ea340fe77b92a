package seal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"svcx/internal/owned"
)

// LoadOrCreateKeyFile returns the master key in the file at path
// (SVCX_MASTER_KEY_FILE). If there is no file it creates one with a new key, mode
// 0600, and its directory, mode 0700, if that is missing; created is then true. The
// file holds the base64 of the key and a line break.
//
// The file is created atomically and is on disk before this returns: what is sealed
// under a lost key is lost. If several processes start at once, one creates the key
// and all return it.
//
// A file that others can read, or that others than its owner can write, is refused
// with an error that names the command to fix it. Its group may read it: that is how
// Kubernetes and systemd pass secrets to services.
//
// A file that root creates in another user's directory belongs to that user.
func LoadOrCreateKeyFile(path string) (k Key, created bool, err error) {
	return loadOrCreate(path, "")
}

// LoadOrCreateNextKeyFile is LoadOrCreateKeyFile for the file at next that is to
// replace the one at path. The file gets the owner, group and mode of the one at path,
// even if it existed: who can read the current key can also read the next.
func LoadOrCreateNextKeyFile(path, next string) (k Key, created bool, err error) {
	k, created, err = loadOrCreate(next, path)
	if err != nil || created {
		return k, created, err
	}
	if err := owned.LikeAt(next, path); err != nil {
		return Key{}, false, fmt.Errorf("master key: %w", err)
	}
	return k, false, nil
}

// loadOrCreate is LoadOrCreateKeyFile. A new file gets the owner, group and mode of
// the one at like, unless that is "".
func loadOrCreate(path, like string) (k Key, created bool, err error) {
	k, err = LoadKeyFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, false, err
	}
	dirs, err := makeDir(filepath.Dir(path))
	if err != nil {
		return Key{}, false, fmt.Errorf("master key: %w", err)
	}
	k = NewKey()
	err = createKeyFile(path, k, like)
	if errors.Is(err, fs.ErrExist) {
		// Another process was first. Use its key once the file's name is on disk.
		if err = syncDirs(dirs); err != nil {
			return Key{}, false, fmt.Errorf("master key: %w", err)
		}
		k, err = LoadKeyFile(path)
		return k, false, err
	}
	if err == nil {
		err = syncDirs(dirs)
	}
	if err != nil {
		return Key{}, false, fmt.Errorf("master key: %w", err)
	}
	return k, true, nil
}

// LoadKeyFile returns the master key in the file at path and never creates one. It is
// for a database that already holds sealed values. The error for a missing file is
// fs.ErrNotExist. It refuses the same files as LoadOrCreateKeyFile.
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
	if owned.OpenToOthers(info) {
		return Key{}, fmt.Errorf("master key: %s has mode %04o, which gives others access; run: chmod 600 '%s'", path, info.Mode().Perm(), path)
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

// createKeyFile writes the key to a temporary file and links that to path, which fails
// if path exists: half a key is never visible, and no key is overwritten, as a rename
// would do. Unless like is "", the file gets the owner, group and mode of the one
// there.
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

// createInPlace is for file systems without hard links. A process that starts at the
// same time may find the file incomplete and stop with an error, but never creates a
// second key.
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

// writeKey writes the key, syncs and closes f.
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

// makeDir creates dir and its missing parents. changed are the directories to sync
// once the file is in dir: dir itself and the parents of all that were created.
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

// syncDirs syncs folders, but for parents that we may enter and not read.
func syncDirs(dirs []string) error {
	for _, dir := range dirs {
		if err := owned.SyncDir(dir); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return nil
}

// ReplaceKeyFile replaces the key file at path by the one at next. The previous one is
// kept under a name with its key's id, returned as old. There is a complete key at path
// at all times. If another process has already replaced it there is no file at next;
// then nothing is done and old is "".
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
		return "", fmt.Errorf("master key: keeping the previous one: %w", err)
	}
	if err := os.Rename(next, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("master key: %w", err)
	}
	return old, syncDirs([]string{filepath.Dir(path)})
}
