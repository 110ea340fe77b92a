package store_test

import (
	"context"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Storage, D 3, interface feed: an id in the event log or the feed becomes visible
// only after all lower ones of the channel. Two nodes write as fast as they can while
// readers page by `after`: they must get everything, in order, nothing twice.
func TestEventsBecomeVisibleInOrder(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		nodes := []*store.DB{storetest.Open(t, o), storetest.Open(t, o)}
		const writers, each = 8, 40
		var writing sync.WaitGroup
		for i := range writers {
			writing.Go(func() {
				for range each {
					err := nodes[i%2].Write(context.Background(), 1, func(tx *store.Tx) error {
						kept := &svcx.Delivery{Workspace: 1, Channel: 1, State: svcx.DeliveryKept, Feed: true}
						again := *kept
						if err := tx.InsertDeliveries(1, kept, &again); err != nil {
							return err
						}
						return tx.InsertEvents(&svcx.EventLogEntry{Workspace: 1, Channel: 1}, &svcx.EventLogEntry{Workspace: 1, Channel: 1})
					})
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		done := make(chan struct{})
		go func() { writing.Wait(); close(done) }()
		var reading sync.WaitGroup
		for _, db := range nodes {
			reading.Go(func() {
				if got := follow(t, entriesOf(db), done); got != writers*each*2 {
					t.Errorf("a reader got %d entries of %d", got, writers*each*2)
				}
			})
			reading.Go(func() {
				if got := follow(t, feedOf(db), done); got != writers*each*2 {
					t.Errorf("a reader of the feed got %d events of %d", got, writers*each*2)
				}
			})
		}
		reading.Wait()
	})
}

// entriesOf and feedOf read the ids after an id.
func entriesOf(db *store.DB) func(after int64) ([]int64, error) {
	return func(after int64) (ids []int64, err error) {
		events, err := db.Events(context.Background(), 1, 1, svcx.EventQuery{After: (*svcx.EventID)(&after), Limit: 7})
		for _, e := range events {
			ids = append(ids, int64(e.ID))
		}
		return ids, err
	}
}

func feedOf(db *store.DB) func(after int64) ([]int64, error) {
	return func(after int64) (ids []int64, err error) {
		events, _, err := db.Read(context.Background()).Feed(store.ChannelRef{Workspace: 1, Channel: 1}, svcx.DeliveryID(after), 7)
		for _, d := range events {
			ids = append(ids, int64(d.ID))
		}
		return ids, err
	}
}

// follow pages through what is read until all writes are done, and returns how many
// ids it got.
func follow(t *testing.T, read func(after int64) ([]int64, error), done <-chan struct{}) int {
	var last int64
	for got, final := 0, false; ; {
		select {
		case <-done:
			final = true
		default:
		}
		ids, err := read(last)
		if err != nil {
			t.Error(err)
			return got
		}
		if final && len(ids) == 0 {
			return got
		}
		for _, id := range ids {
			if id <= last {
				t.Errorf("event %d after %d", id, last)
			}
			last = id
		}
		got += len(ids)
	}
}

// No id is assigned twice, even after the highest row was deleted or a write failed
// after it had reserved some.
func TestIDsAreNeverReused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		var highest int64
		for round := range 5 {
			err := db.Write(t.Context(), 1, func(tx *store.Tx) error {
				ids, err := tx.ReserveContacts(3)
				if err != nil {
					return err
				}
				more, err := tx.ReserveContacts(1)
				if err != nil {
					return err
				}
				for _, id := range append(ids, more...) {
					if id <= highest {
						t.Errorf("id %d after %d", id, highest)
					}
					highest = id
				}
				if err := tx.InsertContacts(&svcx.Contact{ID: svcx.ContactID(highest), Workspace: 1}); err != nil {
					return err
				}
				return storetest.Execute(tx, "DELETE FROM contact WHERE workspace_id = $1", round%2)
			})
			storetest.WantNil(t, err)
		}
	})
}
