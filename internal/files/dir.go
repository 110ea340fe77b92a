package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"svcx/internal/owned"
)

// Dir stores blobs in a folder: each in a file of its name, in a subfolder of the
// first two digits. A blob is written to a temporary file, synced and renamed, so
// that it exists as a whole or not at all.
type Dir struct {
	root string
	// create creates a temporary file; tests make it fail.
	create func(path string) (temporary, error)
	marks  marks
}

// temporary is a file that is being written.
type temporary interface {
	io.Writer
	Sync() error
	Close() error
}

// NewDir returns a Dir below root, which is created with the first blob.
func NewDir(root string) *Dir {
	return &Dir{root: root, create: createTemporary, marks: marks{held: map[string]*os.File{}}}
}

func createTemporary(path string) (temporary, error) {
	return owned.Create(path, 0o600)
}

// Put stores a blob.
func (d *Dir) Put(ctx context.Context, content io.Reader, max int64) (Blob, error) {
	b := Blob{Name: newName()}
	file, err := d.spool(content, max, &b)
	if err != nil {
		return Blob{}, err
	}
	if err := publish(file, d.path(b.Name)); err != nil {
		return Blob{}, errors.Join(fmt.Errorf("storing a blob: %w", err), d.Delete(ctx, b.Name))
	}
	return b, nil
}

// spool marks a blob, writes content to a temporary file, syncs it and returns its
// path. If it fails, nothing is left behind.
func (d *Dir) spool(content io.Reader, max int64, b *Blob) (path string, err error) {
	if err := d.mark(b.Name); err != nil {
		return "", fmt.Errorf("storing a blob: %w", err)
	}
	path = d.incoming(b.Name + partEnding)
	if err := d.write(path, content, max, b); err != nil {
		if removeIfThere(path) == nil {
			d.Keep(b.Name)
		}
		return "", err
	}
	return path, nil
}

func (d *Dir) write(path string, content io.Reader, max int64, b *Blob) error {
	file, err := d.create(path)
	if err != nil {
		return fmt.Errorf("storing a blob: %w", err)
	}
	if b.Head, b.Size, err = receive(file, content, max); err != nil {
		file.Close()
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("storing a blob: %w", err)
	}
	return nil
}

// publish moves a written file to its place. It syncs the folder too, since the name
// would not survive a power cut otherwise.
func publish(file, path string) error {
	dir := filepath.Dir(path)
	if err := owned.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := os.Rename(file, path); err != nil {
		return err
	}
	return errors.Join(owned.SyncDir(dir), owned.SyncDir(filepath.Dir(dir)))
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
func (d *Dir) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return nil
	}
	if err := errors.Join(d.remove(ctx, name), removeIfThere(d.incoming(name+partEnding))); err != nil {
		return fmt.Errorf("deleting a blob: %w", err)
	}
	d.Keep(name)
	return nil
}

func (d *Dir) remove(_ context.Context, name string) error { return removeIfThere(d.path(name)) }
