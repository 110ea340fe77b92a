package deliver

import (
	"context"

	"svcx"
	"svcx/internal/form"
)

// ResolveContent asks the integrator for fresh URLs of at most
// svcx.MaxContentRefs references of a conversation (W 4.7). Those that it does
// not name are missing from the answer. An error is IntegrationFailed: nothing
// usable came. The call is logged and never made again.
func (d *Deliverer) ResolveContent(ctx context.Context, ch *svcx.Channel, conversationID string, refs []string) ([]svcx.ContentURL, error) {
	body, err := form.ResolveContent(refs, conversationID)
	if err != nil {
		return nil, err
	}
	out, err := d.call(ctx, call{channel: ch, url: ch.Settings.WebhookURL, id: newMessageID(), body: body})
	if err != nil {
		return nil, integrationFailed(err)
	}
	var urls []svcx.ContentURL
	if out.verdict == delivered {
		var ok bool
		if urls, ok = form.ReadContentURLs(out.response); !ok {
			out.verdict, out.reason = final, badAnswer("no JSON with an array urls")
		}
	}
	d.recordCall(ctx, ch, svcx.CallContent, conversationID, out)
	if out.verdict != delivered {
		return nil, integrationFailed(nil)
	}
	return urls, nil
}

func integrationFailed(err error) error {
	return &svcx.Error{Kind: svcx.KindIntegrationFailed, Message: "the integration did not answer usefully", Err: err}
}

// AskBack makes a back request (W 4.7, decisions 4). An error is
// IntegrationFailed; an integrator that does not know is none. The call is
// logged and never made again.
func (d *Deliverer) AskBack(ctx context.Context, ch *svcx.Channel, q svcx.BackRequest) (svcx.BackAnswer, error) {
	body, err := form.BackRequest(q, newUUID(), svcx.At(d.now()))
	if err != nil {
		return svcx.BackAnswer{}, err
	}
	out, err := d.call(ctx, call{channel: ch, url: ch.Settings.WebhookURL, id: newMessageID(), body: body})
	if err != nil {
		return svcx.BackAnswer{}, integrationFailed(err)
	}
	var answer svcx.BackAnswer
	if out.verdict == delivered {
		var ok bool
		if answer, ok = form.ReadBackAnswer(*out.status, out.response); !ok {
			out.verdict, out.reason = final, badAnswer("no JSON with an object data")
		}
	}
	d.recordCall(ctx, ch, string(q.Type), q.ConversationID, out)
	if out.verdict != delivered {
		return svcx.BackAnswer{}, integrationFailed(nil)
	}
	return answer, nil
}
