package deliver

import (
	"context"

	"github.com/google/uuid"

	"svcx"
	"svcx/internal/form"
)

// ResolveContent asks the integrator for fresh URLs of at most svcx.MaxContentRefs
// references of a conversation (W 4.7). References that it does not know are missing
// from the result. The error is KindIntegrationFailed if no usable answer came. The
// call is logged and not retried.
func (d *Deliverer) ResolveContent(ctx context.Context, ch *svcx.Channel, conversationID string, refs []string) (urls []svcx.ContentURL, err error) {
	body, err := form.ResolveContent(refs, conversationID)
	if err != nil {
		return nil, err
	}
	out := d.singleAttempt(ctx, svcx.CallContent, conversationID, call{channel: ch, url: ch.Settings.WebhookURL, body: body}, func(out outcome) string {
		var ok bool
		if urls, ok = form.ReadContentURLs(out.response); !ok {
			return "not JSON with an array urls"
		}
		return ""
	}, nil)
	return urls, failure(out)
}

// BackRequest makes a back request (W 4.7, D 4). The error is KindIntegrationFailed if
// no usable answer came; that the integrator does not know is not an error. The call
// is logged and not retried.
func (d *Deliverer) BackRequest(ctx context.Context, ch *svcx.Channel, q svcx.BackRequest) (answer svcx.BackAnswer, err error) {
	body, err := form.BackRequest(q, uuid.NewString(), svcx.At(d.now()))
	if err != nil {
		return svcx.BackAnswer{}, err
	}
	out := d.singleAttempt(ctx, string(q.Type), q.ConversationID, call{channel: ch, url: ch.Settings.WebhookURL, body: body}, func(out outcome) string {
		var ok bool
		if answer, ok = form.ReadBackAnswer(*out.status, out.response); !ok {
			return "not JSON with an object data"
		}
		return ""
	}, nil)
	return answer, failure(out)
}

// failure is the error of a call without a usable answer.
func failure(out outcome) error {
	if out.verdict == delivered {
		return nil
	}
	return &svcx.Error{Kind: svcx.KindIntegrationFailed, Message: "the integration did not answer usefully"}
}
