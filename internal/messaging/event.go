package messaging

import (
	"context"
	"fmt"

	"svcx"
	"svcx/internal/store"
)

// Events replays a channel's event log (W 4.5): at most query.Limit entries, oldest first,
// and whether there are more.
func (s *Service) Events(ctx context.Context, ch *svcx.Channel, query svcx.EventQuery) (events []*svcx.EventLogEntry, more bool, err error) {
	limit := query.Limit
	query.Limit++
	query.Ahead = query.Since != nil && *query.Since > s.core.Now().Add(store.ClockSlack)
	events, err = s.db.Events(ctx, ch.Workspace, ch.ID, query)
	if err != nil {
		return nil, false, err
	}
	return events[:min(limit, len(events))], len(events) > limit, nil
}

// Heartbeat records a heartbeat of the channel's integrator and returns its time (W 4.4).
// What it changes in the channel's health goes into the history of it.
func (s *Service) Heartbeat(ctx context.Context, ch *svcx.Channel) (svcx.Time, error) {
	now := s.core.Now()
	err := s.db.Write(ctx, ch.Workspace, func(tx *store.Tx) error {
		was, err := tx.Channel(ch.Workspace, ch.ID)
		if svcx.KindOf(err) == svcx.KindNotFound {
			return nil // it was deleted meanwhile
		}
		if err != nil {
			return err
		}
		next := *was
		next.LastHeartbeatAt = &now
		if err := tx.NoteHealth(was, &next, now); err != nil {
			return err
		}
		return tx.Heartbeat(ch.Workspace, ch.ID, now)
	})
	return now, err
}

// LogUnauthorized logs requests to a channel without its key: the first ones one by one,
// further ones as a single entry with their number (D 2), which has no origin.
func (s *Service) LogUnauthorized(ctx context.Context, ch *svcx.Channel, receivedAt svcx.Time, more int, from Origin) error {
	reason := svcx.Reason{Code: svcx.ReasonSignatureMismatch, Detail: "the channel key is missing or wrong"}
	if more > 0 {
		reason.Detail = "the channel key was missing or wrong in " + plural(more, "more request")
	}
	status := 200
	e := &svcx.EventLogEntry{
		Workspace: ch.Workspace, Channel: ch.ID, Direction: svcx.Inbound, Type: svcx.InboundTypeInvalid, Status: svcx.EventUnauthorized,
		Error: reason.Text(), Client: from.Client, Reference: from.RequestID, ResponseStatus: &status, ResponseMS: max(0, int64(s.core.Now()-receivedAt)), CreatedAt: receivedAt,
	}
	return s.db.Write(ctx, ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e) })
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
