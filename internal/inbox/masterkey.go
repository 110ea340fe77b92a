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

// masterKeyCheck is the setting with the check value of the database's master key.
const masterKeyCheck = "master_key_check"

// CheckMasterKey checks that the process has the database's master key; a new database gets
// the current one. A node without the key must not run: it could read no secrets and would
// write ones that others cannot read (D 5).
func (in *Inbox) CheckMasterKey(ctx context.Context) error {
	// It is set at every start but the first, and never removed.
	known, err := in.db.ServerSetting(ctx, masterKeyCheck)
	if err != nil {
		return err
	}
	if known != "" {
		_, err := in.sealerUnder(known)
		return err
	}
	return in.db.Write(ctx, operators, func(tx *store.Tx) error {
		known, err := tx.ServerSetting(masterKeyCheck)
		if err != nil {
			return err
		}
		if known == "" {
			return tx.SetServerSetting(masterKeyCheck, hex.EncodeToString(in.masterKeys.Check()))
		}
		_, err = in.sealerUnder(known)
		return err
	})
}

func (in *Inbox) sealerUnder(known string) (*seal.Sealer, error) {
	check, err := hex.DecodeString(known)
	if err != nil {
		return nil, fmt.Errorf("reading the master key's check value: %w", err)
	}
	return in.masterKeys.Under(check)
}

// KnowsMasterKey reports whether the database already has a master key. It must then be found;
// a new one would be useless.
func KnowsMasterKey(ctx context.Context, db *store.DB) (bool, error) {
	known, err := db.ServerSetting(ctx, masterKeyCheck)
	return known != "", err
}

// seal encrypts a value for its row under the database's current key, which it reads within
// the transaction. So a rotation misses nothing: the writes of a workspace are serialized,
// and each one comes before the rotation reads the workspace or sees the new key.
func (in *Inbox) seal(tx *store.Tx, plain, row string) ([]byte, error) {
	known, err := tx.ServerSetting(masterKeyCheck)
	if err != nil {
		return nil, err
	}
	if known == "" {
		known = hex.EncodeToString(in.masterKeys.Check())
	}
	sealer, err := in.sealerUnder(known)
	if err != nil {
		return nil, fmt.Errorf("this process does not have the master key of the database: %w", err)
	}
	return sealer.Seal([]byte(plain), row)
}

// resealStep is how many rows a transaction of a rotation takes, so that other writes do not
// wait for long.
const resealStep = 100

// RotateMasterKey reseals everything under the key of to, which must also open what is sealed
// now, and returns the number of resealed values. It may run while servers with both keys
// are running. An interrupted rotation is continued by the next one with the same key.
func (in *Inbox) RotateMasterKey(ctx context.Context, to *seal.Sealer) (resealed int, err error) {
	// First, so that from here on all writes use the new key.
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
		if err := errors.Join(resealTable(ctx, r, w.ID, sealedChannels), resealTable(ctx, r, w.ID, sealedSecrets), resealTable(ctx, r, w.ID, sealedAISettings(w.ID))); err != nil {
			return r.resealed, err
		}
	}
	return r.resealed, nil
}

// rotation is the state of a rotation.
type rotation struct {
	in       *Inbox
	to       *seal.Sealer
	resealed int
}

// sealedTable is a table with sealed values. Each one needs a call in RotateMasterKey.
type sealedTable[T any] struct {
	// next reads rows with ids greater than after, in order.
	next func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]T, error)
	id   func(T) int64
	// values are the sealed values of a row with the row names that they are bound to.
	values func(*T) map[*[]byte]string
	put    func(*store.Tx, svcx.WorkspaceID, T) error
}

var sealedChannels = sealedTable[store.SealedChannel]{
	next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedChannel, error) {
		return tx.SealedChannels(ws, svcx.ChannelID(after), limit)
	},
	id: func(c store.SealedChannel) int64 { return int64(c.ID) },
	values: func(c *store.SealedChannel) map[*[]byte]string {
		return map[*[]byte]string{&c.Key: channelKeyRow(c.ID), &c.Signing: signingSecretRow(c.ID), &c.OldSign: signingSecretRow(c.ID)}
	},
	put: (*store.Tx).ResealChannel,
}

var sealedSecrets = sealedTable[store.SealedSecret]{
	next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedSecret, error) {
		return tx.SealedSecrets(ws, svcx.SecretID(after), limit)
	},
	id:     func(s store.SealedSecret) int64 { return int64(s.ID) },
	values: func(s *store.SealedSecret) map[*[]byte]string { return map[*[]byte]string{&s.Value: secretRow(s.ID)} },
	put:    (*store.Tx).ResealSecret,
}

// sealedAISettings is the row with the key of the workspace's own AI provider.
func sealedAISettings(ws svcx.WorkspaceID) sealedTable[svcx.AISettings] {
	return sealedTable[svcx.AISettings]{
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

// resealTable reseals the values of a workspace in a table, step by step.
func resealTable[T any](ctx context.Context, r *rotation, ws svcx.WorkspaceID, t sealedTable[T]) error {
	for after := int64(0); ; {
		// The function may run twice.
		var n int
		var last int64
		err := r.in.db.Write(ctx, ws, func(tx *store.Tx) error {
			n, last = 0, 0
			step, err := t.next(tx, ws, after, resealStep)
			if err != nil || len(step) == 0 {
				return err
			}
			for i := range step {
				changed, err := r.reseal(t.values(&step[i]))
				if err == nil && changed > 0 {
					err = t.put(tx, ws, step[i])
				}
				if err != nil {
					return err
				}
				n += changed
			}
			last = t.id(step[len(step)-1])
			return nil
		})
		r.resealed += n
		if err != nil || last == 0 {
			return err
		}
		after = last
	}
}

// reseal reseals the values that are not under the new key and counts them. Damaged values
// are left as they are: no key opens them.
func (r *rotation) reseal(values map[*[]byte]string) (n int, err error) {
	for value, row := range values {
		if !r.to.Stale(*value) {
			continue
		}
		plain, err := r.to.Open(*value, row)
		if errors.Is(err, seal.ErrDamaged) {
			r.in.log.Error("sealed value is damaged, left as it is", "value", row)
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
