package inbox

import (
	"context"

	"svcx"
)

// Integrator makes the calls to a channel's integrator that a use case waits
// for (W 4.7). None of them is ever made within a transaction.
type Integrator interface {
	// Confirm asks whether an agent may make a change.
	Confirm(ctx context.Context, ch *svcx.Channel, intent, conversationID string) svcx.Confirmation
	// ResolveContent asks for fresh URLs of media.
	ResolveContent(ctx context.Context, ch *svcx.Channel, conversationID string, refs []string) ([]svcx.ContentURL, error)
	// BackRequest asks for something that is missing.
	BackRequest(ctx context.Context, ch *svcx.Channel, q svcx.BackRequest) (svcx.BackAnswer, error)
}
