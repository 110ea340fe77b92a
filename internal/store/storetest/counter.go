package storetest

import (
	"errors"
	"fmt"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/store"
)

// The totals of lists are counters that writes update. Whatever is written, and
// whichever writes fail, they equal the number of rows.
func counterCases(f *fixture) {
	f.Case("totals equal counts under any writes", func(f *fixture) {
		rapid.Check(f.T, func(t *rapid.T) {
			w := &workload{fixture: f, ws: f.workspace()}
			for range rapid.IntRange(1, 6).Draw(t, "writes") {
				w.write(t)
			}
			w.check(t)
		})
	})
}

// workload is a workspace with its expected rows.
type workload struct {
	*fixture
	ws            svcx.WorkspaceID
	contacts      int
	conversations []svcx.Conversation
}

var errWanted = errors.New("a failure that the test asked for")

// write runs a few random steps in one transaction, which may then fail.
func (w *workload) write(t *rapid.T) {
	fails := rapid.IntRange(0, 3).Draw(t, "fails") == 0
	steps := rapid.SliceOfN(rapid.IntRange(0, 2), 1, 6).Draw(t, "steps")
	choice := rapid.SliceOfN(rapid.IntRange(0, 1000), 6, 6).Draw(t, "choice")
	contacts, conversations := w.contacts, append([]svcx.Conversation{}, w.conversations...)
	err := w.db.Write(w.ctx(), w.ws, func(tx *store.Tx) error {
		// The transaction may be run again: start from the same state.
		contacts, conversations = w.contacts, append([]svcx.Conversation{}, w.conversations...)
		for i, step := range steps {
			n := choice[i]
			status := svcx.Statuses[n%3]
			switch {
			case step == 0:
				fresh := make([]*svcx.Contact, n%4)
				for i := range fresh {
					fresh[i] = &svcx.Contact{Name: "Counted"}
				}
				if err := insertContacts(tx, w.ws, fresh...); err != nil {
					return err
				}
				contacts += len(fresh)
			case step == 1 || len(conversations) == 0:
				c := &svcx.Conversation{Status: status}
				if err := insertConversations(tx, w.ws, c, &svcx.Conversation{}); err != nil {
					return err
				}
				conversations = append(conversations, *c, svcx.Conversation{ID: c.ID + 1, Workspace: w.ws, Status: svcx.StatusOpen})
			default:
				c := &conversations[n%len(conversations)]
				was := c.Status
				c.Status = status
				if err := tx.UpdateConversation(c, was); err != nil {
					return err
				}
			}
		}
		if fails {
			return errWanted
		}
		return nil
	})
	if fails != errors.Is(err, errWanted) || !fails && err != nil {
		t.Fatalf("writing: %v", err)
	}
	if !fails {
		w.contacts, w.conversations = contacts, conversations
	}
}

func (w *workload) check(t *rapid.T) {
	everything := svcx.Page{Limit: 1000}
	contacts, err := w.db.Contacts(w.ctx(), w.ws, "", everything)
	if err != nil || contacts.Total != w.contacts || len(contacts.Items) != w.contacts {
		t.Fatalf("%d contacts of %d, want %d: %v", len(contacts.Items), contacts.Total, w.contacts, err)
	}
	for _, status := range append([]svcx.Status{""}, svcx.Statuses[:]...) {
		want := 0
		for _, c := range w.conversations {
			if status == "" || c.Status == status {
				want++
			}
		}
		list, err := w.db.Conversations(w.ctx(), w.ws, svcx.ConversationFilter{Status: status}, everything)
		if err != nil || list.Total != want || len(list.Items) != want {
			t.Fatalf("%s: %v", fmt.Sprintf("%d %q conversations of %d, want %d", len(list.Items), status, list.Total, want), err)
		}
	}
}
