package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"
)

func (d sqliteTx) committed() {
	select {
	case d.wrote <- struct{}{}:
	default:
	}
}

// background checkpoints the log on its own connection. It checks the log after
// commits only, at most four times a second: a check costs nothing compared to
// the log of the 250 ms before it.
func (d *sqliteFile) background(ctx context.Context) {
	pause := time.NewTicker(250 * time.Millisecond)
	defer pause.Stop()
	limit := walHard
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.wrote:
		}
		var err error
		if limit, err = d.checkpoint(ctx, limit); err != nil && ctx.Err() == nil {
			d.log.Warn("cannot checkpoint the database", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
		}
	}
}

// checkpoint moves the log into the database file when there is enough of it, and
// restarts a log longer than limit. It returns the next limit, which is raised
// while a reader needs the log, so that writers do not wait for that reader at
// every check.
func (d *sqliteFile) checkpoint(ctx context.Context, limit int) (int, error) {
	log, err := d.walCheckpoint(ctx, d.writers, "NOOP")
	if err != nil || log.waiting() < d.walSoft && log.bytes() < limit {
		return limit, err
	}
	if log, err = d.walCheckpoint(ctx, d.writers, "PASSIVE"); err != nil || log.bytes() < limit {
		return limit, err
	}
	// Writers wait while the rest is moved, so what was written meanwhile is moved
	// before.
	for range beforeRestart {
		if log, err = d.walCheckpoint(ctx, d.writers, "NOOP"); err != nil || log.waiting() < d.walSoft/8 {
			break
		}
		if log, err = d.walCheckpoint(ctx, d.writers, "PASSIVE"); err != nil {
			break
		}
	}
	if err != nil {
		return limit, err
	}
	if log, err = d.restartLog(ctx); err != nil {
		return limit, err
	}
	if log.busy {
		return log.bytes() + d.walHard/4, nil
	}
	return d.walHard, nil
}

// restartLog makes the next writer start the log from its beginning. Writers wait
// until the end of the log is moved, and at most restartPatience for readers.
func (d *sqliteFile) restartLog(ctx context.Context) (walState, error) {
	return d.checkpointAlone(ctx, "RESTART")
}

// emptyLog moves all of the log and truncates its file to zero bytes. It fails if
// a reader needs the log for longer than restartPatience, and may be tried again.
func (d *sqliteFile) emptyLog(ctx context.Context) error {
	state, err := d.checkpointAlone(ctx, "TRUNCATE")
	if err == nil && state.busy {
		err = errors.New("emptying the log: a reader still needs it")
	}
	return err
}

func (d *sqliteFile) checkpointAlone(ctx context.Context, mode string) (_ walState, err error) {
	c, err := d.writers.Conn(ctx)
	if err != nil {
		return walState{}, fmt.Errorf("connecting for a checkpoint: %w", err)
	}
	defer c.Close()
	d.full <- struct{}{}
	defer func() { <-d.full }()
	// Not under ctx: a connection with the short timeout must not return to the
	// pool.
	if _, err := c.ExecContext(context.WithoutCancel(ctx), sqliteBusyTimeout(restartPatience)); err != nil {
		return walState{}, fmt.Errorf("setting the patience of a checkpoint: %w", err)
	}
	defer func() {
		_, restored := c.ExecContext(context.WithoutCancel(ctx), sqliteBusyTimeout(d.patience))
		err = errors.Join(err, restored)
	}()
	return d.walCheckpoint(context.WithoutCancel(ctx), c, mode)
}

func sqliteBusyTimeout(d time.Duration) string {
	return "PRAGMA busy_timeout(" + strconv.FormatInt(d.Milliseconds(), 10) + ")"
}

// walState is what a checkpoint reports about the log.
type walState struct {
	busy          bool // a reader or writer kept the checkpoint from finishing
	frames, moved int  // pages in the log, and those already in the file
}

func (s walState) bytes() int   { return s.frames * 4096 }
func (s walState) waiting() int { return (s.frames - s.moved) * 4096 }

// walCheckpoint runs a checkpoint in the given mode.
func (d *sqliteFile) walCheckpoint(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, mode string) (s walState, err error) {
	if err := q.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&s.busy, &s.frames, &s.moved); err != nil {
		return walState{}, fmt.Errorf("checkpoint %s: %w", mode, err)
	}
	return s, nil
}
