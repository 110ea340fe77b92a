package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/move"
	"svcx/internal/vault"
)

// MoveProgress is how far a step of a move has come, in rows.
type MoveProgress = move.Progress

// Moved is the result of MigrateTo.
type Moved struct {
	// To describes the database, without a password. DataDir still has the files and the master key.
	To, DataDir string
	// Tables are what was copied and compared. None if an earlier run has finished.
	Tables []move.Table
}

// MigrateTo copies everything in the embedded database of the data folder to the database of
// DatabaseURL, which must be empty, or have what an interrupted call has stored there. From
// its beginning on the embedded database is not served any more; CancelMove takes that back.
// report is called about every second.
func MigrateTo(ctx context.Context, c Config, log *slog.Logger, report func(MoveProgress)) (m Moved, err error) {
	m = Moved{To: c.place(), DataDir: c.DataDir}
	source := c
	source.DatabaseURL = ""
	from, release, err := source.openForMove(ctx, log)
	if err != nil {
		return m, err
	}
	defer release()
	to, err := openStore(ctx, c, c.clock(), log, nil)
	if err != nil {
		return m, err
	}
	defer to.Close()
	m.Tables, err = c.moveAll(ctx, from, to, report)
	return m, c.unusable(err)
}

// openForMove opens the embedded database, which no server may use meanwhile.
func (c *Config) openForMove(ctx context.Context, log *slog.Logger) (db *store.DB, release func(), err error) {
	present, err := store.Exists(c.DataDir)
	if err != nil || !present {
		return nil, nil, errors.Join(err, c.nothingThere())
	}
	lock, err := lockDataDir(c.DataDir)
	if errors.Is(err, errOtherServer) {
		err = fmt.Errorf("%w: stop it first, since what it stores meanwhile would not be moved", err)
	}
	if err != nil {
		return nil, nil, err
	}
	if db, err = openStore(ctx, *c, c.clock(), log, nil); err != nil {
		lock.Close()
		return nil, nil, err
	}
	release = func() {
		db.Close()
		lock.Close()
	}
	if err = db.Ping(ctx); err == nil {
		err = c.hasKeyOf(ctx, db)
	}
	if err != nil {
		release()
		return nil, nil, c.unusable(err)
	}
	return db, release, nil
}

// hasKeyOf reports whether the process has the master key that a database's secrets are
// encrypted under: the server of the copy needs it too.
func (c *Config) hasKeyOf(ctx context.Context, db *store.DB) error {
	known, err := vault.HasMasterKey(ctx, db)
	if err != nil || !known {
		return err
	}
	ring, err := seal.NewKeyring(c.loadMasterKeys)
	if err == nil {
		err = vault.New(db, ring, c.clock(), slog.New(slog.DiscardHandler)).CheckMasterKey(ctx)
	}
	if err != nil {
		return fmt.Errorf("the master key does not fit this database: %w", err)
	}
	return nil
}

// moveAll moves, or continues a move.
func (c *Config) moveAll(ctx context.Context, from, to *store.DB, report func(MoveProgress)) ([]move.Table, error) {
	state, err := moveState(ctx, from)
	if err != nil {
		return nil, err
	}
	there, err := move.Accept(ctx, to.DB, state.ID)
	switch {
	case state.Phase == move.Finished && (err != nil || there.ID == ""):
		return nil, movedElsewhere(state)
	case err != nil:
		return nil, err
	case there.Phase == move.Finished:
		return nil, nil
	}
	if _, err := to.Migrate(ctx); err != nil {
		return nil, err
	}
	if state.Phase == "" {
		state = move.State{ID: uuid.NewString(), Phase: move.Started, At: svcx.At(c.clock()()).String(), To: c.place()}
		if err := beginMove(ctx, from, state, svcx.At(c.clock()())); err != nil {
			return nil, err
		}
	}
	state.To = c.place()
	tables, err := finishMove(ctx, from, to, state, report)
	if err != nil {
		err = fmt.Errorf("%w; the move is not finished: run the same command again to continue it, or svcx migrate-to --cancel to go on with the data folder", err)
	}
	return tables, err
}

