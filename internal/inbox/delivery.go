package inbox

import (
	"context"

	"svcx/internal/store"
)

// retryStep is how many deliveries a transaction makes due, so that other writes do not wait for
// long.
const retryStep = 500

// RetryNow makes due what waits for a later attempt at the channel's receiver.
func (core *Core) RetryNow(ctx context.Context, ref store.ChannelRef) error {
	for {
		var n int64
		err := core.DB.Write(ctx, ref.Workspace, func(tx *store.Tx) (err error) {
			if n, err = tx.RetryAllNow(ref, core.Now(), retryStep); n > 0 {
				tx.OnCommit(func() { core.Wake(ref) })
			}
			return err
		})
		if err != nil || n < retryStep {
			return err
		}
	}
}
