package vault

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// resealStep is how many rows a transaction of a rotation takes, so that other writes do not
// wait for long.
const resealStep = 100

// RotateMasterKey reseals everything under the key of to, which must also open what is sealed
// now, and returns the number of resealed values. It may run while servers with both keys
// are running. An interrupted rotation is continued by the next one with the same key.
func (v *Vault) RotateMasterKey(ctx context.Context, to *seal.Sealer) (resealed int, err error) {
	// First, so that from here on all writes use the new key.
	err = v.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		return tx.SetServerSetting(keyCheck, hex.EncodeToString(to.Check()))
	})
	if err != nil {
		return 0, err
	}
	all, err := v.db.Read(ctx).Workspaces()
	if err != nil {
		return 0, err
	}
	r := &rotation{vault: v, ctx: ctx, to: to}
	for _, w := range all {
		var failed error
		for _, t := range sealedTables {
			failed = errors.Join(failed, t.reseal(r, w.ID))
		}
		if failed != nil {
			return r.resealed, failed
		}
	}
	return r.resealed, nil
}

// rotation is the state of a rotation.
type rotation struct {
	vault    *Vault
	ctx      context.Context
	to       *seal.Sealer
	resealed int
}

// reseal reseals the values of a workspace in a table, step by step.
func (t sealedTable[T]) reseal(r *rotation, ws svcx.WorkspaceID) error {
	for after := int64(0); ; {
		// The function may run twice.
		var n int
		var last int64
		err := r.vault.db.Write(r.ctx, ws, func(tx *store.Tx) error {
			n, last = 0, 0
			step, err := t.next(tx, ws, after, resealStep)
			if err != nil || len(step) == 0 {
				return err
			}
			for i := range step {
				changed, err := r.reseal(t.values(ws, &step[i]))
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
func (r *rotation) reseal(values map[*[]byte]Column) (n int, err error) {
	for value, column := range values {
		if !r.to.Stale(*value) {
			continue
		}
		plain, err := r.to.Open(*value, string(column))
		if errors.Is(err, seal.ErrDamaged) {
			r.vault.log.Error("sealed value is damaged, left as it is", "value", string(column))
			continue
		}
		if err != nil {
			return n, fmt.Errorf("opening %s: %w", column, err)
		}
		if *value, err = r.to.Seal(plain, string(column)); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
