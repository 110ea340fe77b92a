package app

import (
	"context"
	"errors"
	"fmt"

	"svcx/internal/store"
)

// compactAtStart is the size of the embedded database's files up to which a start
// compacts them by itself: 32 MiB take 0.2 s on a disk of 1 GB/s, 1 s on one of 100 MB/s.
const compactAtStart = 32 << 20

// ErrNothingToCompact is returned on PostgreSQL.
var ErrNothingToCompact = errors.New("PostgreSQL has no files of svcx to compact: its own vacuum clears what is erased, and VACUUM FULL rewrites a table at once")

// CompactStep is a file that is being rewritten.
type CompactStep = store.CompactStep

// Compact rewrites the embedded database, so that nothing erased is left in its files.
// No server may be running on it. It reports whether an erasure is unfinished, which the
// next server continues.
func (a *App) Compact(ctx context.Context, report func(CompactStep)) (unfinished bool, err error) {
	if a.Config.DatabaseURL != "" {
		return false, ErrNothingToCompact
	}
	lock, err := lockDataDir(a.Config.DataDir)
	if errors.Is(err, errOtherServer) {
		return false, fmt.Errorf("%w: stop it first, since its files are rewritten", err)
	}
	if err != nil {
		return false, err
	}
	defer lock.Close()
	if err := a.db.Compact(ctx, report); err != nil {
		return false, a.Config.unusable(err)
	}
	removals, err := a.db.Read(ctx).Removals()
	return len(removals) > 0, err
}

// compactErased compacts at start what was erased since the last time, where that is
// quick. Its failure prevents no start.
func (a *App) compactErased(ctx context.Context) {
	done, err := a.db.CompactErased(ctx, compactAtStart)
	switch {
	case err != nil && ctx.Err() == nil:
		a.Log.Warn("the database could not be compacted after an erasure, use svcx compact", "error", err)
	case done:
		a.Log.Info("the database was compacted after an erasure")
	}
}
