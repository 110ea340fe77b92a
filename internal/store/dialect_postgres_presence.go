package store

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// presenceClass is the first half of the key of a node's advisory lock. Keys of
// two halves are apart from those of one, which order a workspace's writes.
const presenceClass = 0x73766378

// appear takes an advisory lock of the session under a number of the node's own.
// The server lets go of it when the connection ends, which it learns at once when
// the process does.
func (d *postgresDialect) appear(ctx context.Context) (*Presence, error) {
	config := d.config.Copy()
	config.RuntimeParams["idle_session_timeout"] = "0"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, inOneLine(err)
	}
	var id uint32
	for taken := false; !taken; {
		var b [4]byte
		rand.Read(b[:]) // never fails, by its documentation
		id = binary.BigEndian.Uint32(b[:]) >> 1
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1, $2)", presenceClass, int32(id)).Scan(&taken); err != nil {
			conn.Close(ctx)
			return nil, fmt.Errorf("making the node present: %w", err)
		}
	}
	lost, leave := context.WithCancel(context.Background())
	go func() {
		defer leave()
		for {
			// Nothing is ever told on it: it waits for the end of the connection.
			if _, err := conn.WaitForNotification(lost); err != nil {
				break
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		conn.Close(ctx)
	}()
	return &Presence{Name: strconv.FormatUint(uint64(id), 10), Lost: lost, Leave: leave}, nil
}

func (d *postgresDialect) present(ctx context.Context) (names []string, err error) {
	rows, err := d.db.QueryContext(ctx, `SELECT objid::text FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::bigint::oid AND objsubid = 2 AND granted
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, presenceClass)
	err = eachRow(rows, err, func(s scanner) error {
		var name string
		err := s.Scan(&name)
		names = append(names, name)
		return err
	})
	return names, err
}
