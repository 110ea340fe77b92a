package store_test

import (
	"context"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Storage, decisions 3: an event id becomes visible only when all lower ones of
// the channel are. Two nodes write as fast as they can while readers page by
// `after`: what they get must be all there is, in order, nothing twice.
func TestEventsAppearInOrder(t *testing.T) {
	eachOptions(t, func(t *testing.T, o store.Options) {
		nodes := []*store.DB{storetest.Open(t, o), storetest.Open(t, o)}
		const writers, each = 8, 40
		var writing sync.WaitGroup
		for i := range writers {
			writing.Go(func() {
				for range each {
					err := nodes[i%2].Write(context.Background(), 1, func(tx *store.Tx) error {
						return tx.InsertEvents(&svcx.Event{Workspace: 1, Channel: 1}, &svcx.Event{Workspace: 1, Channel: 1})
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
				if got := follow(t, db, done); got != writers*each*2 {
					t.Errorf("a reader got %d events of %d", got, writers*each*2)
				}
			})
		}
		reading.Wait()
	})
}

// follow pages through the channel's events until there are no more to come,
// and returns how many it got.
func follow(t *testing.T, db *store.DB, done <-chan struct{}) int {
	var last svcx.EventID
	for got, final := 0, false; ; {
		select {
		case <-done:
			final = true
		default:
		}
		events, err := db.Events(context.Background(), 1, 1, svcx.EventQuery{After: &last, Limit: 7})
		if err != nil {
			t.Error(err)
			return got
		}
		if final && len(events) == 0 {
			return got
		}
		for _, e := range events {
			if e.ID <= last {
				t.Errorf("event %d after %d", e.ID, last)
			}
			last = e.ID
		}
		got += len(events)
	}
}

// Ids are never given twice, also not when the highest row is gone or a write
// failed after taking some.
func TestIDsAreNeverGivenAgain(t *testing.T) {
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
				return tx.Exec("DELETE FROM contact WHERE workspace_id = $1", round%2)
			})
			wantNil(t, err)
		}
	})
}
