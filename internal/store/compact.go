package store

import (
	"context"
	"errors"
	"fmt"

	"svcx/internal/sqldb"
)

// settingErased is the server setting that says when data was erased last; "" if the
// files were compacted since.
const settingErased = "erased"

// Compact rewrites the files of the embedded database, so that nothing erased is left
// in them. It needs twice the size of the larger one on the disk. On PostgreSQL it
// does nothing: the server vacuums by itself.
func (db *DB) Compact(ctx context.Context, report func(sqldb.CompactStep)) error {
	erased, err := db.Read(ctx).ServerSetting(settingErased)
	if err != nil {
		return err
	}
	if err := errors.Join(db.Index.Purge(ctx), db.Index.CompactFile(ctx, report), db.CompactFile(ctx, report)); err != nil {
		return fmt.Errorf("compacting the database: %w", err)
	}
	if erased == "" {
		return nil
	}
	return db.Write(ctx, 0, func(tx *Tx) error {
		_, err := tx.Exec(`UPDATE server_setting SET value = '' WHERE name = $1 AND value = $2`, settingErased, erased)
		return err
	})
}

// CompactErased is Compact if something was erased since the last time and the files
// have at most most bytes. It reports whether they were compacted.
func (db *DB) CompactErased(ctx context.Context, most int64) (bool, error) {
	erased, err := db.Read(ctx).ServerSetting(settingErased)
	if err != nil || erased == "" || db.FileBytes()+db.Index.FileBytes() > most {
		return false, err
	}
	return true, db.Compact(ctx, func(sqldb.CompactStep) {})
}
