package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// resendStep is how many deliveries a transaction makes due again, so that other writes do not
// wait for long.
const resendStep = 500

// Redeliver sends the delivery of an event log entry again, delivered or failed, with the same
// webhook-id and outside the order of its conversation (D 4). A delivery that waits
// for its next attempt is tried now, in its order. An entry that is not about a delivery is a validation error.
func (s *Service) Redeliver(ctx context.Context, call inbox.Call, channel svcx.ChannelID, event svcx.EventID) (id svcx.DeliveryID, err error) {
	e, err := store.EventLogOf(s.db.Read(ctx)).Event(call.Workspace.ID, channel, event)
	if err != nil {
		return 0, err
	}
	if e.Delivery == nil {
		return 0, svcx.Invalid("eventId", "must be the id of an entry about a delivery")
	}
	id = *e.Delivery
	ref := store.ChannelRef{Workspace: call.Workspace.ID, Channel: channel}
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		again, err := tx.ResendDelivery(ref, id, s.core.Now())
		if err == nil && !again {
			err = tx.RetryNow(ref, id, s.core.Now())
		}
		if err != nil {
			return err
		}
		tx.OnCommit(func() { s.core.Wake(ref) })
		return s.core.Audit(tx, call, svcx.AuditRedeliver, "channel", channel, "delivery", id)
	})
	return id, err
}

// RedeliverFailed redelivers all deliveries of a channel that have failed since a time, and until
// another one if that is not nil, and returns how many. Without that one, deliveries that wait for
// their next attempt are tried now too, and not counted. It works in steps: after an error those of
// earlier steps are redelivered.
func (s *Service) RedeliverFailed(ctx context.Context, call inbox.Call, channel svcx.ChannelID, since svcx.Time, until *svcx.Time) (count int64, err error) {
	ref := store.ChannelRef{Workspace: call.Workspace.ID, Channel: channel}
	// Deliveries that fail again in the meantime are not redelivered twice.
	last := s.core.Now()
	subject := []any{"channel", channel, "since", since}
	if until != nil {
		subject = append(subject, "until", *until)
		last = min(last, *until)
	}
	for first := true; ; first = false {
		var n int64
		err := s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
			if first {
				if err := s.core.Audit(tx, call, svcx.AuditRedeliver, subject...); err != nil {
					return err
				}
			}
			if n, err = tx.ResendFailed(ref, since, last, s.core.Now(), resendStep); err != nil {
				return err
			}
			tx.OnCommit(func() { s.core.Wake(ref) })
			return nil
		})
		if err != nil {
			return count, err
		}
		if count += n; n < resendStep && until != nil {
			return count, nil
		} else if n < resendStep {
			return count, s.core.RetryNow(ctx, ref)
		}
	}
}
