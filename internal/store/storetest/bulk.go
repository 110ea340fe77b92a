package storetest

import (
	"fmt"
	"slices"

	"svcx"
	"svcx/internal/store"
)

// bulk stores a bulk action of some conversations that waits to be carried out.
func (f *fixture) bulk(ws svcx.WorkspaceID, user svcx.UserID, undoes svcx.BulkID, ids ...svcx.ConversationID) *svcx.Bulk {
	f.Helper()
	b := &svcx.Bulk{
		Workspace: ws, User: user, PropertyChange: svcx.PropertyChange{Property: svcx.PropertyTags, Mode: svcx.ModeAdd, To: "vip"}, Undoes: undoes,
		State: svcx.BulkRunning, CreatedAt: now,
	}
	f.write(ws, func(tx *store.Tx) error {
		if err := store.BulkIn(tx).InsertBulk(b); err != nil {
			return err
		}
		return store.BulkIn(tx).InsertBulkItems(b, ids...)
	})
	return b
}

func (f *fixture) endItem(i svcx.BulkItem) bool {
	f.Helper()
	return read(f, i.Workspace, func(tx *store.Tx) (bool, error) { return store.BulkIn(tx).EndItem(i) })
}

func bulkCases(f *fixture) {
	reads := func(f *fixture) store.BulkReads { return store.BulkOf(f.db.Read(f.ctx())) }
	waiting := func(f *fixture, b *svcx.Bulk) []store.WaitingItem {
		f.Helper()
		return must(reads(f).WaitingItems(b, 9))(f)
	}
	f.Case("what is stored is read back, by its member alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		b := f.bulk(ws, 4, 0, 7)
		f.equal("one", must(reads(f).Bulk(ws, 4, b.ID))(f), b)
		for _, of := range []struct {
			ws   svcx.WorkspaceID
			user svcx.UserID
		}{{ws, 5}, {other, 4}} {
			_, err := reads(f).Bulk(of.ws, of.user, b.ID)
			f.wantKind(err, svcx.KindNotFound)
			f.equal("no latest", must(reads(f).LatestBulk(of.ws, of.user))(f) == nil, true)
		}
		listed := f.bulk(ws, 4, b.ID)
		f.write(ws, func(tx *store.Tx) error {
			_, err := store.BulkIn(tx).MoveBulk(listed, svcx.BulkRunning, svcx.BulkListed, nil)
			return err
		})
		f.equal("one that has not begun is not the latest", must(reads(f).LatestBulk(ws, 4))(f), b)
		f.equal("and undoes nothing", must(reads(f).UndoneBy(ws, 4, b.ID))(f) == nil, true)
		undo := f.bulk(ws, 4, b.ID, 7)
		f.equal("the latest", must(reads(f).LatestBulk(ws, 4))(f), undo)
		f.equal("what undoes it", must(reads(f).UndoneBy(ws, 4, b.ID))(f), undo)
	})
	f.Case("items end once, and are counted", func(f *fixture) {
		ws := f.workspace()
		b, same := f.bulk(ws, 4, 0, 1, 2, 3, 4), f.bulk(f.workspace(), 4, 0, 1)
		f.equal("waiting", waiting(f, b), []store.WaitingItem{{Conversation: 1}, {Conversation: 2}, {Conversation: 3}, {Conversation: 4}})
		of := svcx.BulkItem{Workspace: ws, Bulk: b.ID}
		item := func(id svcx.ConversationID, state svcx.BulkItemState) svcx.BulkItem {
			i := of
			i.Conversation, i.State = id, state
			return i
		}
		changed, unchanged, failed := item(1, svcx.ItemDone), item(2, svcx.ItemDone), item(3, svcx.ItemFailed)
		changed.Was, changed.Is = "a\nb", "a\nb\nvip"
		unchanged.Was, unchanged.Is = "vip", "vip"
		failed.Failure, failed.Reason = svcx.FailureVetoed, "No \"Zoë\""
		for _, i := range []svcx.BulkItem{changed, unchanged, failed} {
			f.equal("ended", f.endItem(i), true)
		}
		f.equal("not again", f.endItem(item(1, svcx.ItemFailed)), false)
		f.equal("progress", must(reads(f).BulkProgress(ws, b.ID))(f), svcx.BulkProgress{Total: 4, Done: 2, Failed: 1})
		f.equal("failed", must(reads(f).FailedItems(ws, b.ID))(f), []svcx.BulkItem{failed})
		f.equal("changed", must(reads(f).ChangedItems(ws, b.ID))(f), []svcx.ConversationID{1})
		f.equal("still waiting", waiting(f, b), []store.WaitingItem{{Conversation: 4}})
		undo := f.bulk(ws, 4, b.ID, 1, 9)
		f.equal("what an undo sets back", waiting(f, undo), []store.WaitingItem{{Conversation: 1, Was: &changed.Was, Is: &changed.Is}, {Conversation: 9}})
		f.write(ws, func(tx *store.Tx) error { return store.BulkIn(tx).RetryItems(b) })
		f.equal("again", waiting(f, b), []store.WaitingItem{{Conversation: 3}, {Conversation: 4}})
		f.equal("another workspace's", len(waiting(f, same)), 1)
		lacking := item(3, svcx.ItemFailed)
		failed.Conversation, lacking.Failure, lacking.Reason = 4, svcx.FailureField, "order"
		f.equal("failed for a field", f.endItem(lacking) && f.endItem(failed), true)
		b.FillKey, b.FillValue = "order", "4711"
		f.write(ws, func(tx *store.Tx) error { return store.BulkIn(tx).RetryItems(b) })
		f.equal("that with the field", waiting(f, b), []store.WaitingItem{{Conversation: 3}})
		stored := must(reads(f).Bulk(ws, 4, b.ID))(f)
		f.equal("what it fills in", []string{stored.FillKey, stored.FillValue}, []string{"order", "4711"})
		f.equal("and no other", must(reads(f).Bulk(same.Workspace, 4, same.ID))(f).FillKey, "")
	})
	f.Case("one of a workspace runs, for one lease", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		first, second, strange := f.bulk(ws, 4, 0, 1), f.bulk(ws, 5, 0, 1), f.bulk(other, 4, 0, 1)
		running := func() (ids []svcx.BulkID) {
			for _, b := range must(reads(f).RunningBulks())(f) {
				if b.Workspace == ws || b.Workspace == other {
					ids = append(ids, b.ID)
				}
			}
			return ids
		}
		f.equal("running", running(), []svcx.BulkID{first.ID, strange.ID})
		held := func(lease string, at svcx.Time) bool {
			return read(f, ws, func(tx *store.Tx) (bool, error) { return store.BulkIn(tx).LeaseBulk(first, lease, at, at+10) })
		}
		f.equal("free", held("a", now), true)
		f.equal("held", held("b", now+9), false)
		f.equal("extended", held("a", now+9), true)
		f.equal("expired", held("b", now+19), true)
		f.write(ws, func(tx *store.Tx) error { return store.BulkIn(tx).ReleaseBulk(first, "a") })
		f.equal("another's is not released", held("a", now+20), false)
		f.write(ws, func(tx *store.Tx) error { return store.BulkIn(tx).ReleaseBulk(first, "b") })
		f.equal("released", held("a", now), true)
		ended := now + 1
		move := func(from, to svcx.BulkState) bool {
			return read(f, ws, func(tx *store.Tx) (bool, error) { return store.BulkIn(tx).MoveBulk(first, from, to, &ended) })
		}
		f.equal("moved", move(svcx.BulkRunning, svcx.BulkStopped), true)
		f.equal("not again", move(svcx.BulkRunning, svcx.BulkDone), false)
		f.equal("not held when it has ended", held("a", now), false)
		f.equal("the next", running(), []svcx.BulkID{second.ID, strange.ID})
		f.equal("when it ended", must(reads(f).Bulk(ws, 4, first.ID))(f).EndedAt, &ended)
	})
	f.Case("what is deleted or old goes", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Conversation{UpdatedAt: now}
		f.conversations(ws, c)
		ids := []svcx.ConversationID{c.ID}
		for i := range svcx.ConversationID(700) {
			ids = append(ids, c.ID+1+i)
		}
		b := f.bulk(ws, 4, 0, ids...)
		failed := svcx.BulkItem{Workspace: ws, Bulk: b.ID, Conversation: c.ID, State: svcx.ItemFailed, Failure: svcx.FailureVetoed, Reason: "Zoë says no"}
		f.endItem(failed)
		f.write(ws, func(tx *store.Tx) error {
			return tx.Pipeline(func() error { return store.NewRemover(tx, ws, nil).DetachContact(c.ID) })
		})
		failed.Reason = ""
		f.equal("an erased contact is not in a reason", must(reads(f).FailedItems(ws, b.ID))(f), []svcx.BulkItem{failed})
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteConversation(c) })
		f.remove(ws)
		f.equal("without the deleted one", must(reads(f).BulkProgress(ws, b.ID))(f).Total, 700)
		f.equal("trimmed too early", f.db.Trim(f.ctx(), store.Retention{Now: now.Add(svcx.BulkRetention)}), nil)
		f.equal("kept", must(reads(f).BulkProgress(ws, b.ID))(f).Total, 700)
		f.equal("trimmed", f.db.Trim(f.ctx(), store.Retention{Now: now.Add(svcx.BulkRetention) + 1}), nil)
		f.equal("no items", must(reads(f).BulkProgress(ws, b.ID))(f).Total, 0)
		f.equal("no action", must(reads(f).LatestBulk(ws, 4))(f) == nil, true)
	})
	f.Case("the ids of a list are those of its pages", func(f *fixture) {
		ws := f.workspace()
		all := manyConversations()
		f.conversations(ws, all...)
		for i, filter := range pairs(simpleFilters()) {
			filter.Sort = svcx.SortNewest
			want := conversationIDs(sortConversations(selectConversations(all, filter), filter))
			for _, limit := range []int{5, 200} {
				filter.Sort = svcx.SortWaiting // makes no difference
				got := must(f.db.ConversationIDs(f.ctx(), ws, filter, "", limit))(f)
				f.equal(fmt.Sprintf("filter %d", i), got, slices.Concat(want[:min(limit, len(want))]))
			}
		}
	})
}
