package admin

import (
	"context"
	"math"

	"svcx"
	"svcx/internal/store"
)

// PauseOutbound stops the attempts at all events of the deployment until ResumeOutbound, as
// PauseDelivery does for one channel. Servers take note at once, but for attempts that have
// begun. It returns the time from which they are paused, which may be an earlier one.
func (s *Service) PauseOutbound(ctx context.Context) (at svcx.Time, err error) {
	err = s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		since, err := tx.AllPaused()
		if err != nil {
			return err
		}
		if since == nil {
			now := s.core.Now()
			since = &now
		}
		at = *since
		return tx.PauseAll(since)
	})
	return at, err
}

// ResumeOutbound ends the pause of PauseOutbound: servers send what waits within a second.
// It reports whether there was one. Channels that were paused by themselves stay so.
func (s *Service) ResumeOutbound(ctx context.Context) (was bool, err error) {
	err = s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		since, err := tx.AllPaused()
		if err != nil {
			return err
		}
		was = since != nil
		return tx.PauseAll(nil)
	})
	return was, err
}

// OutboundPaused returns the time from which the deployment's events are paused, nil if they
// are not.
func (s *Service) OutboundPaused(ctx context.Context) (*svcx.Time, error) {
	return s.db.Read(ctx).AllPaused()
}

// ChannelQueue is what waits on a channel.
type ChannelQueue struct {
	Workspace *svcx.Workspace
	Channel   *svcx.Channel
	svcx.Queue
}

// OutboundQueues lists the channels of the deployment with events that wait, also those that
// wait for another attempt.
func (s *Service) OutboundQueues(ctx context.Context) (queues []ChannelQueue, err error) {
	all, err := s.Workspaces(ctx)
	if err != nil {
		return nil, err
	}
	workspaces := make(map[svcx.WorkspaceID]*svcx.Workspace, len(all))
	for _, w := range all {
		workspaces[w.ID] = w
	}
	r := s.db.Read(ctx)
	for from := (store.ChannelRef{}); ; {
		refs, next, err := r.DueChannels(math.MaxInt64, from, queuesPage)
		if err != nil {
			return nil, err
		}
		for _, ref := range refs {
			queue := ChannelQueue{Workspace: workspaces[ref.Workspace]}
			if queue.Channel, err = r.Channel(ref.Workspace, ref.Channel); err == nil {
				queue.Queue, err = r.Queue(ref)
			}
			if svcx.KindOf(err) == svcx.KindNotFound || queue.Workspace == nil {
				continue // deleted meanwhile
			}
			if err != nil {
				return nil, err
			}
			queues = append(queues, queue)
		}
		if from = next; from == (store.ChannelRef{}) {
			return queues, nil
		}
	}
}

// queuesPage is how many channels are read at once.
const queuesPage = 200
