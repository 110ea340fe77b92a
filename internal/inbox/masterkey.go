package inbox

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// masterKeyCheck is the setting that says which master key the database is
// under: a value that this key has sealed.
const masterKeyCheck = "master_key_check"

// CheckMasterKey compares the master keys of the process with the one that the
// database is under, and puts a new database under the current one. A node that
// lacks the key must not run: it could read nothing and would write what others
// cannot read (D 5).
func (in *Inbox) CheckMasterKey(ctx context.Context) error {
	// It is there at every start but the first, and never goes away.
	known, err := in.db.ServerSetting(ctx, masterKeyCheck)
	if err != nil {
		return err
	}
	if known != "" {
		_, err := in.boxUnder(known)
		return err
	}
	return in.db.Write(ctx, operators, func(tx *store.Tx) error {
		known, err := tx.ServerSetting(masterKeyCheck)
		if err != nil {
			return err
		}
		if known == "" {
			return tx.SetServerSetting(masterKeyCheck, hex.EncodeToString(in.box.Check()))
		}
		_, err = in.boxUnder(known)
		return err
	})
}

func (in *Inbox) boxUnder(known string) (*seal.Sealer, error) {
	check, err := hex.DecodeString(known)
	if err != nil {
		return nil, fmt.Errorf("reading the master key's check value: %w", err)
	}
	return in.box.Under(check)
}

// KnowsMasterKey reports whether the database was used with a master key before:
// then that key must be found, and a new one would be of no use.
func KnowsMasterKey(ctx context.Context, db *store.DB) (bool, error) {
	known, err := db.ServerSetting(ctx, masterKeyCheck)
	return known != "", err
}

// seal encrypts a value for its row under the key that the database is under.
// That it asks within the transaction makes a rotation miss nothing: writes of a
// workspace are in one order, so that each comes before the rotation's look at
// the workspace or sees the new key.
func (in *Inbox) seal(tx *store.Tx, plain, row string) ([]byte, error) {
	known, err := tx.ServerSetting(masterKeyCheck)
	if err != nil {
		return nil, err
	}
	if known == "" {
		known = hex.EncodeToString(in.box.Check())
	}
	box, err := in.boxUnder(known)
	if err != nil {
		return nil, fmt.Errorf("this process was not given the master key that the database is under: %w", err)
	}
	return box.Seal([]byte(plain), row)
}

// resealStep is how many rows one transaction of a rotation takes, so that
// nobody waits for it.
const resealStep = 100

// RotateMasterKey puts everything that is sealed under the key of to, which
// opens what is sealed now, and returns how many values that were. It may run
// beside servers that have both keys. One that was cut off is taken up by the
// next with the same key.
func (in *Inbox) RotateMasterKey(ctx context.Context, to *seal.Sealer) (resealed int, err error) {
	// First this: from here on what is written is under the new key.
	err = in.db.Write(ctx, operators, func(tx *store.Tx) error {
		return tx.SetServerSetting(masterKeyCheck, hex.EncodeToString(to.Check()))
	})
	if err != nil {
		return 0, err
	}
	all, err := in.db.Workspaces(ctx)
	if err != nil {
		return 0, err
	}
	r := &rotation{in: in, to: to}
	for _, w := range all {
		if err := errors.Join(walk(ctx, r, w.ID, channelPlaces), walk(ctx, r, w.ID, secretPlaces), walk(ctx, r, w.ID, aiPlaces(w.ID))); err != nil {
			return r.resealed, err
		}
	}
	return r.resealed, nil
}

// rotation is a walk over what is sealed.
type rotation struct {
	in       *Inbox
	to       *seal.Sealer
	resealed int
}

// places are the rows of a table that have sealed values. Whoever seals
// something in another table adds one, and a call of walk.
type places[T any] struct {
	// next reads the rows with ids above after, in order.
	next func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]T, error)
	id   func(T) int64
	// values are the sealed values of a row with the names that they are bound to.
	values func(*T) map[*[]byte]string
	put    func(*store.Tx, svcx.WorkspaceID, T) error
}

var channelPlaces = places[store.SealedChannel]{
	next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedChannel, error) {
		return tx.SealedChannels(ws, svcx.ChannelID(after), limit)
	},
	id: func(c store.SealedChannel) int64 { return int64(c.ID) },
	values: func(c *store.SealedChannel) map[*[]byte]string {
		return map[*[]byte]string{&c.Key: channelKeyRow(c.ID), &c.Signing: signingSecretRow(c.ID), &c.OldSign: signingSecretRow(c.ID)}
	},
	put: (*store.Tx).ResealChannel,
}

var secretPlaces = places[store.SealedSecret]{
	next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedSecret, error) {
		return tx.SealedSecrets(ws, svcx.SecretID(after), limit)
	},
	id:     func(s store.SealedSecret) int64 { return int64(s.ID) },
	values: func(s *store.SealedSecret) map[*[]byte]string { return map[*[]byte]string{&s.Value: secretRow(s.ID)} },
	put:    (*store.Tx).ResealSecret,
}

// aiPlaces is the one row with the key of the workspace's own AI provider.
func aiPlaces(ws svcx.WorkspaceID) places[svcx.AISettings] {
	return places[svcx.AISettings]{
		next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, _ int) ([]svcx.AISettings, error) {
			if after > 0 {
				return nil, nil
			}
			s, err := tx.AISettings(ws)
			return []svcx.AISettings{s}, err
		},
		id:     func(svcx.AISettings) int64 { return 1 },
		values: func(s *svcx.AISettings) map[*[]byte]string { return map[*[]byte]string{&s.APIKey: aiKeyRow(ws)} },
		put:    func(tx *store.Tx, ws svcx.WorkspaceID, s svcx.AISettings) error { return tx.SetAISettings(ws, s) },
	}
}

// walk reseals what a workspace has in a table, step by step.
func walk[T any](ctx context.Context, r *rotation, ws svcx.WorkspaceID, p places[T]) error {
	for after := int64(0); ; {
		// The function may run twice.
		var n int
		var last int64
		err := r.in.db.Write(ctx, ws, func(tx *store.Tx) error {
			n, last = 0, 0
			step, err := p.next(tx, ws, after, resealStep)
			if err != nil || len(step) == 0 {
				return err
			}
			for i := range step {
				changed, err := r.reseal(p.values(&step[i]))
				if err == nil && changed > 0 {
					err = p.put(tx, ws, step[i])
				}
				if err != nil {
					return err
				}
				n += changed
			}
			last = p.id(step[len(step)-1])
			return nil
		})
		r.resealed += n
		if err != nil || last == 0 {
			return err
		}
		after = last
	}
}

// reseal puts values under the new key and counts those that were not. One that
// is damaged is left as it is: no key opens it.
func (r *rotation) reseal(values map[*[]byte]string) (n int, err error) {
	for value, row := range values {
		if !r.to.Stale(*value) {
			continue
		}
		plain, err := r.to.Open(*value, row)
		if errors.Is(err, seal.ErrDamaged) {
			r.in.log.Error("a sealed value is damaged and was left as it is", "value", row)
			continue
		}
		if err != nil {
			return n, fmt.Errorf("opening %s: %w", row, err)
		}
		if *value, err = r.to.Seal(plain, row); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
