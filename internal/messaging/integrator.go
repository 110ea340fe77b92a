package messaging

import (
	"context"

	"svcx"
)

// Integrator makes the calls to a channel's integrator that a use case waits for (W 4.7).
// They are never made within a transaction.
type Integrator interface {
	// Confirm asks for the confirmation of an agent's change.
	Confirm(ctx context.Context, ch *svcx.Channel, intent, conversationID string) svcx.Confirmation
	// ResolveContent requests fresh URLs of media.
	ResolveContent(ctx context.Context, ch *svcx.Channel, conversationID string, refs []string) ([]svcx.ContentURL, error)
	// BackRequest requests something that is missing.
	BackRequest(ctx context.Context, ch *svcx.Channel, q svcx.BackRequest) (svcx.BackAnswer, error)
}
