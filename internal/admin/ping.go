package admin

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Pinger pings a channel's webhook URL once and logs it (W 4.7).
type Pinger interface {
	Ping(ctx context.Context, ch *svcx.Channel) svcx.PingResult
}

// Ping pings the channel's webhook URL and returns the result. A channel without a URL is
// Unprocessable.
func (s *Service) Ping(ctx context.Context, call inbox.Call, id svcx.ChannelID) (svcx.PingResult, error) {
	ch, err := s.db.Read(ctx).Channel(call.Workspace.ID, id)
	if err != nil {
		return svcx.PingResult{}, err
	}
	if ch.Settings.WebhookURL == "" {
		return svcx.PingResult{}, svcx.Unprocessable("settings.webhookUrl", "must be set before it can be tested")
	}
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		return s.core.Audit(tx, call, svcx.AuditChannelTest, "channel", id)
	})
	if err != nil {
		return svcx.PingResult{}, err
	}
	return s.pinger.Ping(ctx, ch), nil
}
