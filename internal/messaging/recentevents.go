package messaging

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// RecentEvents lists a channel's event log for members: newest first, including pings, and
// whether there are more.
func (s *Service) RecentEvents(ctx context.Context, w *svcx.Workspace, id svcx.ChannelID, f svcx.EventFilter) (events []*svcx.EventLogEntry, more bool, err error) {
	limit := f.Limit
	f.Limit++
	events, err = s.db.RecentEvents(ctx, w.ID, id, f)
	if err != nil {
		return nil, false, err
	}
	return events[:min(limit, len(events))], len(events) > limit, nil
}

// Event finds an entry of a channel's event log, with its bodies as long as they are kept,
// otherwise nil.
func (s *Service) Event(ctx context.Context, w *svcx.Workspace, channel svcx.ChannelID, id svcx.EventID) (*svcx.EventLogEntry, *svcx.EventBody, error) {
	log := store.EventLogOf(s.db.Read(ctx))
	e, err := log.Event(w.ID, channel, id)
	if err != nil {
		return nil, nil, err
	}
	body, err := log.EventBody(w.ID, id)
	return e, body, err
}
