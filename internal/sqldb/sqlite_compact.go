package sqldb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// SQLite overwrites what is deleted (secure_delete), but when it rearranges the rows
// of a page, bytes of deleted ones stay in the slack between them. No statement shows
// them, but they are in the file until it is rewritten.

func (d *sqliteFile) fileBytes() int64 { return sizeOf(d.path) }

// sizeOf is the size of a file, 0 if there is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// compact writes all rows to a new file beside this one and copies that over it, by
// way of the log.
func (d *sqliteFile) compact(ctx context.Context, report func(CompactStep)) error {
	step := CompactStep{File: d.path, Before: sizeOf(d.path)}
	report(step)
	c, err := d.writers.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	// In memory the new file would take twice its size.
	dir := strings.ReplaceAll(filepath.Dir(d.path), "'", "''")
	for _, statement := range []string{"PRAGMA temp_store_directory = '" + dir + "'", "PRAGMA temp_store = FILE", "VACUUM", "PRAGMA temp_store = MEMORY"} {
		if _, err := c.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("rewriting %s: %w", d.path, err)
		}
	}
	if err := d.emptyLog(ctx); err != nil {
		return err
	}
	step.After = sizeOf(d.path)
	report(step)
	return nil
}

// copyTo has SQLite write all rows of one moment to another file. Writers go on; the log
// grows meanwhile, since a checkpoint keeps what the copy reads.
func (d *sqliteFile) copyTo(ctx context.Context, path string) error {
	// Not on a reader: those refuse to write, also elsewhere.
	db, err := openSQLiteFile(d.path, readerCacheKiB, d.patience)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("copying %s: %w", d.path, err)
	}
	return nil
}
