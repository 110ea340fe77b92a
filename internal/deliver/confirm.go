package deliver

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/form"
)

// Confirm asks the integrator whether an agent may make the change that intent names
// (W 4.7, "conversation.resolve"). Without a usable answer within the channel's
// timeout the change is allowed (W 7.4). The call is logged and not retried.
//
// It does not end with ctx, so that an agent cannot avoid a veto by closing the page
// before the integrator answers.
func (d *Deliverer) Confirm(ctx context.Context, ch *svcx.Channel, intent, conversationID string) svcx.Confirmation {
	s := &ch.Settings
	if !s.IntentConfirmationEnabled || s.AIVerificationURL == "" {
		return svcx.Confirmation{Allowed: true}
	}
	confirmed := svcx.Confirmation{Asked: true, Allowed: true}
	body, err := form.Confirm(intent, conversationID, svcx.At(d.now()))
	if err != nil {
		d.log.Error("a confirmation could not be written", "channel", ch.ID, "error", err)
		return confirmed
	}
	c := call{
		channel: ch, poster: d.patient, url: s.AIVerificationURL, body: body,
		limit: time.Duration(s.AIVerificationTimeout) * time.Second,
	}
	d.singleAttempt(context.WithoutCancel(ctx), svcx.CallConfirm, conversationID, c, func(out outcome) string {
		allowed, reason, ok := form.ReadConfirmation(out.response)
		if !ok {
			return "not JSON with a boolean allowed"
		}
		confirmed.Answered, confirmed.Allowed, confirmed.Reason = true, allowed, reason
		return ""
	}, nil)
	return confirmed
}