// beginMove marks the embedded database as being moved. What a server that ended was doing
// is released, as at its next start.
func beginMove(ctx context.Context, db *store.DB, state move.State, now svcx.Time) error {
	return db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		if _, err := tx.ReleaseLeases(now); err != nil {
			return err
		}
		if err := tx.ReleaseIdempotencyKeys(); err != nil {
			return err
		}
		return tx.SetServerSetting(move.Setting, state.Text())
	})
}

// finishMove moves what is missing.
func finishMove(ctx context.Context, from, to *store.DB, state move.State, report func(MoveProgress)) ([]move.Table, error) {
	moving := store.Moving(from, to)
	moving.State, moving.Report = state, report
	tables, err := move.Run(ctx, moving)
	if err != nil {
		return nil, err
	}
	messages := tables[slices.IndexFunc(tables, func(t move.Table) bool { return t.Name == "message" })].Rows
	if err := fillIndex(ctx, to, messages, report); err != nil {
		return nil, fmt.Errorf("filling the text index: %w", err)
	}
	// In this order: at no time can both be served.
	state.Phase = move.Finished
	err = from.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error { return tx.SetServerSetting(move.Setting, state.Text()) })
	if err != nil {
		return nil, err
	}
	return tables, move.Finish(ctx, to.DB, state)
}

// CancelMove makes the embedded database usable again that was moved, or began to be. If the
// move had finished, events are paused: a server on the copy may have sent them.
func CancelMove(ctx context.Context, c Config, log *slog.Logger) (paused bool, err error) {
	c.DatabaseURL = ""
	db, release, err := c.openForMove(ctx, log)
	if err != nil {
		return false, err
	}
	defer release()
	state, err := moveState(ctx, db)
	if err == nil && state.Phase == "" {
		err = fmt.Errorf("nothing to cancel: %s was not moved", c.place())
	}
	if err != nil {
		return false, c.unusable(err)
	}
	paused = state.Phase == move.Finished
	now := svcx.At(c.clock()())
	err = db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		if paused {
			if err := tx.PauseAll(&now); err != nil {
				return err
			}
		}
		return tx.SetServerSetting(move.Setting, "")
	})
	return paused, c.unusable(err)
}

// moveState reads where a move stands; the zero state if there was none.
func moveState(ctx context.Context, db *store.DB) (s move.State, err error) {
	// An empty database has no settings.
	present, err := db.HasTable(ctx, "server_setting")
	if err != nil || !present {
		return s, err
	}
	text, err := db.Read(ctx).ServerSetting(move.Setting)
	if err != nil {
		return s, err
	}
	return move.ParseState(text)
}

// refuseMoved refuses a database whose data is elsewhere, or not all there yet. Served beside
// the other one it would send the same events again.
func (c *Config) refuseMoved(ctx context.Context, db *store.DB) error {
	state, err := moveState(ctx, db)
	switch {
	case err != nil || state.Phase == "":
		return err
	case c.DatabaseURL != "" && state.Phase == move.Started:
		return fmt.Errorf("%s is an unfinished copy of a data folder, begun at %s: run svcx migrate-to again to finish it", c.place(), state.At)
	case c.DatabaseURL != "":
		return nil
	case state.Phase == move.Started:
		return fmt.Errorf("a move of %s to %s has begun at %s and is not finished: run svcx migrate-to again to finish it, or svcx migrate-to --cancel to go on with this folder", c.place(), state.To, state.At)
	}
	return movedElsewhere(state)
}

func movedElsewhere(state move.State) error {
	return fmt.Errorf("the data of this folder was moved to %s: start svcx with that --database-url. To go back to what the folder has, use svcx migrate-to --cancel", state.To)
}

// fillIndex fills the text index, so that searches are complete from the first one on.
func fillIndex(ctx context.Context, db *store.DB, messages int64, report func(MoveProgress)) error {
	all, err := db.Read(ctx).Workspaces()
	if err != nil {
		return err
	}
	p := MoveProgress{What: "filling the text index", Total: messages}
	last := time.Now()
	for _, w := range all {
		err := db.Index.Fill(ctx, w.ID, func(n int) {
			p.Done += int64(n)
			if now := time.Now(); now.Sub(last) >= time.Second {
				last = now
				report(p)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
