package deliver

import (
	"context"
	"net/http"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// sendEvent makes the call of an attempt, with the event rendered for the channel's
// current settings.
func (d *Deliverer) sendEvent(ctx context.Context, cf store.ChannelForm, delivery *svcx.Delivery, a *attempt) (outcome, error) {
	body, err := d.Body(ctx, cf, delivery)
	if svcx.KindOf(err) == svcx.KindUnavailable {
		return outcome{}, err
	}
	if err != nil {
		if ctx.Err() != nil {
			return outcome{}, errCut
		}
		d.log.Error("an event could not be rendered", "delivery", delivery.ID, "type", delivery.Type, "error", err)
		return unsent(svcx.ReasonValidation, "the event could not be rendered"), nil
	}
	extra := http.Header{}
	extra.Set("svcx-sequence", strconv.FormatInt(delivery.Sequence, 10))
	a.startCall(len(body))
	out, err := d.call(ctx, call{
		channel: cf.Channel, url: cf.Channel.Settings.WebhookURL, id: delivery.WebhookID, extra: extra, body: body, what: string(delivery.Type), attempt: delivery.Attempts + 1,
	})
	if out.reason.Code == safehttp.CodeBlockedURL {
		// W 4.7.5: dropped, with a warning.
		d.log.Warn("a delivery was dropped because its URL is refused", "channel", delivery.Channel, "delivery", delivery.ID,
			"url", safehttp.Redact(cf.Channel.Settings.WebhookURL), "reason", out.reason.Text())
	}
	return out, err
}

// Body renders the event in the channel's form, with what its current settings add:
// attachments (relaySupportsAttachments) and history (messageExportEnabled).
func (d *Deliverer) Body(ctx context.Context, cf store.ChannelForm, delivery *svcx.Delivery) ([]byte, error) {
	s := &cf.Channel.Settings
	shown := *delivery
	if !s.RelaySupportsAttachments {
		shown.Data.Attachments = nil
	}
	var history []svcx.Message
	if s.MessageExportEnabled {
		select {
		case d.histories <- struct{}{}:
			defer func() { <-d.histories }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		last, err := d.db.Read(ctx).LastMessages(delivery.Workspace, delivery.Conversation, delivery.CreatedAt, s.MessageExportDepth, form.MaxDelivery)
		if err != nil {
			return nil, err
		}
		// Not nil: an empty history is an empty array.
		history = append([]svcx.Message{}, last...)
		for i := range history {
			if !s.MessageReadStatusEnabled {
				history[i].ReadAt = nil
			}
			// W 2.7 takes precedence over the message of R 2.2.
			if !s.RelaySupportsAttachments {
				history[i].Attachments = nil
			}
		}
	}
	if d.files != nil {
		// The addresses are made at the attempt, so that they last from there.
		shown.Data.Attachments = d.files.LinkAttachments(delivery.Workspace, shown.Data.Attachments, svcx.FileLinkForIntegrator)
		for i, m := range history {
			history[i].Attachments = d.files.LinkAttachments(delivery.Workspace, m.Attachments, svcx.FileLinkForIntegrator)
		}
	}
	return d.forms.Of(cf.Form).Deliver(&shown, history)
}
