package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"svcx/internal/owned"
)

// An upload that has not ended has a mark: an empty file in the folder of the
// temporary files, named for its blob, which this process holds locked. It is
// there before anything else of the upload and goes when the caller says that
// the blob is known (Keep) or nothing of it is left. What has a mark that
// nobody holds was cut by a crash, at whatever point.
type marks struct {
	mu   sync.Mutex
	held map[string]*os.File
}

const (
	incoming   = "incoming"
	markEnding = ".mark"
	partEnding = ".part"
)

func (d *Dir) incoming(name string) string { return filepath.Join(d.root, incoming, name) }

// mark notes, to the disk, that a blob is coming.
func (d *Dir) mark(name string) error {
	dir := filepath.Join(d.root, incoming)
	if err := owned.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := owned.Create(d.incoming(name+markEnding), 0o600)
	if err != nil {
		return err
	}
	// Where the file system has no locks Clean finds every mark held.
	_ = lockFile(file)
	if err := syncDir(dir); err != nil {
		os.Remove(file.Name())
		file.Close()
		return err
	}
	d.marks.mu.Lock()
	defer d.marks.mu.Unlock()
	d.marks.held[name] = file
	return nil
}

// Keep says that the blob is known to the database: a crash from here on leaves
// it alone. A mark that stays is no harm, since Clean asks.
func (d *Dir) Keep(name string) {
	d.marks.mu.Lock()
	file := d.marks.held[name]
	delete(d.marks.held, name)
	d.marks.mu.Unlock()
	if file != nil {
		os.Remove(file.Name())
		file.Close()
	}
}

// Clean removes what uploads that a crash cut have left, and returns how many
// there were. Those that are under way, of this process and of others, are left
// alone. known says whether the database has a blob.
func (d *Dir) Clean(ctx context.Context, known func(ctx context.Context, blob string) (bool, error)) (removed int, err error) {
	return d.clean(ctx, known, d.remove)
}

func (d *Dir) clean(ctx context.Context, known func(ctx context.Context, blob string) (bool, error), remove func(ctx context.Context, blob string) error) (removed int, err error) {
	entries, err := os.ReadDir(filepath.Join(d.root, incoming))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, entry := range entries {
		name, isMark := strings.CutSuffix(entry.Name(), markEnding)
		if !isMark || checkName(name) != nil {
			continue
		}
		left, cleanErr := d.cleanOne(ctx, name, known, remove)
		if cleanErr != nil {
			err = errors.Join(err, fmt.Errorf("blob %s: %w", name, cleanErr))
		}
		if left {
			removed++
		}
	}
	return removed, err
}

// cleanOne removes what a blob's mark stands for, the mark last.
func (d *Dir) cleanOne(ctx context.Context, name string, known func(ctx context.Context, blob string) (bool, error), remove func(ctx context.Context, blob string) error) (left bool, err error) {
	mark, err := os.OpenFile(d.incoming(name+markEnding), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // it has ended meanwhile
	}
	if err != nil {
		return false, err
	}
	defer mark.Close()
	if lockFile(mark) != nil {
		return false, nil // it is under way
	}
	kept, err := known(ctx, name)
	if err != nil {
		return false, err
	}
	if !kept {
		if err := remove(ctx, name); err != nil {
			return false, err
		}
	}
	return !kept, errors.Join(removeIfThere(d.incoming(name+partEnding)), removeIfThere(mark.Name()))
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
