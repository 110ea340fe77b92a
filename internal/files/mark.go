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

// An upload in progress has a mark: an empty file in the folder of temporary files,
// named after its blob, which this process holds locked. It is created before anything
// else of the upload, and removed when the caller reports that the database knows the
// blob (Keep) or nothing of it is left. An upload whose mark is not locked was
// interrupted by a crash.
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

// mark creates the mark of a blob and syncs it.
func (d *Dir) mark(name string) error {
	dir := filepath.Join(d.root, incoming)
	if err := owned.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := owned.Create(d.incoming(name+markEnding), 0o600)
	if err != nil {
		return err
	}
	// On a file system without locks, Clean finds every mark locked.
	_ = owned.Lock(file)
	if err := owned.SyncDir(dir); err != nil {
		os.Remove(file.Name())
		file.Close()
		return err
	}
	d.marks.mu.Lock()
	defer d.marks.mu.Unlock()
	d.marks.held[name] = file
	return nil
}

// Keep removes the mark of a blob that the database knows: Clean leaves it alone after
// a crash then. A mark that stays does no harm, since Clean asks the database.
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

// Clean removes what uploads that a crash interrupted have left behind, and returns
// how many there were. It leaves uploads in progress alone, of this process and of
// others. known reports whether the database has a blob.
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

// cleanOne removes what is left of an upload, its mark last.
func (d *Dir) cleanOne(ctx context.Context, name string, known func(ctx context.Context, blob string) (bool, error), remove func(ctx context.Context, blob string) error) (left bool, err error) {
	mark, err := owned.Open(d.incoming(name + markEnding))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // it ended in the meantime
	}
	if err != nil {
		return false, err
	}
	defer mark.Close()
	if owned.Lock(mark) != nil {
		return false, nil // it is in progress
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
