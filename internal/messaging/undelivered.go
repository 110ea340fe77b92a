package messaging

import (
	"cmp"
	"context"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// Undelivered lists those conversations of a filter whose messages have failed, or have waited for
// longer than svcx.UndeliveredAfter, in the order of the filter: at most limit, after the cursor unless
// it is nil. total is how many there are, counted up to svcx.MaxUndelivered.
func (d Deliveries) Undelivered(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, after *svcx.ConversationCursor, limit int) (page svcx.ConversationPage, total int, err error) {
	ids, err := d.undelivered(ctx, w)
	if err != nil || len(ids) == 0 {
		return page, 0, err
	}
	return among(d.core.DB.Read(ctx), w, f, ids, after, limit)
}

// among lists those of some conversations that a filter has, in its order.
func among(r store.Reads, w *svcx.Workspace, f svcx.ConversationFilter, ids []svcx.ConversationID, after *svcx.ConversationCursor, limit int) (page svcx.ConversationPage, total int, err error) {
	all, err := r.ConversationsAmong(w.ID, f, ids)
	if err != nil {
		return page, 0, err
	}
	order := orderOf(f.Sort)
	slices.SortFunc(all, func(a, b *svcx.Conversation) int { return order(f.Cursor(a), f.Cursor(b)) })
	total = len(all)
	if after != nil {
		all = slices.DeleteFunc(all, func(c *svcx.Conversation) bool { return order(f.Cursor(c), *after) <= 0 })
	}
	if len(all) > limit {
		all = all[:limit]
		next := f.Cursor(all[limit-1])
		page.Next = &next
	}
	page.Items = all
	return page, total, nil
}

// UndeliveredIDs are the conversations of Undelivered, in no order.
func (d Deliveries) UndeliveredIDs(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter) (ids []svcx.ConversationID, err error) {
	page, _, err := d.Undelivered(ctx, w, f, nil, svcx.MaxUndelivered)
	for _, c := range page.Items {
		ids = append(ids, c.ID)
	}
	return ids, err
}

// CountUndelivered is how many conversations have messages that were not delivered, counted up to
// svcx.MaxUndelivered.
func (d Deliveries) CountUndelivered(ctx context.Context, w *svcx.Workspace) (int, error) {
	ids, err := d.undelivered(ctx, w)
	return len(ids), err
}

func (d Deliveries) undelivered(ctx context.Context, w *svcx.Workspace) ([]svcx.ConversationID, error) {
	since := d.core.Now().Add(-svcx.UndeliveredAfter)
	ids, err := d.core.DB.Read(ctx).UndeliveredConversations(w.ID, since, svcx.MaxUndelivered)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids[:min(len(ids), svcx.MaxUndelivered)], err
}

// orderOf is the order of a list, as the store has it.
func orderOf(by svcx.ConversationSort) func(a, b svcx.ConversationCursor) int {
	newest := func(a, b svcx.ConversationCursor) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID))
	}
	switch by {
	case svcx.SortOldest:
		return func(a, b svcx.ConversationCursor) int { return newest(b, a) }
	case svcx.SortWaiting:
		return func(a, b svcx.ConversationCursor) int {
			switch {
			case a.WaitingSince != 0 && b.WaitingSince != 0:
				return cmp.Or(cmp.Compare(a.WaitingSince, b.WaitingSince), cmp.Compare(a.ID, b.ID))
			case a.WaitingSince != 0:
				return -1
			case b.WaitingSince != 0:
				return 1
			}
			return newest(a, b)
		}
	}
	return newest
}
