package store

import (
	"context"
	"crypto/rand"
	"encoding/base64"

	"svcx"
)

// Where a write found no room a smaller one may well find some: a disk that is full
// for every message takes heartbeats for hours. That there is room again is proved by
// a write that is as large as those that are usual here, of bytes that no database
// makes small.

// roomProof is how large that is.
const roomProof = 1 << 20

// writeCheck is the setting that holds what is written to see whether writing works.
const writeCheck = "write_check"

func writeBulk(tx *Tx) error {
	bulk := make([]byte, base64.StdEncoding.DecodedLen(roomProof))
	rand.Read(bulk) // never fails, by its documentation
	return tx.SetServerSetting(writeCheck, base64.StdEncoding.EncodeToString(bulk))
}

// clearBulk is a transaction of its own: the bulk must have been stored.
func clearBulk(at svcx.Time) func(*Tx) error {
	return func(tx *Tx) error { return tx.SetServerSetting(writeCheck, at.String()) }
}

// proveRoom is for a prober, who is answered by it.
func (db *DB) proveRoom(ctx context.Context) error {
	if err := db.Write(ctx, 0, writeBulk); err != nil {
		return err
	}
	db.committer.outage.proved()
	return db.Write(ctx, 0, clearBulk(svcx.At(db.now())))
}

// proveRoom does the same where no prober asks, once in a while.
func (w *worker) proveRoom() {
	if _, due := w.outage.wantsProof(); !due {
		return
	}
	for _, run := range []func(*Tx) error{writeBulk, clearBulk(svcx.At(w.outage.now()))} {
		j := &job{run: run, done: make(chan struct{})}
		w.commit([]*job{j})
		if j.err != nil {
			return
		}
		w.outage.proved()
	}
}
