package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// notifyChannel is the name under which nodes hear each other.
const notifyChannel = "svcx_live"

// listenPause is the wait before a lost connection is made again.
const listenPause = time.Second

func (d *postgresDialect) hasNodes() bool { return true }

// notify is a statement of its own, never part of a data transaction: COMMIT
// with a NOTIFY in it takes a lock of the whole server.
func (d *postgresDialect) notify(ctx context.Context, payload string) error {
	_, err := d.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", notifyChannel, payload)
	return err
}

// listen has a connection of its own. The log is told of an outage once, not at
// each try.
func (d *postgresDialect) listen(ctx context.Context, connected func(), heard func(payload string)) {
	lost := false
	for {
		err := d.listenOnce(ctx, func() {
			if lost {
				d.log.Info("the other nodes are heard again")
			}
			lost = false
			connected()
		}, heard)
		if ctx.Err() != nil {
			return
		}
		if !lost {
			d.log.Warn("the connection that hears the other nodes was lost, it is made again", "error", err)
		}
		lost = true
		select {
		case <-ctx.Done():
			return
		case <-time.After(listenPause):
		}
	}
}

func (d *postgresDialect) listenOnce(ctx context.Context, connected func(), heard func(payload string)) error {
	conn, err := pgx.ConnectConfig(ctx, d.config.Copy())
	if err != nil {
		return inOneLine(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+notifyChannel); err != nil {
		return err
	}
	connected()
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		heard(n.Payload)
	}
}
