package admin

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// PauseDelivery stops the attempts at a channel's events until ResumeDelivery: they wait, in
// their order, and none is lost. An attempt that has begun ends. Pings and what members ask
// for meanwhile (confirmations, files, back requests) are still sent, and the feed has what
// happens. A channel that is paused already stays as it is, and the audit log too.
func (s *Service) PauseDelivery(ctx context.Context, call inbox.Call, id svcx.ChannelID) (*svcx.Channel, error) {
	return s.setPaused(ctx, call, id, svcx.AuditChannelPause)
}

// ResumeDelivery ends a pause: what waits is sent at once, as far as the circuit allows.
func (s *Service) ResumeDelivery(ctx context.Context, call inbox.Call, id svcx.ChannelID) (*svcx.Channel, error) {
	return s.setPaused(ctx, call, id, svcx.AuditChannelResume)
}

func (s *Service) setPaused(ctx context.Context, call inbox.Call, id svcx.ChannelID, action svcx.AuditAction) (ch *svcx.Channel, err error) {
	pause := action == svcx.AuditChannelPause
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if ch, err = tx.Channel(call.Workspace.ID, id); err != nil {
			return err
		}
		if pause == (ch.PausedAt != nil) {
			return nil
		}
		ch.PausedAt = nil
		if pause {
			now := s.core.Now()
			ch.PausedAt = &now
		}
		ref := store.ChannelRef{Workspace: call.Workspace.ID, Channel: id}
		if err := tx.SetPaused(ref, ch.PausedAt); err != nil {
			return err
		}
		tx.OnCommit(func() { s.core.Wake(ref) })
		return s.core.Audit(tx, call, action, "channel", id)
	})
	return ch, err
}

// Queue counts what waits to be delivered on a channel of the workspace.
func (s *Service) Queue(ctx context.Context, w *svcx.Workspace, id svcx.ChannelID) (svcx.Queue, error) {
	return s.db.Read(ctx).Queue(store.ChannelRef{Workspace: w.ID, Channel: id})
}

// maxHealthChanges is how many changes of a channel's health are read.
const maxHealthChanges = 200

// HealthHistory is the history of a channel's health, latest first.
func (s *Service) HealthHistory(ctx context.Context, ch *svcx.Channel) ([]svcx.HealthChange, error) {
	kept, err := s.db.Read(ctx).HealthChanges(store.ChannelRef{Workspace: ch.Workspace, Channel: ch.ID}, maxHealthChanges)
	return ch.HealthHistory(kept, s.core.Now()), err
}
