package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Tags has the use cases about the tags of a workspace.
type Tags struct{ core *inbox.Core }

// NewTags returns them.
func NewTags(core *inbox.Core) Tags { return Tags{core} }

// Most are the tags on the most conversations of a workspace.
func (t Tags) Most(ctx context.Context, w *svcx.Workspace, limit int) ([]string, error) {
	return store.UsedTags{Workspace: w.ID}.Most(t.core.DB.Read(ctx), limit)
}
