package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Dir keeps blobs in a folder: each in a file of its name, below a folder of the
// first two digits. A blob is written to a temporary file, synced and renamed,
// so that it is there as a whole or not at all.
type Dir struct {
	root string
	// create makes a temporary file; tests have it fail.
	create func(dir string) (temporary, error)
}

// temporary is a file that is being written.
type temporary interface {
	io.Writer
	Sync() error
	Close() error
	Name() string
}

// incoming is the folder of the temporary files.
const incoming = "incoming"

// NewDir keeps blobs below root. The folder is made when the first blob comes.
func NewDir(root string) *Dir { return &Dir{root: root, create: createTemporary} }

func createTemporary(dir string) (temporary, error) {
	return os.CreateTemp(dir, "blob-*")
}

// Put stores a blob.
func (d *Dir) Put(_ context.Context, content io.Reader, max int64) (Blob, error) {
	b := Blob{Name: newName()}
	file, err := d.spool(content, max, &b)
	if err != nil {
		return Blob{}, err
	}
	path := d.path(b.Name)
	if err := publish(file, path); err != nil {
		os.Remove(file)
		os.Remove(path)
		return Blob{}, fmt.Errorf("storing a blob: %w", err)
	}
	return b, nil
}

// spool writes content to a temporary file, to the disk, and returns its path.
func (d *Dir) spool(content io.Reader, max int64, b *Blob) (path string, err error) {
	dir := filepath.Join(d.root, incoming)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("storing a blob: %w", err)
	}
	file, err := d.create(dir)
	if err != nil {
		return "", fmt.Errorf("storing a blob: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	if b.Head, b.Size, err = receive(file, content, max); err != nil {
		file.Close()
		return "", err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return "", fmt.Errorf("storing a blob: %w", err)
	}
	return file.Name(), nil
}

// publish gives a written file its place. The folder is synced too: the name
// would not outlive a power cut otherwise.
func publish(file, path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := os.Rename(file, path); err != nil {
		return err
	}
	return errors.Join(syncDir(dir), syncDir(filepath.Dir(dir)))
}

func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func (d *Dir) path(name string) string { return filepath.Join(d.root, name[:2], name) }

// Open opens a blob.
func (d *Dir) Open(_ context.Context, name string) (Content, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	file, err := os.Open(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("opening a blob: %w", err)
	}
	return file, nil
}

// Delete removes a blob.
func (d *Dir) Delete(_ context.Context, name string) error {
	if err := checkName(name); err != nil {
		return nil
	}
	if err := os.Remove(d.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("deleting a blob: %w", err)
	}
	return nil
}

// Clean removes what uploads that were cut off by a crash have left, if it was
// last written before a moment, and returns how many there were.
func (d *Dir) Clean(before time.Time) (removed int, err error) {
	dir := filepath.Join(d.root, incoming)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, entry := range entries {
		info, infoErr := entry.Info()
		if infoErr != nil || !info.ModTime().Before(before) {
			continue
		}
		if removeErr := os.Remove(filepath.Join(dir, entry.Name())); removeErr == nil {
			removed++
		} else {
			err = errors.Join(err, removeErr)
		}
	}
	return removed, err
}
