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
func (d *Deliverer) ResolveContent(ctx context.Context, ch *svcx.Channel, conversationID string, refs []string) (urls []svcx.ContentURL, err error) {
	body, err := form.ResolveContent(refs, conversationID)
	if err != nil {
		return nil, err
	}
	out := d.singleAttempt(ctx, svcx.CallContent, conversationID, call{channel: ch, url: ch.Settings.WebhookURL, body: body}, func(out outcome) string {
		var ok bool
		if urls, ok = form.ReadContentURLs(out.response); !ok {
			return "no JSON with an array urls"
		}
		return ""
	}, nil)
	return urls, failure(out)
}

// BackRequest makes a back request (W 4.7, decisions 4). An error is
// IntegrationFailed; an integrator that does not know is none. The call is
// logged and never made again.
func (d *Deliverer) BackRequest(ctx context.Context, ch *svcx.Channel, q svcx.BackRequest) (answer svcx.BackAnswer, err error) {
	body, err := form.BackRequest(q, newUUID(), svcx.At(d.now()))
	if err != nil {
		return svcx.BackAnswer{}, err
	}
	out := d.singleAttempt(ctx, string(q.Type), q.ConversationID, call{channel: ch, url: ch.Settings.WebhookURL, body: body}, func(out outcome) string {
		var ok bool
		if answer, ok = form.ReadBackAnswer(*out.status, out.response); !ok {
			return "no JSON with an object data"
		}
		return ""
	}, nil)
	return answer, failure(out)
}

// failure is the error of a call from which nothing usable came.
func failure(out outcome) error {
	if out.verdict == delivered {
		return nil
	}
	return &svcx.Error{Kind: svcx.KindIntegrationFailed, Message: "the integration did not answer usefully"}
}
