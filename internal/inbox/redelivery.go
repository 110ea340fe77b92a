package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// resendStep is how many deliveries one transaction makes due again: others
// write in between.
const resendStep = 500

// Redeliver sends the delivery of an event log record again, whatever became of
// it, under the same webhook-id and outside the order of its conversation
// (D 4). One that is still on its way is left to it. A record of
// anything but a delivery is a validation error.
func (in *Inbox) Redeliver(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, channel svcx.ChannelID, event svcx.EventID) (id svcx.DeliveryID, err error) {
	e, err := in.db.Event(ctx, w.ID, channel, event)
	if err != nil {
		return 0, err
	}
	if e.Delivery == nil {
		return 0, svcx.Invalid("eventId", "must be the id of a delivery's record: this one has nothing to send again")
	}
	id = *e.Delivery
	ref := store.ChannelRef{Workspace: w.ID, Channel: channel}
	err = in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		if _, err := tx.ResendDelivery(ref, id, in.Now()); err != nil {
			return err
		}
		tx.OnCommit(func() { in.wake(ref) })
		return in.auditChannel(tx, w.ID, actor, svcx.AuditRedeliver, channel, "delivery", strconv.FormatInt(int64(id), 10))
	})
	return id, err
}

// RedeliverFailed does the same for all of a channel's deliveries that have
// failed for good since the time, and returns how many. It works in steps: an
// error means that those of the steps before are on their way.
func (in *Inbox) RedeliverFailed(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, channel svcx.ChannelID, since svcx.Time) (count int64, err error) {
	ref := store.ChannelRef{Workspace: w.ID, Channel: channel}
	// What fails again meanwhile is not sent a third time.
	until := in.Now()
	for first := true; ; first = false {
		var n int64
		err := in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
			if first {
				if err := in.auditChannel(tx, w.ID, actor, svcx.AuditRedeliver, channel, "since", since.String()); err != nil {
					return err
				}
			}
			if n, err = tx.ResendFailed(ref, since, until, in.Now(), resendStep); err != nil {
				return err
			}
			tx.OnCommit(func() { in.wake(ref) })
			return nil
		})
		if err != nil {
			return count, err
		}
		if count += n; n < resendStep {
			return count, nil
		}
	}
}
