package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Item is a Receipt in a batch.
type Item = receipt

// Outcome is what was decided on an item.
func (r *receipt) Outcome() svcx.Outcome { return r.outcome }

// WriteReceipts writes items as the store's queue does.
func (s *Service) WriteReceipts(tx *store.Tx, ws svcx.WorkspaceID, items []*Item) error {
	return s.writeReceipts(tx, ws, items)
}

const (
	BackgroundTime = backgroundTime
	BackRequestDay = backRequestDay
)

// SetStatus moves a conversation to a status.
func (s *Service) SetStatus(ctx context.Context, call inbox.Call, id svcx.ConversationID, to svcx.Status) (*svcx.Conversation, error) {
	return s.setStatus(ctx, call, id, to)
}
