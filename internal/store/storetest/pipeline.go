package storetest

import (
	"errors"

	"svcx"
	"svcx/internal/store"
)

// Statements in a pipeline have the same effect as one by one.
func pipelineCases(f *fixture) {
	f.Case("each statement sees the effects of those before it", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Conversation{Workspace: ws, ChannelType: svcx.ChannelTypeCustom, Status: svcx.StatusOpen, CreatedAt: now, UpdatedAt: now}
		f.write(ws, func(tx *store.Tx) error {
			ids, err := tx.ReserveConversations(1)
			if err != nil {
				return err
			}
			c.ID = svcx.ConversationID(ids[0])
			return tx.Pipeline(func() error {
				if err := tx.InsertConversations(c); err != nil {
					return err
				}
				was := *c
				c.Subject, c.Status = "changed", svcx.StatusResolved
				if err := update(tx, c, was); err != nil {
					return err
				}
				// A statement that needs its result sends those that wait with it.
				stored, err := tx.Conversation(ws, c.ID)
				if err != nil || stored.Subject != "changed" {
					return errors.Join(errors.New("the change is not seen"), err)
				}
				return tx.Pipeline(func() error { return tx.InsertMessageKeys(ws, "key") })
			})
		})
		f.equal("stored", must(f.db.Read(f.ctx()).Conversation(ws, c.ID))(f).Status, svcx.StatusResolved)
		f.equal("key", f.inbound(ws, store.InboundKeys{MessageKeys: []string{"key"}}).Seen, map[string]bool{"key": true})
	})
	f.Case("a statement that fails undoes the write", func(f *fixture) {
		ws := f.workspace()
		f.write(ws, func(tx *store.Tx) error { return tx.InsertMessageKeys(ws, "taken") })
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			return tx.Pipeline(func() error {
				return errors.Join(tx.InsertMessageKeys(ws, "before"), tx.InsertMessageKeys(ws, "taken"), tx.InsertMessageKeys(ws, "after"))
			})
		})
		f.wantConstraint(err, "message_key_pkey")
		err = f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			return tx.Pipeline(func() error {
				return errors.Join(tx.InsertMessageKeys(ws, "before"), update(tx, &svcx.Conversation{Workspace: ws, ID: 1 << 40}, svcx.Conversation{}))
			})
		})
		f.wantKind(err, svcx.KindNotFound)
		f.equal("left", f.inbound(ws, store.InboundKeys{MessageKeys: []string{"before", "taken", "after"}}).Seen, map[string]bool{"taken": true})
	})
	f.Case("statements that wait when the function fails are not run", func(f *fixture) {
		ws := f.workspace()
		own := errors.New("own")
		f.write(ws, func(tx *store.Tx) error {
			err := tx.Pipeline(func() error { return errors.Join(tx.InsertMessageKeys(ws, "dropped"), own) })
			if !errors.Is(err, own) {
				return errors.Join(errors.New("another error"), err)
			}
			return tx.InsertMessageKeys(ws, "kept")
		})
		f.equal("left", f.inbound(ws, store.InboundKeys{MessageKeys: []string{"dropped", "kept"}}).Seen, map[string]bool{"kept": true})
	})
	f.Case("the last statements may be sent with the commit", finishCase)
	f.Case("reserved ids are used in order", reservationCase)
}

func reservationCase(f *fixture) {
	ws := f.workspace()
	var got, after []int64
	f.write(ws, func(tx *store.Tx) error {
		got, after = nil, nil
		if err := tx.ReserveIDs(store.IDReservation{Contacts: 2, Messages: 3}); err != nil {
			return err
		}
		if err := tx.ReserveIDs(store.IDReservation{Contacts: 3}); err != nil {
			return err
		}
		// The last call needs more than is left of the reservation.
		for _, n := range []int{1, 2, 1, 2} {
			ids, err := tx.ReserveContacts(n)
			if err != nil {
				return err
			}
			got = append(got, ids...)
		}
		return nil
	})
	f.write(ws, func(tx *store.Tx) (err error) {
		if err := tx.ReserveIDs(store.IDReservation{Contacts: 1}); err != nil {
			return err
		}
		if after, err = tx.ReserveContacts(2); err != nil {
			return err
		}
		more, err := tx.ReserveContacts(1)
		after = append(after, more...)
		return err
	})
	for _, ids := range [][]int64{got, after} {
		for i := 1; i < len(ids); i++ {
			if ids[i] <= ids[i-1] {
				f.Errorf("ids %v are not in order", ids)
			}
		}
	}
	f.equal("ids", len(got), 6)
}

func finishCase(f *fixture) {
	ws := f.workspace()
	finish := func(tx *store.Tx, keys ...string) error {
		return tx.Finish(func() error {
			for _, key := range keys {
				if err := tx.InsertMessageKeys(ws, key); err != nil {
					return err
				}
			}
			return nil
		})
	}
	notified := false
	f.write(ws, func(tx *store.Tx) error {
		err := finish(tx, "first", "taken")
		tx.OnCommit(func() { notified = true })
		return err
	})
	f.equal("notified", notified, true)
	f.wantConstraint(f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { return finish(tx, "before", "taken", "after") }), "message_key_pkey")
	own := errors.New("own")
	err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
		return tx.Finish(func() error { return errors.Join(tx.InsertMessageKeys(ws, "dropped"), own) })
	})
	if !errors.Is(err, own) {
		f.Errorf("the function's own error came out as %v", err)
	}
	seen := f.inbound(ws, store.InboundKeys{MessageKeys: []string{"first", "taken", "before", "after", "dropped"}}).Seen
	f.equal("left", seen, map[string]bool{"first": true, "taken": true})
}
