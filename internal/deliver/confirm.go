package deliver

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// Confirm asks the integrator whether an agent may do what intent names
// (W 4.7, "conversation.resolve"). Without a usable answer within the channel's
// time the change is allowed (W 7.4). The call is logged and never made again.
func (d *Deliverer) Confirm(ctx context.Context, ch *svcx.Channel, intent, conversationID string) svcx.Confirmation {
	s := &ch.Settings
	if !s.IntentConfirmationEnabled || s.AIVerificationURL == "" {
		return svcx.Confirmation{Allowed: true}
	}
	confirmed := svcx.Confirmation{Asked: true, Allowed: true}
	body, err := form.Confirm(intent, conversationID, svcx.At(d.now()))
	if err != nil {
		return confirmed
	}
	out, err := d.call(ctx, call{
		channel: ch, poster: d.patient, url: s.AIVerificationURL, id: newMessageID(), body: body,
		limit: time.Duration(s.AIVerificationTimeout) * time.Second,
	})
	if err != nil {
		return confirmed
	}
	if out.verdict == delivered {
		allowed, reason, ok := form.ReadConfirmation(out.response)
		if ok {
			confirmed.Answered, confirmed.Allowed, confirmed.Reason = true, allowed, reason
		} else {
			out.verdict, out.reason = final, badAnswer("no JSON with a boolean allowed")
		}
	}
	d.recordCall(ctx, ch, svcx.CallConfirm, conversationID, out)
	return confirmed
}

// badAnswer is the reason of a call that was answered in the wrong shape.
func badAnswer(what string) svcx.Reason {
	return svcx.Reason{Code: svcx.ReasonValidation, Detail: "the answer is " + what}
}

// recordCall logs a call that nothing hangs on: a failure is not the caller's.
func (d *Deliverer) recordCall(ctx context.Context, ch *svcx.Channel, kind, conversationID string, out outcome) {
	err := d.db.Write(context.WithoutCancel(ctx), ch.Workspace, func(tx *store.Tx) error {
		return tx.InsertEvents(callRecord(ch, kind, conversationID, out, svcx.At(d.now())))
	})
	if err != nil {
		d.log.Warn("a call could not be recorded", "channel", ch.ID, "type", kind, "url", safehttp.Redact(ch.Settings.WebhookURL), "error", err)
	}
}
