package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// Pinger pings a channel's webhook URL once and logs it (W 4.7).
type Pinger interface {
	Ping(ctx context.Context, ch *svcx.Channel) svcx.PingResult
}

// Ping pings the channel's webhook URL and returns the result. A channel without a URL is
// Unprocessable.
func (in *Inbox) Ping(ctx context.Context, call Call, id svcx.ChannelID) (svcx.PingResult, error) {
	ch, err := in.db.Read(ctx).Channel(call.Workspace.ID, id)
	if err != nil {
		return svcx.PingResult{}, err
	}
	if ch.Settings.WebhookURL == "" {
		return svcx.PingResult{}, svcx.Unprocessable("settings.webhookUrl", "must be set before it can be tested")
	}
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		return in.audit(tx, call, svcx.AuditChannelTest, "channel", id)
	})
	if err != nil {
		return svcx.PingResult{}, err
	}
	return in.pinger.Ping(ctx, ch), nil
}
