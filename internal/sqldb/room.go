package sqldb

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"svcx"
)

// Where a write found no room, a smaller one may well find some: a disk that is too
// full for messages takes heartbeats for hours. So room is proved by a write as
// large as those that are usual here, of random bytes, which no database can
// compress.

// roomProof is the size of that write.
const roomProof = 1 << 20

func (s Schema) writeBulk(tx *Tx) error {
	bulk := make([]byte, base64.StdEncoding.DecodedLen(roomProof))
	rand.Read(bulk) // never fails, by its documentation
	return s.Keep(tx, base64.StdEncoding.EncodeToString(bulk))
}

// clearBulk is a separate transaction, since the bulk must have been committed.
func (s Schema) clearBulk(at time.Time) func(*Tx) error {
	return func(tx *Tx) error { return s.Keep(tx, svcx.At(at).String()) }
}

func (db *DB) clearBulk(tx *Tx) error { return db.schema.clearBulk(db.now())(tx) }

// proveRoom is the check that Ready makes.
func (db *DB) proveRoom(ctx context.Context) error {
	if err := db.Write(ctx, 0, db.schema.writeBulk); err != nil {
		return err
	}
	db.committer.outage.proved()
	return db.Write(ctx, 0, db.clearBulk)
}

// proveRoom does the same from time to time, where there are no probes.
func (w *worker) proveRoom() {
	if _, due := w.outage.wantsProof(); !due {
		return
	}
	for _, run := range []func(*Tx) error{w.schema.writeBulk, w.schema.clearBulk(w.outage.now())} {
		j := &job{run: run, done: make(chan struct{})}
		w.commit([]*job{j})
		if j.err != nil {
			return
		}
		w.outage.proved()
	}
}
