package deliver

import (
	"context"
	"errors"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/trace"
)

// deliver makes one attempt at a leased delivery and records its outcome.
func (d *Deliverer) deliver(ctx context.Context, delivery *svcx.Delivery, channel store.ChannelForm, l lease) {
	a := d.scheduler.attempt(store.ChannelRef{Workspace: delivery.Workspace, Channel: delivery.Channel})
	var more bool
	defer func() { a.end(more) }()

	if !l.leavesTime(d.now()) {
		d.log.Debug("the lease is too short for an attempt", "delivery", delivery.ID)
		return
	}
	ctx = trace.With(ctx, d.trace.Remote(delivery.Data.Trace))
	out, err := d.try(ctx, delivery, channel, a)
	switch {
	case errors.Is(err, errCut):
		return
	case err != nil:
		// The database did not answer: no attempt was made, and the delivery is due
		// again when its lease expires.
		d.reading.Failed(err)
		return
	}
	d.observe.Attempt("event", out.word(), out.took)
	more = d.record(ctx, delivery, l, out)
}

// try makes the attempt with the settings and form of the claim: a change made while
// a delivery waits applies from the next attempt on. An error comes from the store, or
// is errCut.
func (d *Deliverer) try(ctx context.Context, delivery *svcx.Delivery, cf store.ChannelForm, a *attempt) (outcome, error) {
	switch {
	case ctx.Err() != nil:
		return outcome{}, errCut
	case cf.Channel == nil:
		return unsent(svcx.ReasonNoWebhookURL, "the channel was deleted"), nil
	case cf.Channel.Settings.WebhookURL == "":
		return unsent(svcx.ReasonNoWebhookURL, "the channel no longer has a webhook URL"), nil
	}
	f := d.forms.Of(cf.Form)
	if !f.Sends(delivery.Type) {
		// The workspace's form was changed while the delivery waited.
		out := unsent(svcx.ReasonEventDisabled, "the workspace's form has no such event")
		out.skipped = true
		return out, nil
	}
	return d.sendEvent(ctx, cf, delivery, a)
}

// unsent is the outcome of an attempt without a call.
func unsent(code, detail string) outcome {
	return outcome{verdict: final, reason: svcx.Reason{Code: code, Detail: detail}}
}
